// @ts-check
// The memory in which values cross between this context and native code of its thread.

import { defineConstant } from "../shared/define.js";
import { functionCall } from "../shared/primordials.js";
import { makeTapeReader } from "./tape-reader.js";
import { makeTapeWriter } from "./tape-writer.js";

/**
 * A function of another realm that no page reaches, with a `call` of its own: the engine inlines such a call, where it takes ten
 * times as long to call a bound function.
 *
 * @param {Function} method
 */
const own = (method) => {
  defineConstant(method, "call", functionCall);
  return method;
};

/**
 * @param {import("./embedded.js").Native} native
 * @param {import("./encoder.js").Limits} limits
 * @param {import("./kinds.js").ReceiveFunction} receive makes the functions of native code
 */
export const makeTape = (native, limits, receive) => {
  const { charCodeAt, substring } = native.builtIns();
  const writer = makeTapeWriter(native, limits, own(charCodeAt));
  const reader = makeTapeReader(limits.depth, own(substring), receive);
  native.share(writer.memory, reader.memory, reader.define);
  return { encode: writer.encode, decode: reader.decode, words: reader.words };
};
