// Draws messages, and lists of them that stay where the reader is.

"use strict";

import { blocks } from "./blocks.js";
import { formatted, secondsOf, time } from "./dates.js";
import { button, h, reconcile } from "./dom.js";
import { emoji } from "./emoji.js";
import { liveNote, reader } from "./live.js";
import { mrkdwn, rings } from "./mrkdwn.js";
import { shown, spelled } from "./visible.js";

const NEAR_THE_END = 80;
const TINTS = 6;

/** Draw one message as `viewer` {world, as} sees it; `acts` are {press, openThread, dismiss}. */
export function drawMessage(message, viewer, acts, { inThread }) {
  const author = viewer.world.authorOf(message);
  const name = `${spelled(author.name)}, ${formatted(secondsOf(message.ts), "{time}")}`;
  const className = message.whisper ? "message whisper" : "message";
  return h(
    "article",
    { class: className, "data-key": keyOf(message), tabindex: "-1", "aria-label": name },
    avatar(author),
    h(
      "div",
      { class: "message-content" },
      message.whisper ? whisperNote(message, viewer, acts) : null,
      head(message, author),
      message.deleted ? h("p", { class: "quiet" }, "This message was deleted.") : body(message, author, viewer, acts),
      reactions(message, viewer.world),
      inThread || message.whisper ? null : threadFoot(message, viewer, acts),
    ),
  );
}

function keyOf(message) {
  return message.id ?? message.ts;
}

function avatar(author) {
  const tint = [...author.name].reduce((sum, character) => sum + character.codePointAt(0), 0) % TINTS;
  const initials = author.name.split(" ").map((word) => word[0] ?? "").join("").slice(0, 2);
  return h("div", { class: `avatar tint-${tint}${author.app ? " square" : ""}`, "aria-hidden": "true" }, shown(initials));
}

function head(message, author) {
  return h(
    "div",
    { class: "message-head" },
    h("strong", {}, shown(author.name)),
    author.tag ? h("span", { class: "tag" }, author.tag) : null,
    h("span", { class: "quiet" }, time(secondsOf(message.ts), "{time}")),
    message.edited ? h("span", { class: "quiet" }, "(edited)") : null,
    message.subtype === "thread_broadcast" ? h("span", { class: "quiet" }, "replied in a thread") : null,
  );
}

/** Only our own app's messages are drawn from blocks; others' blocks repeat what they typed. */
function body(message, author, viewer, acts) {
  const reading = reader(viewer, author.app);
  const text = message.text ?? "";
  if (!author.own || !message.blocks?.length) {
    return [h("div", { class: "typed" }, mrkdwn(reading, text)), liveNote(reading)];
  }
  const scene = { reading, press: (press, from) => acts.press(message, press, from) };
  const drawn = h("div", { class: "blocks" }, blocks(scene, message.blocks));
  reading.live.push(...rings(viewer.world, text).map((whom) => `a call to ${whom} in the notification`));
  return [drawn, liveNote(reading)];
}

function whisperNote(message, viewer, acts) {
  const words = `Only visible to ${spelled(viewer.world.nameOf(message.user))}`;
  const away = button({ class: "text-button", "data-keep": "dismiss" }, () => acts.dismiss(message), "Dismiss");
  return h("p", { class: "whisper-note" }, words, " · ", away);
}

function reactions(message, world) {
  if (!message.reactions) return null;
  return h(
    "div",
    { class: "reactions" },
    message.reactions.map(({ name, users, count }) =>
      h(
        "span",
        { class: "reaction", title: `:${spelled(name)}: ${users.map((one) => spelled(world.nameOf(one))).join(", ")}` },
        emoji(name) ?? spelled(`:${name}:`),
        ` ${count}`,
      ),
    ),
  );
}

function threadFoot(message, viewer, acts) {
  const root = message.thread_ts ?? message.ts;
  const replies = viewer.world.replies(message);
  const words = replies.length === 0 ? "Reply in thread" : replies.length === 1 ? "1 reply" : `${replies.length} replies`;
  const className = replies.length === 0 ? "text-button thread-open" : "text-button thread-open has-replies";
  return button({ class: className, "data-keep": "thread" }, () => acts.openThread(root), words);
}

/** Shows a list of messages; it follows the newest only where the reader is at the end anyway. */
export class MessageList {
  #list;
  #more;
  #place = null;

  constructor(list, more) {
    this.#list = list;
    this.#more = more;
    more.addEventListener("click", () => this.#toTheEnd());
    list.addEventListener("scroll", () => this.#atTheEnd() && this.#more.setAttribute("hidden", ""));
  }

  /** Show these messages; `place` tells one list of messages from another. */
  show(place, messages, viewer, acts, { inThread = false } = {}) {
    const fresh = place !== this.#place;
    const follows = fresh || this.#atTheEnd();
    const height = this.#list.scrollHeight;
    this.#place = place;
    reconcile(this.#list, [...this.#items(messages, viewer, acts, inThread)]);
    // INVARIANT: a button under the pointer stays there, whatever arrives.
    const aimed = this.#list.querySelector(".actions:hover") !== null;
    if (fresh || (follows && !aimed)) this.#toTheEnd();
    else if (this.#list.scrollHeight > height && !this.#atTheEnd()) this.#more.removeAttribute("hidden");
  }

  *#items(messages, viewer, acts, inThread) {
    let day = null;
    for (const message of messages) {
      const here = formatted(secondsOf(message.ts), "{day_divider_pretty}");
      if (here !== day) yield { key: `day ${here}`, signature: here, draw: () => divider(here) };
      day = here;
      const replies = inThread ? [] : viewer.world.replies(message).map((reply) => reply.ts);
      const signature = JSON.stringify([this.#place, viewer.as, message, replies]);
      const draw = () => drawMessage(message, viewer, acts, { inThread });
      yield { key: keyOf(message), signature, draw };
    }
  }

  #atTheEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.#list;
    return scrollHeight - scrollTop - clientHeight < NEAR_THE_END;
  }

  #toTheEnd() {
    this.#list.scrollTop = this.#list.scrollHeight;
    this.#more.setAttribute("hidden", "");
  }
}

function divider(words) {
  return h("div", { class: "day", role: "separator", "aria-label": words }, h("span", {}, words));
}
