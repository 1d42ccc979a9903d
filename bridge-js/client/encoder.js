// @ts-check
// Encoding of values: as a primitive, or as bridge JSON.

import * as writing from "#deferred/client/writer.js";
import { exceeded } from "./errors.js";
import { TAG_TEXT, TAG_VALUE } from "./kinds.js";

/**
 * How large a value may be. A larger one is refused with `RESOURCE_EXHAUSTED` and the name of the limit.
 *
 * @typedef {object} Limits
 * @property {number} depth levels of nested containers
 * @property {number} nodes number of values
 * @property {number} messageBytes characters of text
 * @property {number} metadataLength characters of a call's metadata, names and values together
 */

/** @type {Limits} */
export const DEFAULT_LIMITS = { depth: 256, nodes: 1_000_000, messageBytes: 33_554_432, metadataLength: 8192 };

export class Encoder {
  #limits;
  #inline;
  #tape;
  #plain;
  /**
   * Made for the first value that is not a primitive.
   *
   * @type {import("./writer.js").Writer | undefined}
   */
  #writer;

  // The result of `encode` is in fields, so that a call allocates no result object.

  tag = TAG_VALUE;
  /** @type {unknown} */
  body;
  /** @type {unknown[] | undefined} */
  attachments;
  /**
   * The numbers of the functions in a text, until it is sent.
   *
   * @type {number[] | undefined}
   */
  lent;
  /**
   * Made for the first function.
   *
   * @type {import("./references.js").References | undefined}
   */
  references;
  /**
   * Made for the first function of the other side.
   *
   * @type {import("./imports.js").Imports | undefined}
   */
  imports;
  /**
   * Set once an object of this side may cross by reference.
   *
   * @type {import("./remotes.js").Remotes | undefined}
   */
  remotes;
  /** Whether functions can cross in parameters, results and items. */
  takesFunctions = false;

  /**
   * @param {Limits} limits
   * @param {number} inline bytes up to this count go into the text as base64
   * @param {import("./kinds.js").Tape} [tape]
   * @param {import("./platform.js").Platform["plain"]} [plain]
   */
  constructor(limits, inline, tape, plain) {
    this.#limits = limits;
    this.#inline = inline;
    this.#tape = tape;
    this.#plain = plain;
  }

  /**
   * Stores tag, body and attachments in the fields of this object. Throws a `BridgeError` when the value cannot cross.
   *
   * @param {unknown} value
   * @param {string} label the name of the value for its sender: the beginning of every path
   */
  encode(value, label) {
    switch (typeof value) {
      case "string":
        if (value.length > this.#limits.messageBytes) throw exceeded(label, "messageBytes", this.#limits.messageBytes);
        break;
      case "object":
        if (value !== null) {
          if (this.#tape !== undefined && this.#tape.encode(this, value)) return;
          return this.#encodeText(value, label);
        }
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

  /** Takes back the functions of a value that is not sent. */
  takeBack() {
    if (this.tag === TAG_TEXT && this.lent !== undefined) this.references?.takeBack(this.lent);
    this.lent = undefined;
  }

  /**
   * Bridge JSON of any value, for carriers of text. Its attachments are stored in the field.
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
    this.#writer ??= new writing.Writer(this.#limits, this.#inline, this.#plain);
    this.#writer.write(this, value, label);
  }
}
