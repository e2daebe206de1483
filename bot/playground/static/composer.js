// Where one types: a message, or a slash command.

"use strict";

const COMMAND = /^(\/[^\s]{1,31})(?:\s+([\s\S]*))?$/;

/** Read what was typed: {command, text} for a slash command, else {text} with mentions made. */
export function read(typed, users) {
  const command = COMMAND.exec(typed);
  if (command) return { command: command[1], text: command[2] ?? "" };
  const byName = new Map(users.map((user) => [user.name.toLowerCase(), user.id]));
  // As Slack's own client does: `@ana` becomes a mention of that account.
  const text = typed.replace(/(^|\s)@([\w.-]*\w)/g, (whole, before, name) => {
    const id = byName.get(name.toLowerCase());
    return id ? `${before}<@${id}>` : whole;
  });
  return { text };
}

export class Composer {
  #form;
  #field;
  #drafts = new Map();
  #place = null;

  /** `send` is called with what was typed; it returns whether that was taken. */
  constructor(form, send) {
    this.#form = form;
    this.#field = form.querySelector("textarea");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit(send);
    });
    this.#field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.#submit(send);
    });
  }

  /** Write to this place from now on; each place keeps its draft. */
  show(place, label, more = "") {
    this.#field.setAttribute("aria-label", label + more);
    this.#field.setAttribute("placeholder", label);
    if (place === this.#place) return;
    this.#drafts.set(this.#place, this.#field.value);
    this.#field.value = this.#drafts.get(place) ?? "";
    this.#place = place;
  }

  async #submit(send) {
    const typed = this.#field.value;
    if (typed.trim() === "" || this.#form.hasAttribute("aria-busy")) return;
    this.#form.setAttribute("aria-busy", "true");
    try {
      if ((await send(typed)) && this.#field.value === typed) this.#field.value = "";
    } finally {
      this.#form.removeAttribute("aria-busy");
    }
  }
}
