// @ts-check
import { bytesIn, isBuffer, makeTextDecoding } from "../encoding/text-decoder.js";
import { encode } from "../encoding/text-encoder.js";
import { describeInterface } from "../interface.js";
import { charCodeAt, stringSlice, TypeError } from "../../shared/primordials.js";
import { objectOf } from "./readable-stream.js";
import { createTransform } from "./transform-stream.js";
import { writableObjectOf } from "./writable-stream.js";

/** A transform stream of text to UTF-8. */
export class TextEncoderStream {
  /** A high surrogate at the end of a chunk, whose low surrogate may follow. */
  #high = "";
  #transform = createTransform(
    (chunk, enqueue) => this.#encode(`${chunk}`, enqueue),
    (enqueue) => {
      if (this.#high !== "") enqueue(encode("\ufffd"));
    },
  );

  get encoding() {
    void this.#high; // Throws for an object of another class.
    return "utf-8";
  }

  get readable() {
    return objectOf(this.#transform.readable);
  }

  get writable() {
    return writableObjectOf(this.#transform.writable);
  }

  /**
   * @param {string} chunk
   * @param {(bytes: Uint8Array) => void} enqueue
   */
  #encode(chunk, enqueue) {
    if (chunk === "") return;
    let text = this.#high + chunk;
    this.#high = "";
    const last = charCodeAt(text, text.length - 1);
    if (last >= 0xd800 && last <= 0xdbff) {
      this.#high = stringSlice(text, -1);
      text = stringSlice(text, 0, -1);
    }
    if (text !== "") enqueue(encode(text));
  }
}

/** A transform stream of bytes to text. */
export class TextDecoderStream {
  #decoding;
  #transform;

  /**
   * @param {unknown} [label]
   * @param {{ fatal?: unknown, ignoreBOM?: unknown }} [options]
   */
  constructor(label = "utf-8", options = undefined) {
    const decoding = makeTextDecoding(label, options, "TextDecoderStream");
    this.#decoding = decoding;
    this.#transform = createTransform(
      (chunk, enqueue) => {
        if (!isBuffer(chunk)) throw new TypeError("TextDecoderStream: a chunk must be an ArrayBuffer or a view on one");
        const text = decoding.decode(bytesIn(chunk, "TextDecoderStream"), true);
        if (text !== "") enqueue(text);
      },
      (enqueue) => {
        const text = decoding.decode(undefined, false);
        if (text !== "") enqueue(text);
      },
    );
  }

  get encoding() {
    return this.#decoding.encoding;
  }

  get fatal() {
    return this.#decoding.fatal;
  }

  get ignoreBOM() {
    return this.#decoding.ignoreBOM;
  }

  get readable() {
    return objectOf(this.#transform.readable);
  }

  get writable() {
    return writableObjectOf(this.#transform.writable);
  }
}

describeInterface(TextEncoderStream);
describeInterface(TextDecoderStream);
