// The second half of a double click is not another answer: by then the first may have brought
// another card, and another button, under the pointer.

"use strict";

const SOON_MS = 500;
const NEAR_PX = 12;

let last = { at: -Infinity, x: 0, y: 0 };
let echo = false;

addEventListener(
  "pointerdown",
  ({ clientX: x, clientY: y }) => {
    const at = performance.now();
    echo = at - last.at < SOON_MS && Math.hypot(x - last.x, y - last.y) < NEAR_PX;
    last = { at, x, y };
  },
  { capture: true, passive: true },
);

/** Tell whether a click is such a second half; one made by a key (`detail` 0) never is. */
export function isEcho(click) {
  return click.detail > 0 && echo;
}
