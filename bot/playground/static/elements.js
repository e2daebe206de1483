// What a person presses: buttons, overflow menus and menus on a card, in a modal, on the Home tab.
//
// A `scene` is {reading, press}: how texts are read there, and what a press does.

"use strict";

import { anchor, button, h } from "./dom.js";
import { isEcho } from "./echo.js";
import { faulty } from "./faulty.js";
import { plain } from "./live.js";
import { menu } from "./menu.js";
import { optionsOf, wrongAction } from "./shapes.js";
import { spelled } from "./visible.js";

const STYLES = new Set([undefined, "primary", "danger"]);

/** Draw an element of an actions block, or the accessory of a section. */
export function actionElement(scene, block, element) {
  const wrong = wrongAction(element);
  if (wrong) return faulty(wrong, element);
  return DRAW[element.type](scene, block, element);
}

const DRAW = { button: pressed, overflow, static_select: select };

function pressed(scene, block, element) {
  if (!STYLES.has(element.style)) return faulty(`unknown style \`${element.style}\``, element);
  const act = (event) => {
    if (isEcho(event)) return;
    scene.press(press(block, element, element.value), event.currentTarget);
    if (element.url) anchor(element.url)?.click();
  };
  const attributes = {
    class: `button ${element.style ?? ""}`.trim(),
    "data-keep": element.action_id,
    "aria-label": element.accessibility_label && spelled(element.accessibility_label),
    title: element.url && `opens ${spelled(element.url)}`,
  };
  return button(attributes, act, plain(scene.reading, element.text));
}

function overflow(scene, block, element) {
  const look = { label: "⋯", name: "More actions", keep: element.action_id, className: "button overflow" };
  return menu(look, items(scene, element), (value) => choose(scene, block, element, value));
}

function select(scene, block, element) {
  const words = element.initial_option?.text ?? element.placeholder ?? { text: "Choose", emoji: false };
  const label = [h("span", {}, plain(scene.reading, words)), h("span", { "aria-hidden": "true" }, " ▾")];
  const name = spelled(words.text);
  const look = { label, name, keep: element.action_id, className: "button select" };
  return menu(look, items(scene, element), (value) => choose(scene, block, element, value));
}

function choose(scene, block, element, value) {
  scene.press(press(block, element, value), null);
  const chosen = optionsOf(element).find((option) => option.value === value);
  if (chosen?.url) anchor(chosen.url)?.click();
}

function items(scene, element) {
  return optionsOf(element).map((option) => ({
    value: option.value,
    chosen: element.initial_option?.value === option.value,
    label: [
      h("span", {}, plain(scene.reading, option.text)),
      option.description && h("small", {}, plain(scene.reading, option.description)),
    ].filter(Boolean),
  }));
}

function press(block, element, value) {
  return { action_id: element.action_id, block_id: block.block_id, value, confirm: element.confirm };
}
