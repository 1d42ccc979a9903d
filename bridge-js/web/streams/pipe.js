// @ts-check
import { isObject } from "../../shared/is-object.js";
import { abortStateOf } from "../events/abort-state.js";
import { dictionary } from "../interface.js";
import { append } from "../../shared/lists.js";
import { Boolean, TypeError } from "../../shared/primordials.js";
import { Deferred, promising, resolved, setHandled, upon } from "./promises.js";
import { Reader } from "./readable.js";
import { Writer } from "./writable.js";
import { writableOf } from "./writable-stream.js";

export { writableOf };

/** @typedef {import("./readable.js").Readable} Readable */
/** @typedef {import("./writable.js").Writable} Writable */
/** @typedef {import("../events/abort-state.js").AbortState} AbortState */
/** @typedef {{ preventAbort: boolean, preventCancel: boolean, preventClose: boolean, signal: AbortState | undefined }} Settings */

/**
 * @param {unknown} given
 * @param {string} method
 * @returns {Settings}
 */
export function readOptions(given, method) {
  const options = dictionary(/** @type {{ [name: string]: unknown } | undefined} */ (given), method);
  const preventAbort = Boolean(options.preventAbort);
  const preventCancel = Boolean(options.preventCancel);
  const preventClose = Boolean(options.preventClose);
  const { signal } = options;
  const state = isObject(signal) ? abortStateOf(signal) : undefined;
  if (signal !== undefined && state === undefined) throw new TypeError(`${method}: the signal must be an AbortSignal`);
  return { preventAbort, preventCancel, preventClose, signal: state };
}

/**
 * The settings of a pipe without options.
 * @type {Settings}
 */
export const plainPipe = { preventAbort: false, preventCancel: false, preventClose: false, signal: undefined };

/** A pipe from one stream to another; both are locked until it ends. */
class Pipe {
  #source;
  #destination;
  #reader;
  #writer;
  #settings;
  #isShuttingDown = false;
  #lastWrite = resolved();
  #result = new Deferred();
  #abort = () => this.#onAbort();

  /**
   * @param {Readable} source
   * @param {Writable} destination
   * @param {Settings} settings
   */
  constructor(source, destination, settings) {
    this.#source = source;
    this.#destination = destination;
    this.#settings = settings;
    this.#reader = new Reader(source, false);
    this.#writer = new Writer(destination);
    source.isDisturbed = true;
  }

  run() {
    const { signal } = this.#settings;
    if (signal !== undefined) {
      if (signal.aborted) {
        this.#abort();
        return this.#result.promise;
      }
      signal.add(this.#abort);
    }
    this.#watch();
    this.#next();
    return this.#result.promise;
  }

  /** The conditions that end the pipe, in the order of the standard. */
  #watch() {
    const source = this.#source;
    const destination = this.#destination;
    const { preventAbort, preventCancel, preventClose } = this.#settings;
    const onSourceError = () =>
      this.#shutDown(preventAbort ? undefined : () => destination.abort(source.storedError), true, source.storedError);
    const onDestinationError = () =>
      this.#shutDown(preventCancel ? undefined : () => source.cancel(destination.storedError), true, destination.storedError);
    const onSourceClose = () => this.#shutDown(preventClose ? undefined : () => this.#writer.closeUnlessClosing());
    if (source.state === "errored") onSourceError();
    if (destination.state === "errored") onDestinationError();
    if (source.state === "closed") onSourceClose();
    if (destination.isClosing || destination.state === "closed") {
      const error = new TypeError("The destination is closed or closing");
      this.#shutDown(preventCancel ? undefined : () => source.cancel(error), true, error);
    }
    upon(this.#reader.closed.promise, onSourceClose, onSourceError);
    upon(this.#writer.closed.promise, () => {}, onDestinationError);
  }

  #next() {
    if (this.#isShuttingDown) return;
    upon(this.#writer.ready.promise, () => this.#read(), () => {});
  }

  #read() {
    if (this.#isShuttingDown) return;
    this.#reader.read({
      chunk: (chunk) => {
        this.#lastWrite = promising(() => this.#writer.write(chunk));
        setHandled(this.#lastWrite);
        this.#next();
      },
      close: () => {},
      error: () => {},
    });
  }

  #onAbort() {
    const source = this.#source;
    const destination = this.#destination;
    const { preventAbort, preventCancel, signal } = this.#settings;
    const error = signal?.reason;
    /** @type {(() => Promise<unknown>)[]} */
    const actions = [];
    if (!preventAbort) append(actions, () => (destination.state === "writable" ? destination.abort(error) : resolved()));
    if (!preventCancel) append(actions, () => (source.state === "readable" ? source.cancel(error) : resolved()));
    this.#shutDown(() => all(actions), true, error);
  }

  /**
   * Ends the pipe after the chunks that were read have been written.
   *
   * @param {(() => Promise<unknown>) | undefined} action
   * @param {boolean} [isError]
   * @param {unknown} [error]
   */
  #shutDown(action, isError = false, error = undefined) {
    if (this.#isShuttingDown) return;
    this.#isShuttingDown = true;
    const act = () => {
      if (action === undefined) this.#finish(isError, error);
      else upon(action(), () => this.#finish(isError, error), (newError) => this.#finish(true, newError));
    };
    if (this.#destination.state === "writable" && !this.#destination.isClosing) this.#afterWrites(act);
    else act();
  }

  /** @param {() => void} act */
  #afterWrites(act) {
    const write = this.#lastWrite;
    // A read that was waiting may have got its chunk meanwhile.
    const check = () => (write === this.#lastWrite ? act() : this.#afterWrites(act));
    upon(write, check, check);
  }

  /**
   * @param {boolean} isError
   * @param {unknown} error
   */
  #finish(isError, error) {
    this.#writer.release();
    this.#reader.release();
    this.#settings.signal?.remove(this.#abort);
    if (isError) this.#result.reject(error);
    else this.#result.resolve();
  }
}

/**
 * @param {Readable} source
 * @param {Writable} destination
 * @param {Settings} settings
 * @returns {Promise<unknown>}
 */
export const pipe = (source, destination, settings) => new Pipe(source, destination, settings).run();

/**
 * Runs all actions, and waits for them. The first error is that of the result.
 *
 * @param {(() => Promise<unknown>)[]} actions
 */
function all(actions) {
  const result = new Deferred();
  let left = actions.length;
  if (left === 0) result.resolve();
  for (let i = 0; i < actions.length; i++) {
    const action = /** @type {() => Promise<unknown>} */ (actions[i]);
    upon(
      action(),
      () => {
        left -= 1;
        if (left === 0) result.resolve();
      },
      (error) => result.reject(error),
    );
  }
  return result.promise;
}
