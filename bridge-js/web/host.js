// @ts-check
// The interface to the native side, which is passed to `install`.

import { assign, setPrototypeOf } from "../shared/primordials.js";

/** @typedef {"log" | "info" | "debug" | "warn" | "error"} Level */
/** @typedef {"uncaught" | "unhandledrejection"} ReportKind */

/**
 * The functions of the embedding runtime. Each is called without a receiver.
 *
 * @typedef {object} Host
 * @property {() => number} now milliseconds since the time origin, by the runtime's clock
 * @property {number} timeOrigin milliseconds since the Unix epoch
 * @property {boolean} movesDate whether `Date` follows the runtime's clock, because that is a virtual one
 * @property {string} [locale] the default locale; left out for the engine's
 * @property {boolean} remembersPlaces whether each timer remembers the line that set it, for leak checks
 * @property {() => string | undefined} [origin] where the current turn began: a label, its stack and an empty line for each timer that led to it; `undefined` unless a debugger records it
 * @property {(origin: string) => void} [enterOrigin] says where the current turn began
 * @property {(dueMilliseconds: number) => void} setAlarm call `fire()` when `now()` reaches this; -1 disarms
 * @property {(count: 0 | 1) => void} setActive whether any timer is waiting
 * @property {(count: number) => string} random a string of so many cryptographically random characters below 256
 * @property {(level: Level, text: string) => void} print one console message
 * @property {((level: Level, text: string) => void) | undefined} [write] text of a stream, as it is; not defined where the host takes messages only
 * @property {(error: unknown, kind: ReportKind) => void} report an error that was not caught
 * @property {(object: object) => boolean} isProxy no script can find that out itself
 * @property {((object: object) => object | undefined) | undefined} proxyTarget of a proxy that is not revoked
 * @property {(file: string) => number} prefixLength the length of the text before the source of a wrapped program; 0 for any other script
 * @property {(file: string, line: number, column: number) => string} textAround the characters before and at a place in a source; empty if the source is not kept
 * @property {(bytes: Uint8Array) => void} [shareBytes] sets the bytes that the next three functions read and write
 * @property {(count: number, fatal: boolean) => string | undefined} [decodeText] the text of the first bytes in UTF-8; `undefined` for others, if these are an error
 * @property {(count: number) => string | undefined} [decodeBytes] the text whose characters have the codes of the first bytes
 * @property {(text: string, maximum: 127 | 255) => boolean | undefined} [writeBytes] whether the codes of all characters are at most that, and are the first bytes now
 * @property {(text: string) => ArrayBuffer | undefined} [encodeText] the UTF-8 of a text
 * @property {(name: string) => ArrayBuffer | undefined} [decodingTable] the code points of a table of the Encoding Standard, 32 bits each, by their pointers, with U+FFFD where there is none
 * @property {boolean} page whether to look like a page: `window` exists
 * @property {boolean} worker whether this is the context of a worker
 * @property {{ [name: string]: (() => *) | undefined }} [extensions] functions that return the native functions of an optional part, by the part's name; the object has no prototype
 * @property {boolean} colors whether console output goes to a terminal that shows colours
 */

/**
 * What the globals use of the bridge.
 *
 * @typedef {object} HostBridge
 * @property {(method: string, params: unknown, options?: { buffer: number }) => AsyncIterator<unknown>} stream
 * @property {(name: string, handler: () => unknown) => () => void} handle
 */

/**
 * A copy of the native functions: later changes to the object that was passed have no effect. `bridge` is set when a bridge is
 * attached.
 *
 * @type {Host & { bridge: HostBridge | undefined }}
 */
export const host = /** @type {*} */ (setPrototypeOf({ bridge: undefined }, null));

/**
 * Copies the native functions; called once, by `install`.
 * @param {Host} given
 */
export function connect(given) {
  assign(host, given);
}
