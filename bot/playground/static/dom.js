// Makes and replaces elements. Whatever comes from a message enters the document as text here, in
// one place: there is no way through this module to hand the browser a piece of markup.

"use strict";

// INVARIANT: no attribute that runs or loads something can be set from a message.
const SETTABLE = /^(?:aria-[a-z]+|data-[a-z-]+|class|id|role|title|type|name|value|for|tabindex|lang|datetime|placeholder|rows|label|start|spellcheck|autocomplete|enterkeyhint|hidden|disabled|checked|selected|open|readonly|required|multiple)$/;
const LINKS = new Set(["http:", "https:", "mailto:"]);

/** Make an element; attributes that are null or false are left out, children are text or nodes. */
export function h(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (!SETTABLE.test(name)) throw new Error(`attribute \`${name}\` may not be set`);
    made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return made;
}

/** Make a button with an act. */
export function button(attributes, act, ...children) {
  const made = h("button", { type: "button", ...attributes }, ...children);
  made.addEventListener("click", act);
  return made;
}

/** Make a link to another page, or return null for an address that is no such link. */
export function anchor(address, ...children) {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !LINKS.has(url.protocol)) return null;
  const made = h("a", { class: "link", title: url.href }, ...children);
  made.href = url.href;
  made.target = "_blank";
  made.rel = "noopener noreferrer";
  return made;
}

const drawn = new WeakMap();

/**
 * Show these items in their order; an item whose signature is unchanged keeps its element, so that
 * nothing moves under a pointer and no half-written answer is lost.
 */
export function reconcile(parent, items) {
  const before = drawn.get(parent) ?? new Map();
  const after = new Map();
  let cursor = parent.firstChild;
  for (const { key, signature, draw } of items) {
    const known = before.get(key);
    const node = known?.signature === signature ? known.node : draw();
    if (known && known.node !== node) {
      if (cursor === known.node) cursor = node;
      replaceKeepingFocus(known.node, node);
    }
    if (node === cursor) cursor = cursor.nextSibling;
    else parent.insertBefore(node, cursor);
    after.set(key, { signature, node });
  }
  for (const [key, { node }] of before) if (!after.has(key)) dropKeepingFocus(parent, node);
  drawn.set(parent, after);
}

function replaceKeepingFocus(old, fresh) {
  const active = document.activeElement;
  const inside = old.contains(active);
  const keep = inside ? active.closest("[data-keep]")?.dataset.keep : undefined;
  old.replaceWith(fresh);
  // A button that went away leaves the focus on its message, not at the top of the page.
  if (inside) (findKept(fresh, keep) ?? fresh).focus({ preventScroll: true });
}

function dropKeepingFocus(parent, node) {
  const inside = node.contains(document.activeElement);
  node.remove();
  if (inside) parent.closest("[tabindex]")?.focus({ preventScroll: true });
}

export function findKept(within, keep) {
  return keep === undefined ? null : within.querySelector(`[data-keep="${CSS.escape(keep)}"]`);
}

/** Remember what has the focus, and return what gives it back, though it was redrawn meanwhile. */
export function rememberFocus(fallback) {
  const active = document.activeElement;
  const keep = active?.closest("[data-keep]")?.dataset.keep;
  const home = active?.closest("[data-key]")?.dataset.key;
  return () => {
    const again = home && document.querySelector(`[data-key="${CSS.escape(home)}"]`);
    const found = active?.isConnected && active !== document.body ? active : null;
    (found ?? (again && (findKept(again, keep) ?? again)) ?? fallback()).focus({ preventScroll: true });
  };
}
