// @ts-check
// The console of a page in a web view that prints: the same text as in a runtime. Native code injects it into the page's own
// world, before the page's first script. It also prints the errors that the page does not catch.

import { makeSender, offerPort, UP } from "../client/page/page-port.js";
import { stringSlice } from "../shared/primordials.js";
import { console } from "../web/console/console.js";
import { connect } from "../web/host.js";
import { PORT } from "./port.js";
import { textOfError, textOfRejection } from "./uncaught.js";

/** @typedef {import("../web/host.js").Level} Level */
/**
 * @typedef {object} ConsoleOptions
 * @property {boolean} prints whether messages are printed
 * @property {boolean} reports whether uncaught errors are
 * @property {boolean} keepsOriginal whether the engine's own console receives them as well: the web inspector shows its values
 * @property {number} characters the most of one message
 */

const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
const { preventDefault } = Event.prototype;
const now = performance.now.bind(performance);
const never = () => false;
/** Of the property by which the script finds that it has run in this window. */
const mark = Symbol.for("causeway.console");

/**
 * Replaces the methods of the page's console that print. The others stay.
 *
 * @param {boolean} keepsOriginal
 */
const install = (keepsOriginal) => {
  const target = globalThis.console;
  for (const name of Object.keys(console)) {
    const ours = /** @type {Record<string, *>} */ (console)[name];
    const theirs = getOwnPropertyDescriptor(target, name)?.value;
    if (typeof theirs !== "function") continue;
    const both = (/** @type {unknown[]} */ ...values) => {
      apply(ours, undefined, values);
      apply(theirs, target, values);
    };
    const value = keepsOriginal ? both : ours;
    defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  }
};

/**
 * Calls a function with an event for which no listener of the page has prevented the default.
 *
 * A listener that is added in the capturing phase is called after all others.
 *
 * @param {string} type
 * @param {(event: *) => string | undefined} textOf `undefined` leaves the event to the engine
 * @param {(text: string) => void} print
 * @param {boolean} keepsOriginal
 */
const follow = (type, textOf, print, keepsOriginal) => {
  const last = (/** @type {Event} */ event) => {
    if (event.defaultPrevented) return;
    const text = textOf(event);
    if (text === undefined) return;
    print(text);
    // The engine would print it again, with less.
    if (!keepsOriginal) apply(preventDefault, event, []);
  };
  addEventListener(type, (event) => {
    if (event.target === window) addEventListener(type, last, { once: true });
  }, { capture: true });
};

/** @param {ConsoleOptions} options */
const start = ({ prints, reports, keepsOriginal, characters }) => {
  // `document.open` removes the listeners of a window and runs the scripts again: the console is there already.
  const listen = getOwnPropertyDescriptor(globalThis, mark)?.value;
  if (listen !== undefined) return listen();
  const send = makeSender(offerPort(PORT), UP);
  const print = (/** @type {Level | "uncaught"} */ level, /** @type {string} */ text) => {
    const rest = text.length - characters;
    send(`${level} ${rest > 0 ? `${stringSlice(text, 0, characters)}... ${rest} more characters` : text}`);
  };
  connect(/** @type {*} */ ({ now, print, isProxy: never, prefixLength: () => 0, textAround: () => "", colors: false }));
  if (prints) install(keepsOriginal);
  const listenForErrors = () => {
    if (!reports) return;
    follow("error", textOfError, (text) => print("uncaught", text), keepsOriginal);
    follow("unhandledrejection", textOfRejection, (text) => print("uncaught", text), keepsOriginal);
  };
  defineProperty(globalThis, mark, { value: listenForErrors });
  listenForErrors();
};

export default start;
