// What went wrong, for the person one acts as: Slack's small warnings, and what could not be done.

"use strict";

import { button, h, reconcile } from "./dom.js";
import { spelled } from "./visible.js";

const CLICK_UNHEARD = "the app did not take your click";

export class Notices {
  #region;
  #own = [];
  #dismissed = new Set();
  #minted = 0;

  constructor(region) {
    this.#region = region;
  }

  /** Say at once that something could not be done. */
  add(as, words) {
    this.#minted += 1;
    this.#own.push({ key: `own ${this.#minted}`, user: as, words });
  }

  /** Show what concerns this person and was not dismissed. */
  show(as, warnings) {
    const told = warnings.map((one) => ({ key: one.ts, user: one.user, words: inSlacksWords(one.words) }));
    const items = [...told, ...this.#own].filter((one) => one.user === as && !this.#dismissed.has(one.key));
    reconcile(
      this.#region,
      items.map((item) => ({ key: item.key, signature: item.words, draw: () => this.#draw(item) })),
    );
  }

  #draw({ key, words }) {
    const made = h("div", { class: "notice" }, h("span", { "aria-hidden": "true" }, "⚠"), h("span", {}, spelled(words)));
    const away = () => {
      this.#dismissed.add(key);
      made.remove();
    };
    made.append(button({ class: "text-button", "aria-label": `Dismiss: ${spelled(words)}` }, away, "Dismiss"));
    return made;
  }
}

function inSlacksWords(words) {
  return words.startsWith(CLICK_UNHEARD) ? `This click reached nobody: ${words}.` : `${words[0].toUpperCase()}${words.slice(1)}.`;
}
