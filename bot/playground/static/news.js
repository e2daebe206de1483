// What is new since the page was opened: counted per channel, and told to a screen reader.

"use strict";

import { spelled } from "./visible.js";

const LONGEST = 160;

export class News {
  #region;
  #world = null;
  #told = null;
  #seen = new Map();
  #opened = null;
  #as = null;

  constructor(region) {
    this.#region = region;
  }

  /** Take note of a state, and of where the person is in it. */
  tell(world, { as, channel }) {
    const newest = world.state.messages.at(-1)?.ts ?? "";
    this.#opened ??= newest;
    this.#world = world;
    this.#as = as;
    if (channel !== null) this.#seen.set(`${as} ${channel}`, newest);
    if (this.#told !== null) this.#speak(world, as);
    this.#told = newest;
    const count = world.channelsOf(as).reduce((sum, one) => sum + this.unread(one.id), 0);
    document.title = count > 0 ? `(${count}) Gatepost playground` : "Gatepost playground";
  }

  /** Count what the person has not looked at in a channel. */
  unread(channelId) {
    const since = this.#seen.get(`${this.#as} ${channelId}`) ?? this.#opened;
    return this.#world.countAfter(channelId, since, this.#as);
  }

  #speak(world, as) {
    const open = new Set(world.channelsOf(as).map((one) => one.id));
    const heard = (one) => one.ts > this.#told && open.has(one.channel) && one.user !== as && !one.deleted;
    const fresh = world.state.messages.filter(heard);
    if (fresh.length > 0) this.#region.textContent = fresh.map((one) => sentence(world, one)).join(" ");
  }
}

function sentence(world, message) {
  const where = world.titleOf(world.channel(message.channel));
  const text = spelled([...(message.text ?? "")].slice(0, LONGEST).join(""));
  return `New in ${where} from ${spelled(world.authorOf(message).name)}: ${text}.`;
}
