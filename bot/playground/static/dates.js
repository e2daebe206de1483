// Slack's date tokens, in the reader's own zone and language.

"use strict";

import { h } from "./dom.js";

const DAY = { year: "numeric", month: "long", day: "numeric" };
const SHORT_DAY = { ...DAY, month: "short" };
const FORMS = {
  date_num: { year: "numeric", month: "2-digit", day: "2-digit" },
  date_slash: { year: "numeric", month: "2-digit", day: "2-digit" },
  date: DAY,
  date_short: SHORT_DAY,
  date_long: { ...DAY, weekday: "long" },
  time: { hour: "numeric", minute: "2-digit" },
  time_secs: { hour: "numeric", minute: "2-digit", second: "2-digit" },
};
const PRETTY = {
  date_pretty: "date",
  date_short_pretty: "date_short",
  date_long_pretty: "date_long",
  day_divider_pretty: "date_long",
};
const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];
const NEAR = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

/** Write an instant (seconds since 1970) in Slack's format; null where the format is not Slack's. */
export function formatted(seconds, format, now = Date.now()) {
  const when = new Date(seconds * 1000);
  if (Number.isNaN(when.getTime())) return null;
  const strange = [...format.matchAll(/\{([^{}]*)\}/g)].some(([, token]) => !isKnown(token));
  return strange ? null : format.replace(/\{(\w+)\}/g, (_, token) => written(token, when, now));
}

function isKnown(token) {
  return token in FORMS || token in PRETTY || token === "ago";
}

function written(token, when, now) {
  if (token === "ago") return ago(when, now);
  if (token in PRETTY) return nearDay(when, now) ?? inForm(PRETTY[token], when);
  return inForm(token, when);
}

function inForm(token, when) {
  return new Intl.DateTimeFormat(undefined, FORMS[token]).format(when);
}

function ago(when, now) {
  const seconds = Math.round((when.getTime() - now) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS.at(-1);
  return NEAR.format(Math.trunc(seconds / size), unit);
}

function nearDay(when, now) {
  const days = Math.round((midnight(when) - midnight(new Date(now))) / 86_400_000);
  return Math.abs(days) <= 1 ? NEAR.format(days, "day") : null;
}

function midnight(when) {
  return Date.UTC(when.getFullYear(), when.getMonth(), when.getDate());
}

/** Draw an instant; null where the format is not Slack's. */
export function time(seconds, format, fallback = "") {
  const words = formatted(seconds, format);
  if (words === null) return null;
  const exact = new Date(seconds * 1000).toISOString();
  return h("time", { datetime: exact, title: fallback ? `${exact} (${fallback})` : exact }, words);
}

/** Write the seconds of a message's `ts`. */
export function secondsOf(ts) {
  return Number(ts);
}
