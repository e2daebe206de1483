// The playground's state, and the questions that the page asks of it.

"use strict";

// What these accounts are for in every fresh playground; what else they are, their flags say.
const ROLES = {
  U_OWNER: "owner of the demo agent",
  U_ANA: "reviewer",
  U_BEN: "reviewer",
  U_ONCALL: "on call",
};

export class World {
  #users;
  #channels;

  constructor(state) {
    this.state = state;
    this.#users = new Map(state.users.map((user) => [user.id, user]));
    this.#channels = new Map(state.channels.map((channel) => [channel.id, channel]));
  }

  user(id) {
    return this.#users.get(id);
  }

  channel(id) {
    return this.#channels.get(id);
  }

  nameOf(userId) {
    return this.user(userId)?.real_name ?? userId;
  }

  /** Say what an account is, in a few words. */
  roleOf(user) {
    if (user.deleted) return "deactivated";
    if (user.id === this.state.app.bot_user_id) return "this app";
    if (user.is_workflow_bot) return "workflow";
    if (user.is_bot) return "another bot";
    if (user.is_ultra_restricted) return "single-channel guest";
    if (user.is_restricted) return "guest";
    if (user.is_stranger) return "of another team";
    if (user.enterprise_user) return "of another workspace of the enterprise";
    return ROLES[user.id] ?? "member";
  }

  /** List the channels and direct messages that a person has before them. */
  channelsOf(userId) {
    return this.state.channels.filter((one) =>
      one.is_im ? one.user === userId : one.members.includes(userId),
    );
  }

  titleOf(channel) {
    return channel.is_im ? this.nameOf(this.state.app.bot_user_id) : `#${channel.name}`;
  }

  /** List what a person sees in a channel, oldest first: messages, and those for them alone. */
  timeline(channelId, userId) {
    const messages = this.state.messages.filter(
      (one) => one.channel === channelId && inChannel(one) && (!one.deleted || this.replies(one).length > 0),
    );
    return inOrder([...messages, ...this.#whispers(channelId, userId).filter((one) => !one.thread_ts)]);
  }

  /** List a thread as a person sees it: the first message and what hangs below it. */
  thread(channelId, rootTs, userId) {
    const here = this.state.messages.filter((one) => one.channel === channelId);
    const messages = here.filter((one) => one.ts === rootTs || (one.thread_ts === rootTs && !one.deleted));
    const whispers = this.#whispers(channelId, userId).filter((one) => one.thread_ts === rootTs);
    return inOrder([...messages, ...whispers]);
  }

  replies(message) {
    return this.state.messages.filter(
      (one) =>
        one.channel === message.channel && one.thread_ts === message.ts && one.ts !== message.ts && !one.deleted,
    );
  }

  /** Count what others wrote in a channel after a moment, replies as well. */
  countAfter(channelId, ts, userId) {
    const heard = (one) => one.channel === channelId && one.ts > ts && !one.deleted && one.user !== userId;
    return [...this.state.messages, ...this.#whispers(channelId, userId)].filter(heard).length;
  }

  /** Say who wrote a message: {name, tag, app, own}; `app`: no person typed it. */
  authorOf(message) {
    const { app } = this.state;
    if (message.whisper) return { name: this.nameOf(app.bot_user_id), tag: "APP", app: true, own: true };
    const user = this.user(message.user) ?? this.state.users.find((one) => one.profile.bot_id === message.bot_id);
    const name = message.username ?? user?.real_name ?? message.bot_id;
    const own = message.bot_id === app.bot_id;
    if (!message.bot_id) return { name, tag: foreign(user, app), app: false, own };
    return { name, tag: user?.is_workflow_bot ? "WORKFLOW" : "APP", app: true, own };
  }

  modalOf(userId) {
    return this.state.modals.find((view) => view.user === userId && view.top);
  }

  homeOf(userId) {
    return this.state.homes[userId];
  }

  warningsOf(userId) {
    return this.state.warnings.filter((one) => one.user === userId);
  }

  #whispers(channelId, userId) {
    return this.state.ephemerals
      .filter((one) => one.channel === channelId && one.user === userId)
      .map((one) => ({ ...one, whisper: true }));
  }
}

function foreign(user, app) {
  return user && user.team_id !== app.team_id ? "OUTSIDE" : null;
}

function inChannel(message) {
  const reply = message.thread_ts && message.thread_ts !== message.ts;
  return !reply || message.subtype === "thread_broadcast";
}

function inOrder(messages) {
  return messages.sort((one, other) => (one.ts < other.ts ? -1 : 1));
}
