// @ts-check
// What the other side offers this connection, once it has told: which names are streams, constants or take arguments.

import { OwnMap, freeze, getOwnPropertyNames, list, stringLastIndexOf, stringSlice } from "./primordials.js";
import { BridgeError } from "./errors.js";
import { own } from "./values.js";

/** @typedef {import("./session.js").Session} Session */

/**
 * @typedef {object} Member
 * @property {"method" | "stream" | "event" | "constant"} kind
 * @property {number} [arguments] how many a function takes one by one; one object of named parameters when left out
 * @property {unknown} [value] a constant's
 */

/** Names that were asked for and are unknown are remembered, up to this many: they come from the page. */
const MOST_UNKNOWN = 1024;

export class Contract {
  #session;
  #discover;
  /** @type {Map<string, Member>} */
  #members = new OwnMap();
  #unknown = new OwnMap();

  /**
   * @param {Session} session
   * @param {(() => unknown) | undefined} discover tells the contract's text at once, where a link can
   */
  constructor(session, discover) {
    this.#session = session;
    this.#discover = discover;
  }

  /**
   * @param {string} name
   * @returns {Member | undefined}
   */
  find(name) {
    const known = this.#members.get(name);
    if (known !== undefined || this.#discover === undefined || this.#unknown.has(name)) return known;
    // Handlers may have been added since.
    this.#ask();
    const member = this.#members.get(name);
    if (member === undefined && this.#unknown.size < MOST_UNKNOWN) this.#unknown.set(name, true);
    return member;
  }

  /**
   * The parts of the known names after `prefix` and before the last dot, or after it.
   *
   * @param {string | undefined} plugin undefined for the plugins themselves
   * @returns {string[]}
   */
  names(plugin) {
    if (this.#members.size === 0) this.#ask();
    const seen = new OwnMap();
    this.#members.forEach((/** @type {Member} */ member, /** @type {string} */ name) => {
      const dot = /** @type {number} */ (stringLastIndexOf(name, "."));
      if (dot < 0) return;
      const before = stringSlice(name, 0, dot);
      if (plugin !== undefined && (before !== plugin || member.kind === "event")) return;
      const part = plugin === undefined ? before : stringSlice(name, dot + 1);
      seen.set(part, true);
    });
    const names = /** @type {string[]} */ (list(seen.size));
    let at = 0;
    seen.forEach((/** @type {boolean} */ _, /** @type {string} */ part) => {
      names[at] = part;
      at += 1;
    });
    return names;
  }

  /**
   * Takes what the other side told instead of what it had told before.
   *
   * @param {unknown} text
   * @returns {{ hash: string, members: Record<string, Member> }}
   */
  take(text) {
    const told = this.#read(text);
    this.#members = new OwnMap();
    this.#unknown = new OwnMap();
    this.#add(told.members);
    return freeze({ hash: told.hash, members: freeze(told.members) });
  }

  /**
   * @param {unknown} text
   * @returns {{ hash: string, members: Record<string, Member> }}
   */
  #read(text) {
    const told = typeof text === "string" ? this.#session.decode(text, undefined) : undefined;
    const members = own(told, "members");
    const hash = own(told, "hash");
    if (typeof members !== "object" || members === null || typeof hash !== "string") {
      throw new BridgeError("UNIMPLEMENTED", "the other side does not tell what it offers");
    }
    return { hash, members: /** @type {Record<string, Member>} */ (members) };
  }

  /** @param {Record<string, Member>} members */
  #add(members) {
    const names = getOwnPropertyNames(members);
    for (let at = 0; at < names.length; at += 1) {
      if (!this.#members.has(names[at])) this.#members.set(names[at], freeze(/** @type {Member} */ (own(members, names[at]))));
    }
  }

  /** Adds what is told at once: it may be older than what was taken. */
  #ask() {
    if (this.#discover === undefined) return;
    try {
      this.#add(this.#read(this.#discover()).members);
    } catch (error) {
      this.#discover = undefined; // A link that cannot tell: every name is a method then.
      this.#session.report(error);
    }
  }
}
