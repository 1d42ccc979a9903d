// @ts-check
// Streams that are transferred: the old object is locked for ever, and the chunks of the new one are copies.

import * as cloning from "#deferred/web/clone/structured-clone.js";
import { promiseReject } from "../../shared/primordials.js";
import { promising, resolved, setHandled, upon } from "./promises.js";
import { Reader } from "./readable.js";
import { createReadable } from "./readable-stream.js";
import { Writer } from "./writable.js";
import { createWritable } from "./writable-stream.js";

/** @typedef {import("./readable.js").Readable} Readable */
/** @typedef {import("./writable.js").Writable} Writable */

/** @param {unknown} value */
const copyOf = (value) => cloning.structuredClone(value);

/**
 * The copy of an error, or the error of the copying.
 * @param {unknown} error
 */
function copyOfError(error) {
  try {
    return copyOf(error);
  } catch (refusal) {
    return refusal;
  }
}

/**
 * @param {Readable} stream which is not locked
 * @returns {Readable}
 */
export function moveReadable(stream) {
  const reader = new Reader(stream, false);
  const moved = createReadable(
    {
      start: () => undefined,
      pull: () => {
        const source = /** @type {import("./default-controller.js").DefaultSource} */ (moved.source);
        reader.read({
          chunk: (chunk) => {
            try {
              source.enqueue(copyOf(chunk));
            } catch (error) {
              source.error(error);
              setHandled(stream.cancel(error));
            }
          },
          close: () => source.close(),
          error: (error) => source.error(copyOfError(error)),
        });
        return resolved();
      },
      cancel: (reason) => stream.cancel(copyOfError(reason)),
    },
    0,
  );
  return moved;
}

/**
 * @param {Writable} stream which is not locked
 * @returns {Writable}
 */
export function moveWritable(stream) {
  const writer = new Writer(stream);
  const moved = createWritable({
    start: () => undefined,
    write: (chunk) =>
      promising(() => {
        let copy;
        try {
          copy = copyOf(chunk);
        } catch (error) {
          setHandled(stream.abort(error));
          return promiseReject(error);
        }
        return writer.write(copy);
      }),
    close: () => writer.closeUnlessClosing(),
    abort: (reason) => stream.abort(copyOfError(reason)),
  });
  upon(writer.closed.promise, () => {}, (error) => moved.sink.errorIfNeeded(copyOfError(error)));
  return moved;
}
