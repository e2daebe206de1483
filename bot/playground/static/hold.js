// While somebody presses, nothing on the page moves: a redraw between the two halves of a click
// would put another button under the pointer.

"use strict";

const AFTER_RELEASE_MS = 60;
const ALWAYS = { capture: true, passive: true };

/** Return a function that redraws now, or as soon as nothing is being pressed. */
export function holding(redraw) {
  let pressed = false;
  let due = false;
  let timer = null;

  function press() {
    clearTimeout(timer);
    pressed = true;
  }

  // The click comes after the release, on a phone a moment later.
  function release() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      pressed = false;
      if (!due) return;
      due = false;
      redraw();
    }, AFTER_RELEASE_MS);
  }

  addEventListener("pointerdown", press, ALWAYS);
  for (const name of ["pointerup", "pointercancel", "keyup", "blur"]) addEventListener(name, release, ALWAYS);
  addEventListener("keydown", (event) => event.key === " " && event.target.matches("button") && press(), ALWAYS);

  return () => {
    if (pressed) due = true;
    else redraw();
  };
}
