// @ts-check
// Values on their way out, as a primitive or as bridge JSON.

import { list } from "./primordials.js";
import { exceeded, invalid } from "./errors.js";
import { TAG_TEXT, TAG_VALUE } from "./kinds.js";
import { Walker } from "./walker.js";
import { bytesOf } from "./bytes.js";
import { write } from "./shield.js";

/**
 * How large a value may be. Whoever exceeds a limit is answered `RESOURCE_EXHAUSTED` with its name.
 *
 * @typedef {object} Limits
 * @property {number} depth containers in containers
 * @property {number} nodes values in all
 * @property {number} messageBytes characters of text
 * @property {number} contextLength characters of a call's context, names and values together
 */

/** @type {Limits} */
export const DEFAULT_LIMITS = { depth: 256, nodes: 1_000_000, messageBytes: 33_554_432, contextLength: 8192 };

export class Encoder {
  #limits;

  // What `encode` made: fields, so that a call allocates no result object.

  tag = TAG_VALUE;
  /** @type {unknown} */
  body;
  /** @type {unknown[] | undefined} */
  attachments;

  #walker;

  /**
   * @param {Limits} limits
   * @param {number} inline bytes of at most so many go into the text as base64
   */
  constructor(limits, inline) {
    this.#limits = limits;
    this.#walker = new Walker(limits, inline);
  }

  /**
   * Leaves tag, body and attachments in this object's fields. Throws a `BridgeError` when the value cannot cross.
   *
   * @param {unknown} value
   * @param {string} label what the value is to its sender: the beginning of every path
   */
  encode(value, label) {
    switch (typeof value) {
      case "string":
        if (value.length > this.#limits.messageBytes) throw exceeded(label, "messageBytes", this.#limits.messageBytes);
        break;
      case "object":
        if (value !== null) return this.#encodeText(value, label);
        break;
      case "bigint":
      case "function":
      case "symbol":
        return this.#encodeText(value, label);
    }
    this.tag = TAG_VALUE;
    this.body = value;
    this.attachments = undefined;
  }

  /**
   * Bridge JSON of any value, for carriers of text. Its attachments are left in the field.
   *
   * @param {unknown} value
   * @param {string} label
   * @returns {string}
   */
  text(value, label) {
    this.#encodeText(value, label);
    return /** @type {string} */ (this.body);
  }

  /**
   * @param {unknown} value
   * @param {string} label
   */
  #encodeText(value, label) {
    // A getter in the value may call the bridge: the outer pass goes on where it was.
    const walker = this.#walker;
    const { nodes, attached, found } = walker;
    walker.nodes = 0;
    walker.attached = 0;
    walker.found = undefined;
    try {
      const tree = walker.tree(value, label);
      const text = this.#stringify(tree, label);
      this.tag = TAG_TEXT;
      this.body = text;
      this.attachments = this.#collect(walker.found, label);
    } finally {
      walker.nodes = nodes;
      walker.attached = attached;
      walker.found = found;
    }
  }

  /**
   * @param {unknown} tree
   * @param {string} label
   */
  #stringify(tree, label) {
    const { messageBytes } = this.#limits;
    let text;
    try {
      text = write(tree);
    } catch {
      throw exceeded(label, "messageBytes", messageBytes); // Longer than a string can be.
    }
    if (text.length > messageBytes) throw exceeded(label, "messageBytes", messageBytes);
    return text;
  }

  /**
   * @param {Map<number, unknown> | undefined} found
   * @param {string} label
   */
  #collect(found, label) {
    if (found === undefined) return undefined;
    const attachments = list(found.size);
    found.forEach((/** @type {unknown} */ bytes, /** @type {number} */ index) => {
      this.#requireAttached(bytes, label);
      attachments[index] = bytes;
    });
    return attachments;
  }

  /**
   * A getter later in the same value may have detached bytes that were whole when they were met.
   *
   * @param {unknown} bytes
   * @param {string} label
   */
  #requireAttached(bytes, label) {
    try {
      bytesOf(bytes);
    } catch (cause) {
      throw invalid(`${label}: a detached buffer cannot cross the bridge`, { cause });
    }
  }
}
