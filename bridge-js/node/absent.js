// @ts-check
// The modules of Node that do not exist here, for packages that load them without using them: their functions throw what the
// native side says of the module. A few members need no access to the outside, and work.

import * as buffers from "#deferred/node/buffer.js";
import * as emitters from "#deferred/node/events.js";
import * as hashing from "#deferred/node/hash.js";
import * as randomness from "#deferred/web/crypto/crypto.js";
import { bytesOf } from "../shared/bytes.js";
import { defineHidden, nullPrototype } from "../shared/define.js";
import { apply, Error, setPrototypeOf } from "../shared/primordials.js";
import { host } from "../web/host.js";
import { nodeError, validateNumber } from "./errors.js";
import { nodeHost } from "./host.js";
import { slice } from "./node-primordials.js";

/** A function and class that throws the refusal when it is called. */
function refuse(name, refusal) {
  const refused = function () {
    throw nodeError(Error, "ERR_METHOD_NOT_IMPLEMENTED", `${name} was called. ${refusal}`);
  };
  defineHidden(refused, "name", name);
  return refused;
}

/** The class that Node's streams inherit from: an emitter that can be piped. */
function makeStream() {
  function Stream() {
    apply(emitters.EventEmitter, this, []);
  }
  setPrototypeOf(Stream, emitters.EventEmitter);
  setPrototypeOf(Stream.prototype, emitters.EventEmitter.prototype);
  /** @type {any} */ (Stream.prototype).pipe = function (target, options) {
    const source = this;
    let hasEnded = false;
    const onData = (chunk) => {
      if (target.writable && target.write(chunk) === false && source.pause) source.pause();
    };
    const onDrain = () => {
      if (source.readable && source.resume) source.resume();
    };
    const onEnd = () => {
      if (hasEnded) return;
      hasEnded = true;
      target.end();
    };
    const onClose = () => {
      if (hasEnded) return;
      hasEnded = true;
      if (typeof target.destroy === "function") target.destroy();
    };
    const onError = function (error) {
      cleanUp();
      if (this.listenerCount("error") === 0) throw error;
    };
    const added = [[source, "data", onData], [target, "drain", onDrain], [source, "error", onError], [target, "error", onError]];
    if (!target._isStdio && options?.end !== false) {
      added[added.length] = [source, "end", onEnd];
      added[added.length] = [source, "close", onClose];
    }
    const cleanUp = () => {
      for (let i = 0; i < added.length; i++) added[i][0].removeListener(added[i][1], added[i][2]);
      source.removeListener("end", cleanUp);
      source.removeListener("close", cleanUp);
      target.removeListener("close", cleanUp);
    };
    for (let i = 0; i < added.length; i++) added[i][0].on(added[i][1], added[i][2]);
    source.on("end", cleanUp);
    source.on("close", cleanUp);
    target.on("close", cleanUp);
    target.emit("pipe", source);
    return target;
  };
  return Stream;
}

function randomBytes(size, callback) {
  validateNumber(size, "size", 0, 2 ** 31 - 1);
  const bytes = /** @type {any} */ (buffers.Buffer).alloc(size);
  // The web's function fills at most so much at once.
  for (let at = 0; at < size; at += 65536) randomness.crypto.getRandomValues(bytes.subarray(at, at + 65536));
  if (typeof callback !== "function") return bytes;
  callback(null, bytes);
  return undefined;
}

/** The members that work, by module. */
const working = {
  __proto__: null,
  crypto: () => ({
    webcrypto: randomness.crypto,
    getRandomValues: (array) => randomness.crypto.getRandomValues(array),
    randomUUID: () => randomness.crypto.randomUUID(),
    randomBytes,
    createHash: hashing.createHash,
    createHmac: hashing.createHmac,
    getHashes: () => slice(hashing.hashNames),
    randomFillSync: (view, offset, size) => {
      const bytes = bytesOf(view, "randomFillSync");
      const start = offset ?? 0;
      bytes.set(randomBytes(size ?? bytes.length - start, undefined), start);
      return view;
    },
  }),
  os: () => ({
    constants: { errno: {}, signals: {}, priority: {} }, EOL: "\n", platform: () => "linux", type: () => "Linux", endianness: () => "LE", arch: () => nodeHost.describe().arch,
    homedir: () => nodeHost.describe().env.HOME ?? "/", tmpdir: () => nodeHost.describe().env.TMPDIR ?? "/tmp",
  }),
  tty: () => ({ isatty: (descriptor) => (descriptor === 1 || descriptor === 2) && host.colors === true }),
};

/**
 * @param {string} name
 * @param {string[]} names
 * @param {string} refusal
 */
export function makeAbsent(name, names, refusal) {
  const real = working[name]?.() ?? nullPrototype({});
  const exports = name === "stream" ? makeStream() : {};
  for (let i = 0; i < names.length; i++) {
    const member = names[i];
    if (member in real) exports[member] = real[member];
    else if (member === "constants" || member === "promises") exports[member] = {};
    else if (member === "Stream" && name === "stream") exports[member] = exports;
    else exports[member] = refuse(`${name}.${member}`, refusal);
  }
  return exports;
}
