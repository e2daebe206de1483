// The input blocks of a modal: drawn, read, and checked as Slack's client does before it submits.

"use strict";

import { h } from "./dom.js";
import { faulty } from "./faulty.js";
import { plain } from "./live.js";
import { mrkdwn } from "./mrkdwn.js";
import { optionsOf, wrongInput } from "./shapes.js";
import { spelled } from "./visible.js";

const LONGEST = 3000;
let minted = 0;

/** Draw an input block; `kept` is what stood in it before a redraw. */
export function inputBlock(scene, block, kept) {
  const wrong = wrongInput(block.element);
  if (wrong) return faulty(wrong, block);
  minted += 1;
  const field = { id: `field-${minted}`, block, element: block.element, scene, kept };
  const { control, grouped } = DRAW[block.element.type](field);
  const label = [plain(scene.reading, block.label), block.optional ? h("span", { class: "quiet" }, " (optional)") : null];
  const whole = h(
    grouped ? "fieldset" : "div",
    { class: "field", "data-block": block.block_id },
    grouped ? h("legend", {}, label) : h("label", { for: field.id }, label),
    control,
    block.hint ? h("p", { class: "quiet", id: `${field.id}-hint` }, plain(scene.reading, block.hint)) : null,
    h("p", { class: "error", id: `${field.id}-error`, role: "alert" }),
  );
  describe(whole, field);
  if (block.dispatch_action) dispatchFrom(whole, field);
  return whole;
}

const DRAW = {
  plain_text_input: text,
  static_select: select,
  radio_buttons: (field) => choices(field, "radio"),
  checkboxes: (field) => choices(field, "checkbox"),
};

function text({ id, element, kept }) {
  const many = element.multiline === true;
  const attributes = {
    id,
    placeholder: element.placeholder && spelled(element.placeholder.text),
    autocomplete: "off",
    ...(many ? { rows: 4 } : { type: "text" }),
  };
  const control = h(many ? "textarea" : "input", attributes);
  control.value = kept ?? element.initial_value ?? "";
  return { control, grouped: false };
}

function select({ id, element, kept }) {
  const first = element.initial_option?.value;
  const chosen = kept === undefined ? first : kept;
  // Without a first choice there is an empty one; Slack has no way back to it from a first choice.
  const none = h("option", { value: "" }, spelled(element.placeholder?.text ?? "Choose"));
  const control = h("select", { id }, first === undefined ? none : null);
  // An option's value is its place in the list, so that no word of the app's is taken for "none".
  optionsOf(element).forEach((option, at) => {
    const made = h("option", { value: String(at) }, spelled(option.text.text));
    control.append(made);
    made.selected = option.value === chosen;
  });
  return { control, grouped: false };
}

function choices({ id, element, kept, scene }, type) {
  const first = type === "radio" ? [element.initial_option] : (element.initial_options ?? []);
  const chosen = kept === undefined ? first.map((option) => option?.value) : [kept].flat();
  const made = optionsOf(element).map((option, at) => {
    const control = h("input", { type, id: `${id}-${at}`, name: id });
    control.checked = chosen.includes(option.value);
    const words = option.text.type === "mrkdwn" ? mrkdwn(scene.reading, option.text.text) : plain(scene.reading, option.text);
    const more = option.description && h("small", {}, plain(scene.reading, option.description));
    return h("label", { class: "choice" }, control, h("span", {}, words, more ?? []));
  });
  return { control: h("div", { class: "choices", id }, made), grouped: true };
}

function describe(whole, { id, block }) {
  const about = [block.hint ? `${id}-hint` : null, `${id}-error`].filter(Boolean).join(" ");
  for (const control of controls(whole)) {
    control.setAttribute("aria-describedby", about);
    control.dataset.keep = `${block.block_id} ${control.id}`;
    if (!block.optional) control.setAttribute("aria-required", "true");
  }
}

/** Tell the app of a change at once, where the block asks for it. */
function dispatchFrom(whole, { block, element, scene }) {
  const tell = () => {
    const value = [valueIn(whole, block)].flat().at(-1) ?? null;
    scene.press({ action_id: element.action_id, block_id: block.block_id, value }, null);
  };
  if (element.type !== "plain_text_input") whole.addEventListener("change", tell);
  else whole.addEventListener("keydown", (event) => event.key === "Enter" && !element.multiline && tell());
}

function controls(whole) {
  return [...whole.querySelectorAll("input, textarea, select")];
}

/** Read what stands in a field: a text, an option's value, a list of values, or null for nothing. */
function valueIn(whole, block) {
  const options = optionsOf(block.element);
  const found = controls(whole);
  if (block.element.type === "plain_text_input") return found[0].value;
  if (block.element.type === "static_select") {
    return found[0].value === "" ? null : options[Number(found[0].value)].value;
  }
  const chosen = options.filter((_, at) => found[at].checked).map((option) => option.value);
  return block.element.type === "radio_buttons" ? (chosen[0] ?? null) : chosen;
}

function fieldsOf(form, blocks) {
  return blocks
    .filter((block) => block.type === "input")
    .map((block) => [block, form.querySelector(`[data-block="${CSS.escape(block.block_id)}"]`)])
    .filter(([, whole]) => whole !== null);
}

/** Read every field, by block and action id; what is empty and was never asked is left out. */
export function readValues(form, blocks) {
  const values = {};
  for (const [block, whole] of fieldsOf(form, blocks)) {
    const value = valueIn(whole, block);
    if (value !== null) values[block.block_id] = { [block.element.action_id]: value };
  }
  return values;
}

/** Find what Slack's client would not submit: words by block id. */
export function complaints(form, blocks) {
  const found = fieldsOf(form, blocks).map(([block, whole]) => [block.block_id, complaint(block, valueIn(whole, block))]);
  return Object.fromEntries(found.filter(([, words]) => words !== null));
}

function complaint({ element, optional }, value) {
  const length = typeof value === "string" ? [...value].length : (value?.length ?? 0);
  if (length === 0) return optional ? null : "Please complete this field.";
  if (element.type !== "plain_text_input") return null;
  const { min_length: least = 0, max_length: most = LONGEST } = element;
  if (length < least) return `Please write at least ${least} characters (${length} so far).`;
  return length > most ? `Please write at most ${most} characters (${length} so far).` : null;
}

/** Show errors at their fields, take the old ones away, and go to the first. */
export function showErrors(form, blocks, errors) {
  let first = null;
  for (const [block, whole] of fieldsOf(form, blocks)) {
    const words = errors[block.block_id] ?? "";
    whole.querySelector(".error").textContent = spelled(words);
    whole.classList.toggle("wrong", words !== "");
    for (const control of controls(whole)) control.setAttribute("aria-invalid", String(words !== ""));
    if (words !== "") first ??= controls(whole)[0];
  }
  first?.focus();
}
