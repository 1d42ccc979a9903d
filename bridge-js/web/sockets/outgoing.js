// @ts-check
// The messages that a `WebSocket` sends, for a native side that asks for them.

import { nullPrototype } from "../../shared/define.js";
import { promiseResolve, symbolAsyncIterator } from "../../shared/primordials.js";
import { Queue } from "../../shared/queue.js";
import { Deferred } from "../streams/promises.js";

/** The number of the last stream of messages: their names are never used twice. */
let count = 0;

/** @typedef {{ value: unknown, size: number }} Outgoing */

export class Outbox {
  name = `$/messages/${(count += 1)}`;
  /** The bytes of messages that the native side has not taken. */
  size = 0;
  /** @type {Queue<Outgoing>} */
  #queue = new Queue();
  /** @type {Deferred | undefined} */
  #waiting;
  #isOver = false;
  #remove;

  /** @param {import("../host.js").HostBridge} bridge */
  constructor(bridge) {
    // The native side asks once.
    this.#remove = bridge.handle(this.name, () => {
      this.#remove();
      return this.#items();
    });
  }

  /**
   * @param {unknown} value
   * @param {number} size in bytes
   */
  add(value, size) {
    if (this.#isOver) return;
    this.size += size;
    this.#queue.add({ value, size });
    this.#deliver();
  }

  /** Sends nothing more. */
  end() {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#remove();
    this.#queue = new Queue();
    this.#deliver();
  }

  #items() {
    const items = nullPrototype({
      next: () => {
        const waiting = new Deferred();
        this.#waiting = waiting;
        this.#deliver();
        return waiting.promise;
      },
      return: () => {
        this.end();
        return promiseResolve(undefined);
      },
      [symbolAsyncIterator]: () => items,
    });
    return items;
  }

  #deliver() {
    const waiting = this.#waiting;
    if (waiting === undefined || (this.#queue.size === 0 && !this.#isOver)) return;
    this.#waiting = undefined;
    const message = this.#queue.take();
    this.size -= message?.size ?? 0;
    waiting.resolve(nullPrototype({ done: message === undefined, value: message?.value }));
  }
}
