// Windows over the page: a question before a press, and the app's modals.

"use strict";

import { blocks } from "./blocks.js";
import { button, h, rememberFocus } from "./dom.js";
import { complaints, readValues, showErrors } from "./inputs.js";
import { liveNote, plain, reader } from "./live.js";
import { mrkdwn } from "./mrkdwn.js";

const REACHABLE = "button:not([disabled]):not([tabindex='-1']), input, textarea, select, a[href]";
let minted = 0;

/** Open a window that keeps the focus until it is closed. */
function openWindow(attributes, dismiss, content) {
  const dialog = h("dialog", attributes, content);
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "Tab") wrapFocus(dialog, event);
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    dismiss();
  });
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    dismiss();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** The browser's own trap lets Tab leave for its buttons; this one goes round. */
function wrapFocus(dialog, event) {
  const reachable = [...dialog.querySelectorAll(REACHABLE)].filter((one) => one.checkVisibility());
  const [first, last] = [reachable[0], reachable.at(-1)];
  const leaving = event.shiftKey ? first : last;
  if (document.activeElement !== leaving && dialog.contains(document.activeElement)) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

/** Ask what a `confirm` object asks; the promise says whether the answer was yes. */
export function confirmed(viewer, object) {
  const reading = reader(viewer, true);
  if (!object) return Promise.resolve(true);
  const restore = rememberFocus(() => document.body);
  minted += 1;
  return new Promise((resolve) => {
    const done = (answer) => {
      dialog.close();
      dialog.remove();
      restore();
      resolve(answer);
    };
    const words = object.text.type === "mrkdwn" ? mrkdwn(reading, object.text.text) : plain(reading, object.text);
    const yes = button({ class: `button ${object.style ?? "primary"}` }, () => done(true), plain(reading, object.confirm));
    const no = button({ class: "button" }, () => done(false), plain(reading, object.deny));
    const title = h("h2", { id: `confirm-${minted}` }, plain(reading, object.title));
    const content = [title, h("p", { class: "line" }, words), liveNote(reading), h("div", { class: "window-foot" }, no, yes)];
    const attributes = { class: "window confirm", role: "alertdialog", "aria-labelledby": `confirm-${minted}` };
    const dialog = openWindow(attributes, () => done(false), content);
    no.focus();
  });
}

/** Shows the topmost modal of the person one acts as; `acts` are {submit, close, press, home}. */
export class ModalWindow {
  #acts;
  #shown = null;

  constructor(acts) {
    this.#acts = acts;
  }

  /** Show this view, or none; the same view again is left alone, with what is written in it. */
  show(view, viewer) {
    if (!view) {
      this.#hide();
    } else if (!this.#shown) {
      this.#shown = { ...this.#draw(view, viewer, {}), restore: rememberFocus(this.#acts.home) };
      this.#open();
    } else if (this.#shown.view.id !== view.id || this.#shown.view.hash !== view.hash) {
      const { form, view: before } = this.#shown;
      const kept = before.id === view.id ? readValues(form, before.blocks) : entered(view);
      const drawn = this.#draw(view, viewer, kept);
      this.#shown.dialog.replaceChildren(drawn.form);
      this.#shown = { ...this.#shown, ...drawn };
      this.#focusFirst();
    }
  }

  /** Show what the app found wrong, at the fields. */
  fail(errors) {
    if (this.#shown) showErrors(this.#shown.form, this.#shown.view.blocks, errors);
  }

  /** Say above the buttons why nothing happened. */
  say(words) {
    if (this.#shown) this.#shown.form.querySelector(".window-says").textContent = words;
  }

  #open() {
    const attributes = { class: "window modal", "aria-labelledby": "modal-title" };
    this.#shown.dialog = openWindow(attributes, () => this.#close(), this.#shown.form);
    this.#focusFirst();
  }

  #hide() {
    if (!this.#shown) return;
    const { dialog, restore } = this.#shown;
    this.#shown = null;
    dialog.close();
    dialog.remove();
    restore();
  }

  #close() {
    this.#acts.close(this.#shown.view);
  }

  #focusFirst() {
    const { form, view } = this.#shown;
    const wanted = view.blocks.find((block) => block.element?.focus_on_load)?.block_id;
    const field = wanted && form.querySelector(`[data-block="${CSS.escape(wanted)}"]`);
    const first = (field || form.querySelector(".window-body")).querySelector(REACHABLE);
    (first ?? form.querySelector("h2")).focus();
  }

  #submit(view, form) {
    const wrong = complaints(form, view.blocks);
    showErrors(form, view.blocks, wrong);
    this.say("");
    if (Object.keys(wrong).length === 0) this.#acts.submit(view, readValues(form, view.blocks));
  }

  #draw(view, viewer, kept) {
    const reading = reader(viewer, true);
    const form = h("form", { class: "window-form" });
    form.noValidate = true;
    const press = (made, from) => this.#acts.press({ ...made, view_id: view.id, values: readValues(form, view.blocks) }, from);
    const shut = button({ class: "icon", "aria-label": "Close" }, () => this.#close(), "✕");
    const title = h("h2", { id: "modal-title", tabindex: "-1" }, plain(reading, view.title));
    const body = h("div", { class: "window-body" }, blocks({ reading, press }, view.blocks, kept));
    const says = h("p", { class: "error window-says", role: "alert" });
    const foot = this.#foot(view, reading);
    body.append(liveNote(reading) ?? "");
    form.append(h("div", { class: "window-head" }, title, shut), body, says, foot);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit(view, form);
    });
    return { view, form };
  }

  #foot(view, reading) {
    const close = button({ class: "button" }, () => this.#close(), view.close ? plain(reading, view.close) : "Close");
    const attributes = { type: "submit", class: "button primary", disabled: view.submit_disabled === true };
    const submit = view.submit ? h("button", attributes, plain(reading, view.submit)) : null;
    return h("div", { class: "window-foot" }, close, submit);
  }
}

/** Read back, in the form of what was sent, what a view holds that was left and came back. */
function entered(view) {
  const read = (state) =>
    state.value ?? state.selected_option?.value ?? state.selected_options?.map((option) => option.value);
  return Object.fromEntries(
    Object.entries(view.state.values).map(([block, actions]) => [
      block,
      Object.fromEntries(Object.entries(actions).map(([action, state]) => [action, read(state) ?? undefined])),
    ]),
  );
}
