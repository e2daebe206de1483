// The safety view: what real Slack would bring to life in a text that an app sent is marked in red.
//
// A text is read in a `reading`: {world, as, guarded, live}. `guarded`: an app wrote it, so an
// agent's words may be in it; `live` collects what was found, for the line below.

"use strict";

import { anchor, h } from "./dom.js";
import { emoji } from "./emoji.js";
import { shown, spelled } from "./visible.js";

const TOP_LEVEL = "com|net|org|io|dev|ai|app|xyz|info|biz";
const ADDRESS = new RegExp(
  `https?://[^\\s<>|]+|www\\.[^\\s<>|]+|[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+|\\b(?:[a-z0-9-]+\\.)+(?:${TOP_LEVEL})\\b(?:/[^\\s<>|]*)?`,
  "iu",
);
const EMOJI = /:[a-z0-9_+'-]+(?:::skin-tone-[2-6])?:/u;
const IN_PLAIN = new RegExp(`(?<address>${ADDRESS.source})|(?<emoji>${EMOJI.source})`, "giu");

export { ADDRESS, EMOJI };

/** Begin to read a text as `viewer` {world, as} sees it. */
export function reader(viewer, guarded) {
  return { ...viewer, guarded, live: [] };
}

/** Draw the line that names everything live that was found, or null. */
export function liveNote({ live }) {
  if (live.length === 0) return null;
  const words = [...new Set(live)].map(spelled).join("; ");
  return h("p", { class: "live-note" }, h("strong", {}, "Live in Slack: "), words);
}

/** Mark something that Slack would bring to life. */
export function mark(reading, what, ...children) {
  reading.live.push(what);
  const title = `In Slack this would be live: ${spelled(what)}`;
  return h("mark", { class: "live", title }, h("span", { class: "unseen" }, "live in Slack: "), ...children);
}

/** Draw a person who is mentioned. */
export function mention(reading, userId) {
  const user = reading.world.user(userId);
  const name = `@${user ? user.real_name : userId}`;
  if (reading.guarded) return mark(reading, `a mention of ${name}`, shown(name));
  return badge(name, userId === reading.as);
}

/** Draw a name that is meant to be live: a mention which the app made as such. */
export function badge(name, own = false) {
  return h("span", { class: own ? "mention own" : "mention" }, shown(name));
}

/** Draw a link, with its address where that is not what it says. */
export function link(reading, address, label = address) {
  const words = label === address ? shown(label) : [shown(label), ` → ${spelled(address)}`];
  if (reading.guarded) return mark(reading, `a link to ${address}`, words);
  return anchor(address, shown(label)) ?? h("span", {}, words);
}

/** Draw an emoji code as its picture. */
export function pictured(reading, code) {
  const picture = emoji(code.slice(1, -1));
  if (reading.guarded) return mark(reading, `the emoji ${code}`, shown(code));
  return picture ? h("span", { role: "img", "aria-label": code, title: code }, picture) : code;
}

/** Draw a `plain_text` object: the client still links addresses, and reads emoji codes if told. */
export function plain(reading, object) {
  const found = [];
  let start = 0;
  for (const match of object.text.matchAll(IN_PLAIN)) {
    found.push(shown(object.text.slice(start, match.index)), inPlain(reading, object, match));
    start = match.index + match[0].length;
  }
  return [...found, shown(object.text.slice(start))];
}

function inPlain(reading, object, match) {
  if (match.groups.address !== undefined) return link(reading, match[0]);
  return object.emoji === false ? shown(match[0]) : pictured(reading, match[0]);
}
