// A button that opens a list to choose from: a static_select or an overflow menu on a card.
//
// The browser's own <select> will not do there: an arrow key on a closed one chooses at once.

"use strict";

import { button, h } from "./dom.js";
import { isEcho } from "./echo.js";

let minted = 0;

/** Make such a button. `items` are {label, value, chosen}; `choose` is called with a value. */
export function menu({ label, name, keep, className }, items, choose) {
  minted += 1;
  const id = `menu-${minted}`;
  const popup = h("div", { class: "menu", role: "menu", id, hidden: true, "aria-label": name });
  const opener = button(
    {
      class: className,
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      "aria-controls": id,
      "aria-label": name,
      "data-keep": keep,
    },
    () => (popup.hidden ? open() : close()),
    label,
  );
  const whole = h("span", { class: "menu-place" }, opener, popup);
  popup.append(...items.map((item) => entry(item)));
  whole.addEventListener("keydown", onKey);
  whole.addEventListener("focusout", ({ relatedTarget }) => {
    if (!whole.contains(relatedTarget)) close({ refocus: false });
  });
  return whole;

  function entry(item) {
    const pick = (event) => {
      if (isEcho(event)) return;
      close();
      choose(item.value);
    };
    const attributes = {
      role: "menuitemradio",
      class: "menu-item",
      tabindex: "-1",
      "aria-checked": String(Boolean(item.chosen)),
      "data-keep": keep,
    };
    return button(attributes, pick, item.label);
  }

  function open(at = 0) {
    popup.hidden = false;
    opener.setAttribute("aria-expanded", "true");
    popup.scrollIntoView({ block: "nearest" });
    popup.children[at < 0 ? popup.children.length - 1 : at].focus();
  }

  function close({ refocus = true } = {}) {
    if (popup.hidden) return;
    popup.hidden = true;
    opener.setAttribute("aria-expanded", "false");
    if (refocus) opener.focus();
  }

  function onKey(event) {
    const at = [...popup.children].indexOf(document.activeElement);
    const count = popup.children.length;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: count - 1 }[event.key];
    if (event.key === "Escape" && !popup.hidden) close();
    else if (to === undefined) return;
    else if (popup.hidden) open(event.key === "ArrowUp" || event.key === "End" ? -1 : 0);
    else popup.children[(to + count) % count].focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
