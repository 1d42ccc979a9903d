// @ts-check
// Signals that destroy a stream.

import { abortError, invalidArgType } from "../errors.js";
import { addAbortListener } from "../events-waiting.js";
import { symbolFor } from "../../shared/primordials.js";
import { finished } from "./finished.js";
import { isNode, isReadableWeb, isWritableWeb } from "./status.js";

const symbolDispose = symbolFor("Symbol.dispose");

export function addAbortSignal(signal, stream) {
  if (signal === null || typeof signal !== "object" || !("aborted" in signal)) throw invalidArgType("signal", "AbortSignal", signal);
  if (!isNode(stream)) {
    if (!isReadableWeb(stream) && !isWritableWeb(stream)) throw invalidArgType("stream", ["ReadableStream", "WritableStream", "Stream"], stream);
    const end = () => (isReadableWeb(stream) ? stream.cancel(abortError(undefined, signal.reason)) : stream.abort(abortError(undefined, signal.reason)));
    if (signal.aborted) end();
    else addAbortListener(signal, end);
    return stream;
  }
  const onAbort = () => stream.destroy(abortError(undefined, signal.reason));
  if (signal.aborted) {
    onAbort();
  } else {
    const listening = addAbortListener(signal, onAbort);
    finished(stream, listening[symbolDispose]);
  }
  return stream;
}
