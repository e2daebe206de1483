// Everything that is on the page once the control answers, and where one is in it.

"use strict";

import { blocks } from "./blocks.js";
import { Composer, read } from "./composer.js";
import { ModalWindow, confirmed } from "./dialogs.js";
import { findKept, h, reconcile } from "./dom.js";
import { holding } from "./hold.js";
import { liveNote, reader } from "./live.js";
import { keepPlace, lastPlace } from "./memory.js";
import { MessageList } from "./messages.js";
import { News } from "./news.js";
import { Notices } from "./notices.js";
import { fillPeople, showPlaces, walkWithArrows } from "./sidebar.js";

const $ = (id) => document.getElementById(id);

export class Desk {
  #act;
  #world = null;
  #place = lastPlace();
  #draw = holding(() => this.#redraw());
  #notices = new Notices($("notices"));
  #news = new News($("news"));
  #main = new MessageList($("messages"), $("more"));
  #thread = new MessageList($("thread-messages"), $("thread-more"));
  #modal;
  #write;
  #reply;

  /** `act(name, body)` does something as a person and returns the control's answer, or null. */
  constructor(act) {
    this.#act = act;
    this.#modal = new ModalWindow({
      submit: (view, values) => this.#submit(view, values),
      close: (view) => this.#do("close", { view_id: view.id }),
      press: (press, from) => this.#press({}, press, from),
      home: () => $("main-title"),
    });
    this.#write = new Composer($("composer"), (typed) => this.#send(typed, null));
    this.#reply = new Composer($("thread-composer"), (typed) => this.#send(typed, this.#place.thread));
    this.#listen();
  }

  /** Show this state of the playground. */
  show(world) {
    this.#world = world;
    this.#draw();
  }

  get #viewer() {
    return { world: this.#world, as: this.#place.as };
  }

  #listen() {
    $("as").addEventListener("change", ({ target }) => this.#actAs(target.value));
    walkWithArrows($("places"));
    $("to-places").addEventListener("click", () => this.#toPlaces());
    for (const id of ["to-messages", "close-thread"]) $(id).addEventListener("click", () => this.#closeThread());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.#place.thread && !event.defaultPrevented) this.#closeThread();
    });
  }

  // ---- going about -------------------------------------------------------------------------

  #actAs(userId) {
    this.#move({ as: userId });
    if (this.#place.channel === null) this.#do("home", {});
  }

  #goTo(channel) {
    this.#move({ channel, thread: null }, "messages");
    this.#focusOnPhone($("main-title"));
    if (channel === null) this.#do("home", {});
  }

  #openThread(ts) {
    this.#move({ thread: ts }, "thread");
    $("thread-title").focus();
  }

  #closeThread() {
    const root = this.#place.thread;
    this.#move({ thread: null }, "messages");
    const message = $("messages").querySelector(`[data-key="${CSS.escape(root)}"]`);
    ((message && findKept(message, "thread")) ?? $("main-title")).focus();
  }

  #toPlaces() {
    document.body.dataset.pane = "places";
    this.#focusOnPhone($("places-title"));
  }

  /** On a phone one pane fills the page: the focus goes along into it. */
  #focusOnPhone(heading) {
    if (matchMedia("(max-width: 719px)").matches) heading.focus();
  }

  #move(change, pane = document.body.dataset.pane) {
    // A list that is not shown yet cannot be scrolled to its end.
    document.body.dataset.pane = pane;
    this.#place = { ...this.#place, ...change };
    keepPlace(this.#place);
    this.#redraw();
  }

  // ---- doing -------------------------------------------------------------------------------

  async #do(name, body) {
    const as = this.#place.as;
    const answer = await this.#act(name, { as, ...body });
    if (answer && !answer.ok) this.#complain(as, answer.error);
    return answer;
  }

  #complain(as, words) {
    this.#notices.add(as, words);
    this.#draw();
  }

  async #press(where, { confirm, ...press }, from) {
    if (from?.hasAttribute("aria-busy") || !(await confirmed(this.#viewer, confirm))) return;
    from?.setAttribute("aria-busy", "true");
    await this.#do("click", { ...where, ...press });
    from?.removeAttribute("aria-busy");
  }

  async #submit(view, values) {
    const answer = await this.#act("submit", { as: this.#place.as, view_id: view.id, values });
    if (answer?.errors) this.#modal.fail(answer.errors);
    else if (answer && (!answer.ok || answer.warning)) this.#modal.say(answer.error ?? answer.warning);
  }

  async #send(typed, threadTs) {
    const { command, text } = read(typed, this.#world.state.users);
    const where = { channel: this.#place.channel, text };
    if (command && threadTs) {
      this.#complain(this.#place.as, "slash commands do not run in threads");
      return false;
    }
    const more = threadTs ? { thread_ts: threadTs } : {};
    const answer = command
      ? await this.#do("command", { ...where, command })
      : await this.#do("message", { ...where, ...more });
    return answer?.ok === true;
  }

  // ---- drawing -----------------------------------------------------------------------------

  #redraw() {
    this.#settle();
    const { as, channel } = this.#place;
    const world = this.#world;
    const here = channel === null ? null : world.channel(channel);
    this.#news.tell(world, this.#place);
    fillPeople($("as"), world, as);
    showPlaces($("places"), world, { as, channel, unread: (id) => this.#news.unread(id) }, (id) => this.#goTo(id));
    $("no-places").toggleAttribute("hidden", world.channelsOf(as).length > 0);
    this.#notices.show(as, world.warningsOf(as));
    this.#showMain(here);
    this.#showThread(here);
    this.#modal.show(world.modalOf(as), this.#viewer);
  }

  /** Leave a channel that this person does not see. */
  #settle() {
    const { as, channel } = this.#place;
    const known = this.#world.user(as) ? as : this.#world.state.users[0].id;
    const open = this.#world.channelsOf(known).map((one) => one.id);
    const seen = channel === null || open.includes(channel);
    if (known === as && seen) return;
    this.#place = { as: known, channel: seen ? channel : (open[0] ?? null), thread: null };
    keepPlace(this.#place);
  }

  #showMain(channel) {
    for (const id of ["messages", "composer"]) $(id).toggleAttribute("hidden", channel === null);
    $("home").toggleAttribute("hidden", channel !== null);
    if (channel === null) {
      this.#showHome();
      return;
    }
    const title = this.#world.titleOf(channel);
    const { as } = this.#place;
    $("main-title").textContent = title;
    $("main-note").textContent = `as ${this.#world.nameOf(as)}`;
    this.#write.show(channel.id, `Message ${title}`, ", or a slash command");
    this.#main.show(`${as} ${channel.id}`, this.#world.timeline(channel.id, as), this.#viewer, this.#acts());
  }

  #showHome() {
    const { as } = this.#place;
    const view = this.#world.homeOf(as);
    $("main-title").textContent = "Gatepost: Home";
    $("main-note").textContent = `as ${this.#world.nameOf(as)}`;
    $("more").setAttribute("hidden", "");
    const draw = () => (view ? this.#home(view) : h("p", { class: "quiet" }, "The app has put nothing here for this person."));
    reconcile($("home"), [{ key: `home ${as}`, signature: view?.hash ?? "none", draw }]);
  }

  #home(view) {
    const reading = reader(this.#viewer, true);
    const scene = { reading, press: (press, from) => this.#press({ view_id: view.id }, press, from) };
    const drawn = blocks(scene, view.blocks);
    return h("div", { class: "blocks", "data-key": view.id, tabindex: "-1" }, drawn, liveNote(reading));
  }

  #showThread(channel) {
    const { as, thread } = this.#place;
    const messages = thread && channel ? this.#world.thread(channel.id, thread, as) : [];
    const open = messages.length > 0;
    $("thread").toggleAttribute("hidden", !open);
    document.body.classList.toggle("with-thread", open);
    if (!open && document.body.dataset.pane === "thread") document.body.dataset.pane = "messages";
    if (!open) return;
    this.#reply.show(thread, "Reply in the thread");
    this.#thread.show(`${as} ${channel.id} ${thread}`, messages, this.#viewer, this.#acts(), { inThread: true });
  }

  #acts() {
    return {
      press: (message, press, from) => this.#press(placeOf(message), press, from),
      openThread: (ts) => this.#openThread(ts),
      dismiss: (message) => this.#do("close", { view_id: message.id }),
    };
  }
}

function placeOf(message) {
  return message.whisper ? { view_id: message.id } : { channel: message.channel, ts: message.ts };
}
