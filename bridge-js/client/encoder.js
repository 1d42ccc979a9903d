// @ts-check
// Values on their way out, as a primitive or as bridge JSON.

import * as writing from "#deferred/client/writer.js";
import { exceeded } from "./errors.js";
import { TAG_VALUE } from "./kinds.js";

/**
 * How large a value may be. Whoever exceeds a limit is answered `RESOURCE_EXHAUSTED` with its name.
 *
 * @typedef {object} Limits
 * @property {number} depth containers in containers
 * @property {number} nodes values in all
 * @property {number} messageBytes characters of text
 * @property {number} metadataLength characters of a call's metadata, names and values together
 */

/** @type {Limits} */
export const DEFAULT_LIMITS = { depth: 256, nodes: 1_000_000, messageBytes: 33_554_432, metadataLength: 8192 };

export class Encoder {
  #limits;
  #inline;
  /**
   * Made for the first value that is no primitive.
   *
   * @type {import("./writer.js").Writer | undefined}
   */
  #writer;

  // What `encode` made: fields, so that a call allocates no result object.

  tag = TAG_VALUE;
  /** @type {unknown} */
  body;
  /** @type {unknown[] | undefined} */
  attachments;

  /**
   * @param {Limits} limits
   * @param {number} inline bytes of at most so many go into the text as base64
   */
  constructor(limits, inline) {
    this.#limits = limits;
    this.#inline = inline;
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
    this.#writer ??= new writing.Writer(this.#limits, this.#inline);
    this.#writer.write(this, value, label);
  }
}
