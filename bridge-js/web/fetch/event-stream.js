// @ts-check
// The format of `text/event-stream`, by the HTML Standard.

import { charCodeAt, exec, stringIndexOf, stringSlice, TypeError } from "../../shared/primordials.js";
import { UTF8Decoder } from "../encoding/utf8-decoder.js";

/** A server may not make a reader keep a longer event. */
const longestEvent = 1 << 24;

/**
 * @typedef {object} Received
 * @property {(type: string, data: string | undefined, id: string) => void} event `data` is undefined for a block without data, which
 * is no event; its id counts
 * @property {(milliseconds: number) => void} retry
 */

/** Reads events from the bytes of one response. */
export class EventStreamParser {
  #decoder = new UTF8Decoder(false, false);
  #received;
  /** The beginning of a line whose end has not been received. */
  #rest = "";
  /** Whether the last line ended with the last character that was received, a carriage return. */
  #endsWithReturn = false;
  #type = "";
  #data = "";
  #id;

  /**
   * @param {Received} received
   * @param {string} id that of the last event
   */
  constructor(received, id) {
    this.#received = received;
    this.#id = id;
  }

  /**
   * Throws for an event that is too long.
   * @param {Uint8Array} bytes
   */
  add(bytes) {
    let text = this.#decoder.decode(bytes, false);
    if (text === "") return;
    if (this.#endsWithReturn && charCodeAt(text, 0) === lineFeed) text = stringSlice(text, 1);
    this.#endsWithReturn = false;
    let start = 0;
    for (let end = endOfLine(text, start); end < text.length; end = endOfLine(text, start)) {
      const line = this.#rest + stringSlice(text, start, end);
      this.#rest = "";
      start = end + 1;
      if (charCodeAt(text, end) === carriageReturn) {
        if (charCodeAt(text, start) === lineFeed) start += 1;
        else this.#endsWithReturn = start === text.length;
      }
      this.#read(line);
    }
    this.#rest += stringSlice(text, start);
    if (this.#rest.length + this.#data.length > longestEvent) throw new TypeError(`An event is longer than ${longestEvent} characters`);
  }

  /** @param {string} line */
  #read(line) {
    if (line === "") return this.#dispatch();
    const colon = stringIndexOf(line, ":");
    const name = colon < 0 ? line : stringSlice(line, 0, colon);
    const text = colon < 0 ? "" : stringSlice(line, colon + 1);
    const value = charCodeAt(text, 0) === space ? stringSlice(text, 1) : text;
    if (name === "event") this.#type = value;
    else if (name === "data") this.#data += `${value}\n`;
    else if (name === "id" && stringIndexOf(value, "\0") < 0) this.#id = value;
    else if (name === "retry" && exec(/^[0-9]+$/, value) !== null) this.#received.retry(+value);
  }

  #dispatch() {
    const type = this.#type;
    const data = this.#data;
    this.#type = "";
    this.#data = "";
    this.#received.event(type, data === "" ? undefined : stringSlice(data, 0, -1), this.#id);
  }
}

const lineFeed = 10;
const carriageReturn = 13;
const space = 32;

/**
 * The place of the next end of a line; the length of the text if there is none.
 *
 * @param {string} text
 * @param {number} start
 */
function endOfLine(text, start) {
  let end = start;
  while (end < text.length && charCodeAt(text, end) !== lineFeed && charCodeAt(text, end) !== carriageReturn) end += 1;
  return end;
}
