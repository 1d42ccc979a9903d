// @ts-check
// What the other side offers this connection, once it is known: which names are streams or constants, and which take arguments.

import { list } from "../shared/lists.js";
import { freeze, getOwnPropertyNames, OwnMap, stringLastIndexOf, stringSlice } from "../shared/primordials.js";
import { BridgeError } from "./errors.js";
import { own } from "./values.js";

/** @typedef {import("./session.js").Session} Session */

/**
 * @typedef {object} Member
 * @property {"method" | "stream" | "event" | "constant"} kind
 * @property {number} [arguments] the number of positional arguments; one object of named parameters when left out
 * @property {unknown} [value] the value of a constant
 */

/** The most unknown names that are remembered: a page chooses the names. */
const MOST_UNKNOWN = 1024;

export class Contract {
  #session;
  #discover;
  /** @type {Map<string, Member>} */
  #members = new OwnMap();
  #unknown = new OwnMap();

  /**
   * @param {Session} session
   * @param {(() => unknown) | undefined} discover returns the text of the contract at once, where a link can
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
    // A handler may have been added since.
    this.#ask();
    const member = this.#members.get(name);
    if (member === undefined && this.#unknown.size < MOST_UNKNOWN) this.#unknown.set(name, true);
    return member;
  }

  /**
   * The segments of the known names that follow `prefix`, up to the last dot or after it.
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
   * Replaces the contract by one that the other side sent.
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
      throw new BridgeError("UNIMPLEMENTED", "the other side has no contract");
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

  /** Adds the contract that the link returns at once: it may be older than one that was sent. */
  #ask() {
    if (this.#discover === undefined) return;
    try {
      this.#add(this.#read(this.#discover()).members);
    } catch (error) {
      this.#discover = undefined; // The link has no contract: every name is a method then.
      this.#session.report(error);
    }
  }
}
