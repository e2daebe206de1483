// Starts the page: takes the token, asks the control for the state, and asks again at each change.

"use strict";

import { Control, Unauthorized, Unreachable } from "./control.js";
import { Desk } from "./desk.js";
import { forgetToken, takeToken } from "./memory.js";
import { World } from "./world.js";

const RETRY_MS = 1000;
const $ = (id) => document.getElementById(id);

function gone(title, words) {
  $("gone-title").textContent = title;
  $("gone-words").textContent = words;
  $("gone").removeAttribute("hidden");
  $("desk").setAttribute("hidden", "");
}

function unknownToken() {
  forgetToken();
  gone(
    "This token is not known here",
    "The playground was started anew, or the address was cut. Open the address that the running ./gatepost demo printed.",
  );
}

function lost(isLost) {
  $("lost").toggleAttribute("hidden", !isLost);
}

/** Carry out one act; null where it did not reach the playground. */
async function act(control, name, body) {
  try {
    return await control.act(name, body);
  } catch (error) {
    if (error instanceof Unauthorized) unknownToken();
    else if (error instanceof Unreachable) lost(true);
    else throw error;
    return null;
  }
}

async function follow(control, desk) {
  let version = -1;
  for (;;) {
    try {
      if (version < 0 || (await control.changeAfter(version)) !== version) {
        const state = await control.state();
        version = state.version;
        $("desk").removeAttribute("hidden");
        desk.show(new World(state));
      }
      lost(false);
    } catch (error) {
      if (error instanceof Unauthorized) return unknownToken();
      if (!(error instanceof Unreachable)) throw error;
      lost(true);
      // A playground that was started anew counts from zero again.
      version = -1;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

addEventListener("hashchange", () => location.hash && location.reload());

const token = takeToken();
if (token === null) {
  gone(
    "This page needs its token",
    "Open the whole address that ./gatepost demo printed: it ends in #token= and the token.",
  );
} else {
  const control = new Control(token);
  await follow(control, new Desk((name, body) => act(control, name, body)));
}
