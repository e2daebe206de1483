// Slack's mrkdwn: its few styles, and the tokens in angle brackets that come alive.

"use strict";

import { time } from "./dates.js";
import { h } from "./dom.js";
import { ADDRESS, EMOJI, badge, link, mark, mention, pictured } from "./live.js";
import { shown } from "./visible.js";

const FENCE = /```\n?([\s\S]+?)```/g;
const QUOTED = /^(?:&gt;|>)\s?/;
const LINK_SCHEMES = /^(?:https?|mailto|tel|slack):/i;
const STYLES = { "*": "strong", _: "em", "~": "s" };
const INLINE = new RegExp(
  [
    "(?<token><[^<>\\n]+>)",
    "`(?<code>[^`\\n]+)`",
    `(?<address>${ADDRESS.source})`,
    `(?<emoji>${EMOJI.source})`,
    "(?<![\\p{L}\\p{N}])(?<style>[*_~])(?=\\S)(?<inner>[^\\n]+?)(?<=\\S)\\k<style>(?![\\p{L}\\p{N}])",
  ].join("|"),
  "giu",
);
const RINGING = new Set(["here", "channel", "everyone"]);

/** Draw a mrkdwn text; `reading` says whether what comes alive is to be marked. */
export function mrkdwn(reading, text) {
  return cut(text, FENCE).map((part) =>
    typeof part === "string" ? lines(reading, part) : h("pre", {}, shown(decoded(part[1]))),
  );
}

/** List who would be rung by the text of a notification. */
export function rings(world, text) {
  return [...text.matchAll(/<(?:@([A-Z0-9_]+)|!(here|channel|everyone|subteam\^[A-Z0-9_]+))[^<>]*>/g)].map(
    ([, user, group]) => `@${user ? (world.user(user)?.real_name ?? user) : group}`,
  );
}

function cut(text, pattern) {
  const parts = [];
  let start = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(text.slice(start, match.index), match);
    start = match.index + match[0].length;
  }
  return [...parts, text.slice(start)].filter((part) => part !== "");
}

function lines(reading, text) {
  const found = [];
  for (const line of text.split("\n")) {
    const quoted = QUOTED.test(line);
    if (found.at(-1)?.quoted !== quoted) found.push({ quoted, lines: [] });
    found.at(-1).lines.push(quoted ? line.replace(QUOTED, "") : line);
  }
  return found.map((group) => {
    const inner = inline(reading, group.lines.join("\n"));
    return group.quoted ? h("blockquote", {}, inner) : inner;
  });
}

function inline(reading, text) {
  return cut(text, INLINE).map((part) =>
    typeof part === "string" ? shown(decoded(part)) : piece(reading, part),
  );
}

function piece(reading, { 0: whole, groups }) {
  if (groups.token) return token(reading, groups.token.slice(1, -1));
  if (groups.code) return h("code", {}, shown(decoded(groups.code)));
  if (groups.address) return link(reading, decoded(whole));
  if (groups.emoji) return pictured(reading, whole);
  return h(STYLES[groups.style], {}, inline(reading, groups.inner));
}

function token(reading, inside) {
  const [target, label] = halves(inside, "|");
  const rest = target.slice(1);
  if (target.startsWith("@")) return mention(reading, rest);
  if (target.startsWith("#")) return channel(reading, rest, label);
  if (target.startsWith("!")) return special(reading, rest, label);
  const linked = LINK_SCHEMES.test(target);
  return linked ? link(reading, decoded(target), decoded(label || target)) : shown(`<${decoded(inside)}>`);
}

function channel(reading, id, label) {
  const name = `#${reading.world.channel(id)?.name ?? (label || id)}`;
  return reading.guarded ? mark(reading, `a link to ${name}`, shown(name)) : badge(name);
}

function special(reading, words, label) {
  const [kind, rest] = halves(words, "^");
  if (kind === "date") return date(reading, rest, label);
  const name = `@${kind === "subteam" ? decoded(label || rest).replace(/^@/, "") : words}`;
  if (kind !== "subteam" && !RINGING.has(kind)) return shown(`<!${decoded(words)}>`);
  return reading.guarded ? mark(reading, `a mention of ${name}`, shown(name)) : badge(name);
}

function date(reading, words, fallback) {
  const [seconds, format, address] = words.split("^");
  const drawn = format ? time(Number(seconds), decoded(format), decoded(fallback)) : null;
  if (drawn === null) return shown(decoded(fallback));
  return address ? [drawn, link(reading, decoded(address))] : drawn;
}

function halves(text, mark_) {
  const at = text.indexOf(mark_);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function decoded(text) {
  return text.replace(/&(amp|lt|gt);/g, (_, name) => ({ amp: "&", lt: "<", gt: ">" })[name]);
}
