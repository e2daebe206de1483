// What this tab remembers over a reload: the token, and where one was.

"use strict";

const TOKEN = "gatepost.token";
const PLACE = "gatepost.place";

/** Take the token from the address, which then no longer shows it; else the one of this tab. */
export function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given) {
    // A token left in the address would be copied along with it, and kept in the history.
    history.replaceState(null, "", location.pathname);
    sessionStorage.setItem(TOKEN, given);
  }
  return sessionStorage.getItem(TOKEN);
}

export function forgetToken() {
  sessionStorage.removeItem(TOKEN);
}

export function keepPlace(place) {
  sessionStorage.setItem(PLACE, JSON.stringify(place));
}

/** Return where one was: {as, channel, thread}; `channel` is null on the Home tab. */
export function lastPlace() {
  const kept = sessionStorage.getItem(PLACE);
  return kept ? JSON.parse(kept) : { as: "U_ANA", channel: "C_APPROVALS", thread: null };
}
