// Characters that draw nothing, or move others about, are drawn as boxes with their code point.

"use strict";

import { h } from "./dom.js";

const HIDDEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/u;
const PICTOGRAPH = /\p{Extended_Pictographic}/u;
const COMBINING = /[\p{Mn}\p{Me}]/u;
const MOST_MARKS = 4;
const PLAIN_BLANKS = new Set([" ", "\n", "\t"]);
const NAMES = new Map([
  [0x00, "null"],
  [0x08, "backspace"],
  [0x0d, "carriage return"],
  [0x1b, "escape"],
  [0xa0, "no-break space"],
  [0xad, "soft hyphen"],
  [0x200b, "zero width space"],
  [0x200c, "zero width non-joiner"],
  [0x200d, "zero width joiner"],
  [0x200e, "left-to-right mark"],
  [0x200f, "right-to-left mark"],
  [0x2028, "line separator"],
  [0x202a, "left-to-right embedding"],
  [0x202b, "right-to-left embedding"],
  [0x202c, "pop directional formatting"],
  [0x202d, "left-to-right override"],
  [0x202e, "right-to-left override"],
  [0x2066, "left-to-right isolate"],
  [0x2067, "right-to-left isolate"],
  [0x2068, "first strong isolate"],
  [0x2069, "pop directional isolate"],
  [0x3164, "Hangul filler"],
  [0xfeff, "zero width no-break space"],
]);

/** Write a character as `U+202E`. */
export function codePoint(character) {
  return `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Cut a text into runs: `{text}` that can be shown as it is, `{hidden}` one character that cannot. */
export function runs(text) {
  const found = [];
  const characters = [...text];
  let marks = 0;
  characters.forEach((character, at) => {
    marks = COMBINING.test(character) ? marks + 1 : 0;
    if (marks > MOST_MARKS || isHidden(characters, at)) {
      found.push({ hidden: character });
    } else if (found.length > 0 && "text" in found.at(-1)) {
      found.at(-1).text += character;
    } else {
      found.push({ text: character });
    }
  });
  return found;
}

function isHidden(characters, at) {
  const character = characters[at];
  if (PLAIN_BLANKS.has(character) || !HIDDEN.test(character)) return false;
  return !joinsAnEmoji(characters, at);
}

/** Inside an emoji, a selector or joiner changes the picture alone; elsewhere it hides in a word. */
function joinsAnEmoji(characters, at) {
  const before = characters[at - 1] ?? "";
  if (characters[at] === "\ufe0f") return PICTOGRAPH.test(before) || /^[0-9#*]$/.test(before);
  if (characters[at] !== "\u200d") return false;
  const owner = before === "\ufe0f" ? (characters[at - 2] ?? "") : before;
  return (PICTOGRAPH.test(owner) || isSkinTone(owner)) && PICTOGRAPH.test(characters[at + 1] ?? "");
}

function isSkinTone(character) {
  return /^[\u{1f3fb}-\u{1f3ff}]$/u.test(character);
}

/** Draw a text with its hidden characters as boxes. */
export function shown(text) {
  return runs(String(text)).map((run) => ("text" in run ? run.text : box(run.hidden)));
}

/** Spell a text for a place that takes no elements: hidden characters as `[U+202E]`. */
export function spelled(text) {
  return runs(String(text))
    .map((run) => ("text" in run ? run.text : `[${codePoint(run.hidden)}]`))
    .join("");
}

function box(character) {
  const code = codePoint(character);
  const name = NAMES.get(character.codePointAt(0)) ?? "a character that cannot be seen as such";
  return h("span", { class: "hidden-character", title: `${code}: ${name}` }, code);
}
