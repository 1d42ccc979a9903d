// @ts-check
import { Boolean, toWellFormed } from "../../shared/primordials.js";
import { Event } from "../events/event.js";
import { defineInspection, describeInterface, dictionary, requireArguments } from "../interface.js";

/** The end of a `WebSocket`. */
export class CloseEvent extends Event {
  #wasClean;
  #code;
  #reason;

  /**
   * @param {string} type
   * @param {import("../events/event.js").EventInit & { wasClean?: unknown, code?: unknown, reason?: unknown }} [init]
   */
  constructor(type, init = undefined) {
    requireArguments("CloseEvent", arguments.length, 1);
    super(type, init);
    const given = dictionary(/** @type {{ wasClean?: unknown, code?: unknown, reason?: unknown } | undefined} */ (init), "CloseEvent");
    // The low 16 bits, as for any number that the operator takes.
    this.#code = /** @type {number} */ (given.code) & 0xffff;
    const { reason = "" } = given;
    this.#reason = toWellFormed(`${reason}`);
    this.#wasClean = Boolean(given.wasClean);
  }

  get wasClean() {
    return this.#wasClean;
  }

  get code() {
    return this.#code;
  }

  get reason() {
    return this.#reason;
  }
}

describeInterface(CloseEvent);
defineInspection(CloseEvent, ({ type, wasClean, code, reason }) => ({ type, wasClean, code, reason }));
