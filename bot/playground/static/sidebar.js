// Whom one acts as, and the places where that person can go.

"use strict";

import { button, h, reconcile } from "./dom.js";
import { shown, spelled } from "./visible.js";

/** Fill the list of people, each with what they are. */
export function fillPeople(select, world, as) {
  const people = world.state.users.map((user) => [user.id, `${user.real_name} (${world.roleOf(user)})`]);
  const signature = JSON.stringify(people);
  if (select.dataset.signature !== signature) {
    select.replaceChildren(...people.map(([id, words]) => h("option", { value: id }, spelled(words))));
    select.dataset.signature = signature;
  }
  select.value = as;
}

/** Show channels, direct messages and the app's Home tab; `unread` counts per channel. */
export function showPlaces(list, world, { as, channel, unread }, go) {
  const places = world.channelsOf(as).map((one) => ({
    key: one.id,
    words: one.is_im ? world.titleOf(one) : one.name,
    sign: one.is_im ? "✉" : "#",
    notes: notesOf(one),
    count: unread(one.id),
  }));
  places.push({ key: "home", words: "Gatepost: Home", sign: "⌂", notes: [], count: 0 });
  const here = channel ?? "home";
  // Of the list, Tab reaches one place; the arrow keys go on from there.
  const stop = places.some((one) => one.key === here) ? here : places[0].key;
  const items = places.map((one) => {
    const signature = JSON.stringify([one, one.key === here, one.key === stop]);
    const draw = () => entry(one, { current: one.key === here, stop: one.key === stop }, go);
    return { key: one.key, signature, draw };
  });
  reconcile(list, items);
}

function notesOf(channel) {
  const notes = [];
  if (channel.is_ext_shared) notes.push("shared with another team");
  if (channel.is_archived) notes.push("archived");
  if (!channel.is_im && !channel.is_member) notes.push("the app is not in it");
  return notes;
}

function entry({ key, words, sign, notes, count }, { current, stop }, go) {
  const attributes = {
    class: count > 0 ? "place unread" : "place",
    "aria-current": current ? "page" : null,
    tabindex: stop ? "0" : "-1",
    "data-keep": key,
    "data-place": key,
  };
  const act = () => go(key === "home" ? null : key);
  const made = button(
    attributes,
    act,
    h("span", { class: "place-sign", "aria-hidden": "true" }, sign),
    h("span", { class: "place-name" }, shown(words), notes.length > 0 ? h("small", {}, ` (${notes.join(", ")})`) : null),
    count > 0 ? h("span", { class: "count", "aria-label": `${count} unread` }, String(count)) : null,
  );
  return h("li", {}, made);
}

/** Let the arrow keys, Home and End go through the places. */
export function walkWithArrows(list) {
  list.addEventListener("keydown", (event) => {
    const places = [...list.querySelectorAll("button")];
    const at = places.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: places.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    places[Math.min(Math.max(to, 0), places.length - 1)].focus();
  });
}
