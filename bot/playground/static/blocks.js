// Draws the classic blocks. What it does not know is drawn as an error, never left out.

"use strict";

import { h } from "./dom.js";
import { actionElement } from "./elements.js";
import { faulty } from "./faulty.js";
import { inputBlock } from "./inputs.js";
import { plain } from "./live.js";
import { mrkdwn } from "./mrkdwn.js";
import { rich } from "./rich.js";
import { wrongBlock, wrongText } from "./shapes.js";

/** Draw blocks; `kept` is what stood in the fields of a modal before a redraw. */
export function blocks(scene, list, kept = {}) {
  if (!Array.isArray(list)) return [faulty("`blocks` must be a list", list)];
  return list.map((block) => {
    const wrong = wrongBlock(block);
    return wrong ? faulty(wrong, block) : DRAW[block.type](scene, block, kept);
  });
}

const DRAW = {
  header: (scene, block) => h("h3", { class: "block header" }, plain(scene.reading, block.text)),
  divider: () => h("hr", { class: "block" }),
  context: (scene, block) =>
    h("div", { class: "block context" }, block.elements.map((element) => h("span", {}, text(scene, element)))),
  rich_text: (scene, block) => h("div", { class: "block rich" }, rich(scene.reading, block.elements)),
  section,
  actions: (scene, block) =>
    h(
      "div",
      { class: "block actions", role: "group", "aria-label": "Actions" },
      block.elements.map((element) => actionElement(scene, block, element)),
    ),
  input: (scene, block, kept) =>
    h("div", { class: "block" }, inputBlock(scene, block, kept[block.block_id]?.[block.element.action_id])),
};

function section(scene, block) {
  const fields = block.fields ?? [];
  return h(
    "div",
    { class: "block section" },
    h(
      "div",
      { class: "section-text" },
      block.text ? h("div", {}, text(scene, block.text)) : null,
      fields.length > 0 ? h("div", { class: "fields" }, fields.map((field) => h("div", {}, text(scene, field)))) : null,
    ),
    block.accessory ? actionElement(scene, block, block.accessory) : null,
  );
}

function text(scene, object) {
  const wrong = wrongText(object);
  if (wrong) return faulty(wrong, object);
  return object.type === "mrkdwn" ? mrkdwn(scene.reading, object.text) : plain(scene.reading, object);
}
