// @ts-check
// Bridge JSON, and the bytes that go beside it.

import { bytesOf } from "../shared/bytes.js";
import { list } from "../shared/lists.js";
import { exceeded, refused } from "./errors.js";
import { TAG_TEXT } from "./kinds.js";
import { Walker } from "./walker.js";
import { write } from "./shield.js";

export class Writer {
  #limits;
  #walker;

  /**
   * @param {import("./encoder.js").Limits} limits
   * @param {number} inline bytes up to this count go into the text as base64
   * @param {import("./platform.js").Platform["plain"]} plain
   */
  constructor(limits, inline, plain) {
    this.#limits = limits;
    this.#walker = new Walker(limits, inline, plain);
  }

  /**
   * Stores tag, body and attachments in the fields of the encoder. Throws a `BridgeError` when the value cannot cross.
   *
   * @param {import("./encoder.js").Encoder} encoder
   * @param {unknown} value
   * @param {string} label
   */
  write(encoder, value, label) {
    // A getter in the value may call the bridge: the outer walk must go on where it was.
    const walker = this.#walker;
    const { nodes, attached, found, lender, lent } = walker;
    walker.nodes = 0;
    walker.attached = 0;
    walker.found = undefined;
    walker.lender = encoder.takesFunctions && (label === "params" || label === "result" || label === "item") ? encoder : undefined;
    walker.lent = undefined;
    walker.remotes = encoder.remotes;
    try {
      const tree = walker.tree(value, label);
      const text = this.#stringify(tree, label);
      encoder.attachments = this.#collect(walker.found, label);
      encoder.tag = TAG_TEXT;
      encoder.body = text;
      encoder.lent = walker.lent;
    } catch (error) {
      if (walker.lent !== undefined) encoder.references?.takeBack(walker.lent);
      throw error;
    } finally {
      walker.nodes = nodes;
      walker.attached = attached;
      walker.found = found;
      walker.lender = lender;
      walker.lent = lent;
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
      throw exceeded(label, "messageBytes", messageBytes); // Longer than the longest string of the engine.
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
   * A later getter of the same value may have detached bytes that were attached when they were reached.
   *
   * @param {unknown} bytes
   * @param {string} label
   */
  #requireAttached(bytes, label) {
    try {
      bytesOf(bytes, "bytes");
    } catch (cause) {
      throw refused(label, label, "a detached buffer cannot cross the bridge", cause);
    }
  }
}
