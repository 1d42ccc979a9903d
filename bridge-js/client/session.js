// @ts-check
// The state that the parts of one bridge share: the link, the limits, the ids, encoding and decoding.

import * as importing from "#deferred/client/imports.js";
import * as reviving from "#deferred/client/reviver.js";
import * as stacks from "#deferred/client/stack.js";
import * as thrown from "#deferred/client/thrown.js";
import { dateNow, freeze, MAX_SAFE_INTEGER, parse, promiseReject } from "../shared/primordials.js";
import { BridgeError } from "./errors.js";
import { TAG_TEXT, TAG_VALUE } from "./kinds.js";
import { DEFAULT_LIMITS, Encoder, decode, own, textOr } from "./values.js";
import { surface } from "./promises.js";

/** @typedef {import("./kinds.js").Link} Link */
/** @typedef {import("./kinds.js").Id} Id */
/** @typedef {import("./kinds.js").Attachments} Attachments */

/**
 * @typedef {object} Options
 * @property {Partial<import("./encoder.js").Limits>} [limits]
 * @property {(error: unknown) => void} [reportError] receives errors that belong to no call, such as those of a listener
 * @property {boolean} [backstop] whether deadlines are kept on this side, where there are timers. Left out: the timeouts that
 *   calls and streams have. `true`: also one of 31 seconds for calls without a timeout, for a link that may lose an answer.
 *   `false`: none, for a link whose other end keeps them in this process
 * @property {import("./platform.js").Platform} [platform]
 * @property {() => unknown} [discover] returns the text of the other side's contract, where a link has it at once
 * @property {() => number} [now] milliseconds since 1970, for inherited deadlines
 */

const NO_PLATFORM = /** @type {import("./platform.js").Platform} */ (freeze({ __proto__: null }));

export class Session {
  link;
  limits;
  encoder;
  now;
  /** Whether calls and streams with a timeout also end on this side. */
  keepsDeadlines;
  /** Whether calls without a timeout also end on this side. */
  keepsAllDeadlines;
  platform;
  /** The number of answers without a pending call: late, duplicate or forged ones. */
  late = 0;
  /** @type {BridgeError | undefined} */
  closed;
  /**
   * Calls a method of the other side; its name in errors may be another one.
   *
   * @type {import("./imports.js").Call}
   */
  call = () => promiseReject(this.closed);
  /**
   * Opens a stream of the other side.
   *
   * @type {import("./imports.js").Stream}
   */
  stream = () => {
    throw this.closed;
  };
  #reportError;
  #lastId = 0;

  /**
   * @param {Link} link
   * @param {Options} options
   */
  constructor(link, options) {
    this.link = link;
    const { depth, nodes, messageBytes, metadataLength } = options.limits ?? DEFAULT_LIMITS;
    this.limits = {
      depth: depth ?? DEFAULT_LIMITS.depth,
      nodes: nodes ?? DEFAULT_LIMITS.nodes,
      messageBytes: messageBytes ?? DEFAULT_LIMITS.messageBytes,
      metadataLength: metadataLength ?? DEFAULT_LIMITS.metadataLength,
    };
    this.platform = options.platform ?? NO_PLATFORM;
    this.encoder = new Encoder(this.limits, link.inline ?? -1, link.tape, this.platform.plain);
    this.encoder.takesFunctions = link.takesFunctions === true;
    if (this.encoder.takesFunctions) link.receive = (content) => this.#receive(content);
    this.keepsDeadlines = options.backstop !== false;
    this.keepsAllDeadlines = options.backstop === true;
    this.now = options.now ?? dateNow;
    this.#reportError = options.reportError ?? surface;
  }

  /** @type {import("./kinds.js").ReceiveFunction} */
  #receive(content) {
    if (!importing.isReference(content)) return undefined;
    const { encoder } = this;
    if (typeof content === "number" && content < 0) return encoder.references?.target(-content) ?? importing.missing;
    encoder.imports ??= new importing.Imports(
      (method, params, options, name) => this.call(method, params, options, name),
      (method, params, options) => this.stream(method, params, options),
      this.platform,
    );
    return typeof content === "number" ? encoder.imports.receive(content, undefined) : encoder.imports.receive(content[0], content);
  }

  /** A new id. No id is used twice by a bridge. */
  nextId() {
    if (this.#lastId === MAX_SAFE_INTEGER) throw new BridgeError("RESOURCE_EXHAUSTED", "this bridge has no ids left");
    this.#lastId += 1;
    return this.#lastId;
  }

  requireOpen() {
    if (this.closed === undefined) return;
    throw new BridgeError("UNAVAILABLE", `the bridge is closed: ${this.closed.message}`);
  }

  /** @param {unknown} error */
  report(error) {
    try {
      this.#reportError(error);
    } catch (failure) {
      surface(failure);
    }
  }

  /**
   * Sends the request and returns the result of the link. Throws a `BridgeError` only.
   *
   * @param {number} id
   * @param {string} method
   * @param {number | undefined} timeout
   * @param {number | undefined} credit
   * @param {string[] | undefined} metadata
   */
  send(id, method, timeout, credit, metadata) {
    const { encoder } = this;
    const { tag, body, attachments } = encoder;
    encoder.body = undefined; // A large text is released with its message.
    encoder.attachments = undefined;
    try {
      return this.link.call(id, method, tag, body, attachments, timeout, credit, metadata);
    } catch (cause) {
      encoder.takeBack();
      if (BridgeError.isBridgeError(cause)) throw cause;
      throw new BridgeError("UNAVAILABLE", `${method}: the call could not be sent`, { cause, method });
    }
  }

  /**
   * Sends the request over a link that may answer before it returns. Throws a `BridgeError` only.
   *
   * @param {number} id
   * @param {string} method
   */
  sendSync(id, method) {
    const { encoder, link } = this;
    const { tag, body, attachments } = encoder;
    encoder.body = undefined;
    encoder.attachments = undefined;
    return link.callSync?.(id, method, tag, body, attachments);
  }

  /**
   * Posts the value that the encoder encoded last.
   *
   * @param {number} kind
   * @param {Id} id
   */
  postEncoded(kind, id) {
    const { encoder } = this;
    const { tag, body, attachments } = encoder;
    encoder.body = undefined;
    encoder.attachments = undefined;
    this.#post(kind, id, tag, body, attachments);
  }

  /**
   * Posts a primitive that needs no encoding.
   *
   * @param {number} kind
   * @param {Id} id
   * @param {string | number | undefined} value
   */
  postPlain(kind, id, value) {
    this.#post(kind, id, TAG_VALUE, value, undefined);
  }

  /**
   * Posts a thrown value: as much of it as can cross.
   *
   * @param {number} kind
   * @param {Id} id
   * @param {unknown} reason
   */
  postError(kind, id, reason) {
    const { encoder } = this;
    let text;
    try {
      text = encoder.text(thrown.answerTo(reason), "error");
    } catch (why) {
      text = encoder.text(thrown.plainAnswerTo(reason, why, this.limits.messageBytes), "error");
    }
    const { attachments } = encoder;
    this.#post(kind, id, TAG_TEXT, text, attachments);
  }

  /**
   * @param {string | unknown[]} text or what stands for it where the link has a tape
   * @param {Attachments} attachments
   */
  decode(text, attachments) {
    const { tape } = this.link;
    if (tape !== undefined) {
      if (typeof text !== "string") return tape.decode(text, attachments);
      tape.missed();
    }
    return decode(/** @type {string} */ (text), attachments, this.limits.depth, this.link.receive);
  }

  /**
   * The error with which the other side answered.
   *
   * @param {unknown} given the `$error` content: its text, or the parsed object where a link has parsed it
   * @param {Attachments} attachments
   * @param {string} method
   * @param {unknown} trace the result of `capture` at the call
   * @returns {BridgeError}
   */
  errorFrom(given, attachments, method, trace) {
    let content;
    try {
      content = reviving.revive(typeof given === "string" ? parse(given) : given, attachments, this.limits.depth);
    } catch (cause) {
      return new BridgeError("INTERNAL", `${method}: the answer's error cannot be read`, { cause, method });
    }
    const error = new BridgeError(textOr(own(content, "code"), "UNKNOWN"), textOr(own(content, "message"), ""), {
      data: own(content, "data"),
      cause: own(content, "cause"),
      method: textOr(own(content, "method"), method),
    });
    stacks.retrace(error, trace, own(content, "stack"));
    return error;
  }

  /**
   * If the link cannot post, the message is lost and the error is reported: nothing is thrown.
   *
   * @param {number} kind
   * @param {Id} id
   * @param {number} tag
   * @param {unknown} body
   * @param {Attachments} attachments
   */
  #post(kind, id, tag, body, attachments) {
    if (this.closed !== undefined) return;
    try {
      this.link.post(kind, id, tag, body, attachments);
    } catch (error) {
      this.report(error);
    }
  }
}
