// @ts-check
// One duplex stream of several streams and functions.

import { apply } from "../../shared/primordials.js";
import { abortError, invalidArgValue } from "../errors.js";
import { slice } from "../node-primordials.js";
import { destroyStream } from "./destroy.js";
import { Duplex } from "./duplex.js";
import { duplexFrom } from "./duplex-from.js";
import { missingArguments } from "./errors.js";
import { finished } from "./finished.js";
import { connect } from "./pipeline.js";
import { isNode, isReadable, isReadableWeb, isTransformWeb, isWeb, isWritable, isWritableWeb } from "./status.js";
import { duplexFromWeb, readableFromWeb, writableFromWeb } from "./web.js";

const canRead = (stream) => !!(isReadable(stream) || isReadableWeb(stream) || isTransformWeb(stream));
const canWrite = (stream) => !!(isWritable(stream) || isWritableWeb(stream) || isTransformWeb(stream));

/** A stream of Node of a stream of the web. */
function toNode(stream) {
  if (!isWeb(stream)) return stream;
  if (isTransformWeb(stream)) return duplexFromWeb(stream, { objectMode: true });
  return isReadableWeb(stream) ? readableFromWeb(stream, { objectMode: true }) : writableFromWeb(stream, { objectMode: true });
}

export function compose(...given) {
  if (given.length === 0) throw missingArguments("streams");
  if (given.length === 1) return duplexFrom(given[0]);
  const streams = slice(given);
  const last = streams.length - 1;
  if (typeof streams[0] === "function") streams[0] = duplexFrom(streams[0]);
  if (typeof streams[last] === "function") streams[last] = duplexFrom(streams[last]);
  for (let i = 0; i < streams.length; i++) {
    if (!isNode(streams[i]) && !isWeb(streams[i])) continue;
    if (i < last && !canRead(streams[i])) throw invalidArgValue(`streams[${i}]`, given[i], "must be readable");
    if (i > 0 && !canWrite(streams[i])) throw invalidArgValue(`streams[${i}]`, given[i], "must be writable");
    streams[i] = toNode(streams[i]);
  }
  let onDrain;
  let onFinish;
  let onReadable;
  let onClose;
  /** @type {any} */
  let made;
  const head = streams[0];
  const tail = connect(streams, (error) => {
    const callback = onClose;
    onClose = null;
    if (callback) callback(error);
    else if (error) made.destroy(error);
    else if (!reads && !writes) made.destroy();
  });
  const writes = canWrite(head);
  const reads = canRead(tail);
  made = new (/** @type {any} */ (Duplex))({
    writableObjectMode: !!head?.writableObjectMode,
    readableObjectMode: !!tail?.readableObjectMode,
    writable: writes,
    readable: reads,
  });
  if (writes) {
    made._write = (chunk, encoding, callback) => {
      if (head.write(chunk, encoding)) callback();
      else onDrain = callback;
    };
    made._final = (callback) => {
      head.end();
      onFinish = callback;
    };
    head.on("drain", () => {
      const callback = onDrain;
      onDrain = null;
      callback?.();
    });
    finished(tail, () => {
      const callback = onFinish;
      onFinish = null;
      callback?.();
    });
  }
  if (reads) {
    tail.on("readable", () => {
      const callback = onReadable;
      onReadable = null;
      if (callback) apply(callback, made, []);
    });
    tail.on("end", () => made.push(null));
    made._read = () => {
      for (;;) {
        const chunk = tail.read();
        if (chunk === null) {
          onReadable = made._read;
          return;
        }
        if (!made.push(chunk)) return;
      }
    };
  }
  made._destroy = (given, callback) => {
    const error = !given && onClose !== null ? abortError() : given;
    onReadable = null;
    onDrain = null;
    onFinish = null;
    if (onClose === null) {
      callback(error);
    } else {
      onClose = callback;
      destroyStream(tail, error);
    }
  };
  return made;
}
