// @ts-check
// The interface between the core and a link.
//
// Every outgoing call uses `link.call`, and every other outgoing message uses `link.post`. Everything that arrives uses
// `receive(kind, id, body, ...)`, with any number of triples in one call.
//
// | kind             | receive: native to JavaScript                        | post: JavaScript to native            |
// |------------------|------------------------------------------------------|---------------------------------------|
// | RESULT           | value                                                | tag, body, attachments                |
// | RESULT_ENCODED   | [text, attachments]                                  |                                       |
// | ERROR            | [text of the $error content, attachments]            | TAG_TEXT, the same text, attachments  |
// | PROGRESS         | value                                                | tag, body, attachments                |
// | PROGRESS_ENCODED | [text, attachments]                                  |                                       |
// | ITEM             | value                                                | tag, body, attachments                |
// | ITEM_ENCODED     | [text, attachments]                                  |                                       |
// | EVENT            | id 0, [name, value]                                  |                                       |
// | EVENT_ENCODED    | id 0, [name, text, attachments]                      |                                       |
// | REQUEST          | [method, value, timeout, credit, metadata]            | (link.call)                           |
// | REQUEST_ENCODED  | [method, text, attachments, timeout, credit, metadata] |                                       |
// | CANCEL           | reason code: native cancels its own request         | TAG_VALUE, reason code: JavaScript does |
// | CREDIT           | number of items granted to the request's stream      | TAG_VALUE, number                     |
// | CLOSE            | id 0, [code, message]                                |                                       |
//
// The text is a list where a link has a tape: the slot where the value begins, and the text or texts of the slots.
// Metadata is a list of strings: name, value, name, value, ...
// The end of a stream is RESULT for its id. Ids of the two directions are independent number spaces.

export const RESULT = 0;
export const RESULT_ENCODED = 1;
export const ERROR = 2;
export const PROGRESS = 3;
export const PROGRESS_ENCODED = 4;
export const ITEM = 5;
export const ITEM_ENCODED = 6;
export const EVENT = 7;
export const EVENT_ENCODED = 8;
export const REQUEST = 9;
export const REQUEST_ENCODED = 10;
export const CANCEL = 11;
export const CREDIT = 12;
export const CLOSE = 13;

/** The body is a primitive, as it is. */
export const TAG_VALUE = 0;
/** The body is bridge JSON text. */
export const TAG_TEXT = 1;
/** The body is the text of an `$error` content: the reason why the value of a script cannot cross. */
export const TAG_ERROR = 2;

/** The body is the text of slots in memory that both sides share: see tape-format.js. */
export const TAG_SLOTS = 3;

/** Longer numbers are refused as an attack: the time to parse one is quadratic in its length. */
export const MOST_DIGITS = 4096;

/** Stands for `undefined` where a link answers at once, because `undefined` means pending there. */
export const VOID = Object.freeze({ __proto__: null });

/**
 * The bytes to which a text refers by index.
 *
 * @typedef {unknown[] | undefined} Attachments
 */

/**
 * A message id: a number in process, on a wire any id that the requester chose.
 *
 * @typedef {number | string} Id
 */

/**
 * Takes triples of kind, id and body.
 *
 * @typedef {(kind: number, id: Id, body: unknown, ...more: unknown[]) => void} Receive
 */

/**
 * Makes the function or object of the other side that a reference refers to; `undefined` for content that is not a valid reference.
 *
 * @typedef {(content: unknown) => object | undefined} ReceiveFunction
 */

/**
 * The carrier below the core.
 *
 * `call` returns `undefined` for pending, or the result (`VOID` for `undefined`); if it throws, the call is
 * rejected. `callSync` does the same, or calls `receive` with the answer before it returns; else it returns `undefined`.
 * `open` is called once, with the `receive` function. Bytes up to the count `inline` go into the text as base64, others
 * beside it; all bytes go into the text when it is left out.
 *
 * @typedef {object} Link
 * @property {(id: number, method: string, tag: number, body: unknown, attachments: Attachments,
 *   timeout: number | undefined, credit: number | undefined, metadata: string[] | undefined) => unknown} call
 * @property {(kind: number, id: Id, tag: number, body: unknown, attachments: Attachments, name?: string) => void} post
 * @property {(id: number, method: string, tag: number, body: unknown, attachments: Attachments) => unknown} [callSync]
 * @property {(receive: Receive) => void} [open]
 * @property {() => void} [wake] called when somebody waits for an item of a stream, after the streams were found at rest
 * @property {number} [inline]
 * @property {Tape} [tape] for values that are not primitives
 * @property {boolean} [takesFunctions] whether functions cross, in both directions
 * @property {ReceiveFunction} [receive] makes the functions of the other side; the session sets it where functions cross
 */

/**
 * A way of values that is quicker than text.
 *
 * `encode` is false for a value that has to go as text. `decode` takes what stands for the text.
 *
 * @typedef {object} Tape
 * @property {(encoder: import("./encoder.js").Encoder, value: unknown) => boolean} encode
 * @property {(given: unknown[], attachments: Attachments) => unknown} decode
 * @property {() => void} missed tells that a value came as text
 */
