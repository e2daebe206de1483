// The emoji that a demo is likely to meet; any other is shown by its code.

"use strict";

const KNOWN = new Map(Object.entries({
  "+1": "👍",
  "-1": "👎",
  bell: "🔔",
  boom: "💥",
  bug: "🐛",
  eyes: "👀",
  fire: "🔥",
  heart: "❤️",
  heavy_check_mark: "✔️",
  hourglass: "⌛",
  hourglass_flowing_sand: "⏳",
  information_source: "ℹ️",
  key: "🔑",
  lock: "🔒",
  no_entry: "⛔",
  no_entry_sign: "🚫",
  octagonal_sign: "🛑",
  ok_hand: "👌",
  pray: "🙏",
  question: "❓",
  raised_hands: "🙌",
  robot_face: "🤖",
  rocket: "🚀",
  rotating_light: "🚨",
  shield: "🛡️",
  smile: "😄",
  snowflake: "❄️",
  tada: "🎉",
  thinking_face: "🤔",
  thumbsdown: "👎",
  thumbsup: "👍",
  unlock: "🔓",
  warning: "⚠️",
  wave: "👋",
  white_check_mark: "✅",
  x: "❌",
}));

/** Return the picture of an emoji, from its `unicode` (hexadecimal) or its name; else null. */
export function emoji(name, unicode) {
  if (typeof unicode !== "string") return KNOWN.get(name) ?? null;
  const points = unicode.split("-").map((point) => Number.parseInt(point, 16));
  const fit = points.every((point) => point >= 0 && point <= 0x10ffff);
  return fit ? String.fromCodePoint(...points) : null;
}
