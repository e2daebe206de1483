// A rich_text block: its text is literal, and only its own elements are live.

"use strict";

import { time } from "./dates.js";
import { anchor, h } from "./dom.js";
import { emoji } from "./emoji.js";
import { faulty, faultyInline } from "./faulty.js";
import { badge, mark } from "./live.js";
import { shown, spelled } from "./visible.js";

const STYLE_TAGS = { bold: "strong", italic: "em", strike: "s", code: "code", underline: "u" };
const LEVELS = 9;

/** Draw the elements of a rich_text block. */
export function rich(reading, elements) {
  return elements.map((element) => {
    const draw = Object.hasOwn(CONTAINERS, element?.type) ? CONTAINERS[element.type] : null;
    if (draw === null) return faulty(`unsupported type \`${element?.type}\``, element);
    if (!Array.isArray(element.elements)) return faulty("`elements` must be a list", element);
    return draw(reading, element);
  });
}

const CONTAINERS = {
  rich_text_section: (reading, element) => h("p", { class: "line" }, runs(reading, element)),
  rich_text_quote: (reading, element) => h("blockquote", {}, runs(reading, element)),
  rich_text_preformatted: preformatted,
  rich_text_list: list,
};

function runs(reading, container) {
  return container.elements.map((run) => {
    const draw = Object.hasOwn(RUNS, run?.type) ? RUNS[run.type] : null;
    if (draw === null) return faultyInline(`unsupported type ${run?.type}`, run);
    return styled(draw(reading, run), run.style);
  });
}

const RUNS = {
  text: (_reading, run) => (typeof run.text === "string" ? shown(run.text) : faultyInline("no text", run)),
  link: linked,
  user: mentioned,
  channel: (reading, run) => {
    const known = reading.world.channel(run.channel_id);
    return known ? badge(`#${known.name}`) : faultyInline(`no channel ${run.channel_id}`, run);
  },
  usergroup: (_reading, run) => badge(`@${run.usergroup_id}`),
  broadcast: (reading, run) => mark(reading, `a call to @${run.range}`, shown(`@${run.range}`)),
  emoji: pictured,
  date: dated,
};

/** A mention that the app made as such is live on purpose, and drawn as one. */
function mentioned(reading, run) {
  const user = reading.world.user(run.user_id);
  if (!user) return faultyInline(`no user ${run.user_id}`, run);
  return badge(`@${user.real_name}`, user.id === reading.as);
}

function linked(_reading, run) {
  return anchor(run.url, shown(run.text ?? run.url)) ?? faultyInline(`no link ${run.url}`, run);
}

function pictured(_reading, run) {
  const picture = emoji(run.name, run.unicode);
  const code = `:${run.name}:`;
  return picture ? h("span", { role: "img", "aria-label": spelled(code), title: spelled(code) }, picture) : shown(code);
}

function dated(_reading, run) {
  const fit = Number.isInteger(run.timestamp) && typeof run.format === "string";
  const drawn = fit ? time(run.timestamp, run.format, run.fallback) : null;
  if (drawn !== null) return run.url ? (anchor(run.url, drawn) ?? faultyInline(`no link ${run.url}`, run)) : drawn;
  return typeof run.fallback === "string" ? shown(run.fallback) : faultyInline("no date", run);
}

function styled(node, style) {
  const tags = Object.entries(STYLE_TAGS).filter(([name]) => style?.[name] === true);
  return tags.reduce((inner, [, tag]) => h(tag, {}, inner), node);
}

/** Where others' words stand: a link in here is one that nobody meant to be live. */
function preformatted(reading, container) {
  const inner = container.elements.map((run) => {
    if (run?.type === "text") return runs(reading, { elements: [run] });
    if (run?.type !== "link") return faultyInline(`unsupported type ${run?.type}`, run);
    return mark(reading, `a link to ${run.url}`, shown(run.text ?? run.url), ` → ${spelled(run.url)}`);
  });
  return h("pre", { class: "literal" }, inner);
}

function list(reading, container) {
  const ordered = container.style === "ordered";
  if (!ordered && container.style !== "bullet") return faulty("a list of no known style", container);
  const indent = Math.min(Number(container.indent ?? 0), LEVELS - 1);
  const made = h(ordered ? "ol" : "ul", { class: `list indent-${indent}` });
  if (ordered) made.start = Number(container.offset ?? 0) + 1;
  made.append(
    ...container.elements.map((item) =>
      item?.type === "rich_text_section" && Array.isArray(item.elements)
        ? h("li", {}, runs(reading, item))
        : h("li", {}, faulty("a list holds sections", item)),
    ),
  );
  return made;
}
