// @ts-check
import { control, Event } from "../events/event.js";
import { defineInspection, describeInterface, dictionary, requireArguments } from "../interface.js";
import { append } from "../../shared/lists.js";
import { Boolean, freeze, toWellFormed, TypeError } from "../../shared/primordials.js";
import { toArray } from "../sequence.js";
import { isPort } from "./port-states.js";

/** @typedef {import("../events/event.js").EventInit} EventInit */
/** @typedef {{ data?: unknown, lastEventId?: unknown, origin?: unknown, ports?: unknown, source?: unknown }} MessageInit */

/** A message that was received. */
export class MessageEvent extends Event {
  /** @type {unknown} */
  #data;
  #origin;
  #lastEventId;
  /** @type {object | null} */
  #source;
  /** @type {readonly object[]} */
  #ports;

  /**
   * @param {string} type
   * @param {EventInit & MessageInit} [init]
   */
  constructor(type, init = undefined) {
    requireArguments("MessageEvent", arguments.length, 1);
    super(type, init);
    const given = dictionary(/** @type {MessageInit | undefined} */ (init), "MessageEvent");
    const { data = null } = given;
    this.#data = data;
    const { lastEventId = "" } = given;
    this.#lastEventId = `${lastEventId}`;
    const { origin = "" } = given;
    this.#origin = toWellFormed(`${origin}`);
    const { ports } = given;
    this.#ports = portsOf(ports === undefined ? [] : toArray(ports, "MessageEvent"));
    const { source = null } = given;
    this.#source = sourceOf(source);
  }

  get data() {
    return this.#data;
  }

  get origin() {
    return this.#origin;
  }

  get lastEventId() {
    return this.#lastEventId;
  }

  get source() {
    return this.#source;
  }

  get ports() {
    return this.#ports;
  }

  /**
   * @param {string} type
   * @param {unknown} [bubbles]
   * @param {unknown} [cancelable]
   * @param {unknown} [data]
   * @param {unknown} [origin]
   * @param {unknown} [lastEventId]
   * @param {unknown} [source]
   * @param {unknown} [ports]
   */
  initMessageEvent(type, bubbles = false, cancelable = false, data = null, origin = "", lastEventId = "", source = null, ports = undefined) {
    requireArguments("MessageEvent.initMessageEvent", arguments.length, 1);
    void this.#data; // Throws for an event of another class.
    const texts = { origin: toWellFormed(`${origin}`), lastEventId: `${lastEventId}` };
    const list = portsOf(ports === undefined ? [] : toArray(ports, "MessageEvent.initMessageEvent"));
    if (!control.initialize(this, `${type}`, Boolean(bubbles), Boolean(cancelable))) return;
    this.#data = data;
    this.#origin = texts.origin;
    this.#lastEventId = texts.lastEventId;
    this.#source = sourceOf(source);
    this.#ports = list;
  }
}

describeInterface(MessageEvent);
defineInspection(MessageEvent, ({ type, data, ports }) => ({ type, data, ports }));

/** @param {unknown[]} elements */
function portsOf(elements) {
  /** @type {object[]} */
  const ports = [];
  for (let i = 0; i < elements.length; i++) {
    if (!isPort(elements[i])) throw new TypeError("MessageEvent: ports must be MessagePorts");
    append(ports, /** @type {object} */ (elements[i]));
  }
  return freeze(ports);
}

/** @param {unknown} source */
function sourceOf(source) {
  if (source !== null && !isPort(source)) throw new TypeError("MessageEvent: the source must be a MessagePort");
  return /** @type {object | null} */ (source);
}
