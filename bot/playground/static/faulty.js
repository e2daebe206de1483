// What is drawn instead of a block or an element that Slack would not take, or would not draw.

"use strict";

import { h } from "./dom.js";
import { spelled } from "./visible.js";

const LONGEST_SAMPLE = 600;

/** Draw a red box that says what is wrong with a block, and shows it. */
export function faulty(words, thing) {
  const sample = spelled(JSON.stringify(thing, null, 1) ?? String(thing));
  const cut = sample.length > LONGEST_SAMPLE ? `${sample.slice(0, LONGEST_SAMPLE)} …` : sample;
  return h(
    "div",
    { class: "faulty", role: "group", "aria-label": "a block that cannot be drawn" },
    h("strong", {}, `Slack would not draw this: ${spelled(words)}`),
    h("pre", {}, cut),
  );
}

/** Draw the same inside a line. */
export function faultyInline(words, thing) {
  const sample = spelled(JSON.stringify(thing) ?? "").slice(0, LONGEST_SAMPLE);
  return h("span", { class: "faulty-inline", title: sample }, `[${spelled(words)}]`);
}
