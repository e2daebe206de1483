// Speaks with the playground's control, as whoever holds the token of the printed address.

"use strict";

/** The control does not know the token. */
export class Unauthorized extends Error {}
/** The control cannot be reached. */
export class Unreachable extends Error {}

export class Control {
  #token;

  constructor(token) {
    this.#token = token;
  }

  /** Return everything that exists. */
  async state() {
    return this.#call("state");
  }

  /** Wait until something changed after this version (at most some 25 s), and return the new one. */
  async changeAfter(version) {
    return (await this.#call(`events?after=${version}`)).version;
  }

  /** Do something as a person; `ok` is false, with an `error`, where nobody could do it. */
  async act(name, body) {
    return this.#call(name, { method: "POST", body: JSON.stringify(body) });
  }

  async #call(path, options = {}) {
    const headers = { Authorization: `Bearer ${this.#token}` };
    if (options.body) headers["Content-Type"] = "application/json";
    const answer = await reach(`/_control/${path}`, { ...options, headers, cache: "no-store" });
    if (answer.status === 401) throw new Unauthorized();
    if (answer.status >= 500) throw new Unreachable(`status ${answer.status}`);
    return answer.json();
  }
}

async function reach(address, options) {
  try {
    return await fetch(address, options);
  } catch (error) {
    throw new Unreachable(String(error));
  }
}
