// Which blocks, elements and views are drawn, and with which properties: the classic set. The
// server checks lengths; the page checks that it knows everything that it is handed.

"use strict";

const TEXT = { kinds: ["plain_text", "mrkdwn"] };
const PLAIN = { kinds: ["plain_text"] };

const BLOCKS = {
  header: { needs: { text: PLAIN } },
  section: { may: { text: TEXT, fields: "list", accessory: "object", expand: "any" } },
  context: { needs: { elements: "list" } },
  divider: {},
  rich_text: { needs: { elements: "list" } },
  actions: { needs: { elements: "list" } },
  input: {
    needs: { label: PLAIN, element: "object" },
    may: { hint: PLAIN, optional: "any", dispatch_action: "any" },
  },
};

const CHOOSING = { confirm: "object", focus_on_load: "any" };
const MENU = {
  may: {
    ...CHOOSING,
    options: "list",
    option_groups: "list",
    initial_option: "object",
    placeholder: PLAIN,
  },
};
const ELEMENTS = {
  button: {
    needs: { text: PLAIN },
    may: { value: "string", url: "string", style: "string", confirm: "object", accessibility_label: "string" },
  },
  overflow: { needs: { options: "list" }, may: { confirm: "object" } },
  static_select: MENU,
  radio_buttons: { needs: { options: "list" }, may: { ...CHOOSING, initial_option: "object" } },
  checkboxes: { needs: { options: "list" }, may: { ...CHOOSING, initial_options: "list" } },
  plain_text_input: {
    may: {
      initial_value: "string",
      multiline: "any",
      min_length: "any",
      max_length: "any",
      placeholder: PLAIN,
      focus_on_load: "any",
    },
  },
};
const CONFIRM = {
  needs: { title: PLAIN, text: TEXT, confirm: PLAIN, deny: PLAIN },
  may: { style: "string" },
};
const OPTION = { needs: { text: TEXT, value: "string" }, may: { description: TEXT, url: "string" } };

const IN_ACTIONS = ["button", "overflow", "static_select"];
const IN_INPUT = ["plain_text_input", "static_select", "radio_buttons", "checkboxes"];

/** Say what is wrong with a block, or null. */
export function wrongBlock(block) {
  return wrongKind(block, BLOCKS, Object.keys(BLOCKS)) ?? emptySection(block);
}

/** Say what is wrong with an element of an actions block or of a section, or null. */
export function wrongAction(element) {
  return wrongKind(element, ELEMENTS, IN_ACTIONS) ?? wrongInside(element);
}

/** Say what is wrong with the element of an input block, or null. */
export function wrongInput(element) {
  return wrongKind(element, ELEMENTS, IN_INPUT) ?? wrongInside(element);
}

/** Say what is wrong with a text object, or null. */
export function wrongText(text, kinds = TEXT.kinds) {
  if (!isObject(text)) return "a text is missing";
  if (!kinds.includes(text.type)) return `unsupported text type \`${text.type}\``;
  return typeof text.text === "string" && text.text !== "" ? null : "a text is empty";
}

/** List the options of a menu, its groups opened. */
export function optionsOf(element) {
  return [...(element.options ?? []), ...(element.option_groups ?? []).flatMap((one) => one.options ?? [])];
}

function wrongKind(thing, shapes, kinds) {
  if (!isObject(thing)) return "it is no object";
  if (typeof thing.type !== "string" || !kinds.includes(thing.type)) {
    return `unsupported type \`${thing.type}\``;
  }
  return wrongShape(thing, shapes[thing.type], ["type", "block_id", "action_id"]);
}

function wrongShape(thing, { needs = {}, may = {} }, always = []) {
  const known = { ...may, ...needs };
  const strange = Object.keys(thing).find((key) => !(key in known) && !always.includes(key));
  if (strange !== undefined) return `unknown property \`${strange}\``;
  for (const [key, shape] of Object.entries(known)) {
    const wrong = key in thing || key in needs ? wrongValue(thing[key], shape) : null;
    if (wrong) return `\`${key}\`: ${wrong}`;
  }
  return null;
}

function wrongValue(value, shape) {
  if (shape === "any") return null;
  if (shape === "list") return Array.isArray(value) && value.length > 0 ? null : "must be a list";
  if (shape === "object") return isObject(value) ? null : "must be an object";
  if (shape === "string") return typeof value === "string" ? null : "must be a string";
  return wrongText(value, shape.kinds);
}

function wrongInside(element) {
  if ("confirm" in element) {
    const wrong = wrongShape(element.confirm, CONFIRM);
    if (wrong) return `\`confirm\`: ${wrong}`;
  }
  const chooses = !["button", "plain_text_input"].includes(element.type);
  if (chooses && optionsOf(element).length === 0) return "it has no options";
  return optionsOf(element).map((one) => wrongOption(one)).find(Boolean) ?? null;
}

function wrongOption(option) {
  if (!isObject(option)) return "an option is no object";
  const wrong = wrongShape(option, OPTION);
  return wrong && `an option: ${wrong}`;
}

function emptySection(block) {
  const empty = block.type === "section" && !("text" in block) && !("fields" in block);
  return empty ? "a section needs `text` or `fields`" : null;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
