// @ts-check
// Hashes that answer at once, which the web's `crypto` does not have: MD5, SHA-1 and SHA-2, for `crypto.createHash` of packages.

import * as buffers from "#deferred/node/buffer.js";
import { bytesOf } from "../shared/bytes.js";
import { BigInt, Error, floor, hasOwn, isView, min, toLowerCase, Uint32Array, Uint8Array } from "../shared/primordials.js";
import { invalidArgType, nodeError } from "./errors.js";
import { Math } from "./node-primordials.js";

const { abs, sin } = Math;
const rotateLeft = (word, bits) => (word << bits) | (word >>> (32 - bits));
const rotateRight = (word, bits) => (word >>> bits) | (word << (32 - bits));

/** The first 64 bits behind the point of a root of each of the first primes. */
function rootsOfPrimes(count, power) {
  const found = [];
  for (let candidate = 2n; found.length < count; candidate += 1n) {
    let isPrime = true;
    for (let divisor = 2n; divisor * divisor <= candidate; divisor += 1n) if (candidate % divisor === 0n) isPrime = false;
    if (!isPrime) continue;
    // The integer root of the prime, scaled by 2 to the 64.
    const scaled = candidate << (64n * power);
    let low = 0n;
    let high = candidate << 64n;
    while (low < high) {
      const middle = (low + high + 1n) >> 1n;
      if (middle ** power <= scaled) low = middle;
      else high = middle - 1n;
    }
    found[found.length] = low & 0xffffffffffffffffn;
  }
  return found;
}

const upper = (values) => {
  const words = new Uint32Array(values.length);
  for (let i = 0; i < values.length; i++) words[i] = +`${values[i] >> 32n}`;
  return words;
};

/** @type {any} */
let constants;
/** The tables of SHA-2, made when one of them is first used. */
const tables = () => {
  if (constants === undefined) {
    const cubes = rootsOfPrimes(80, 3n);
    const squares = rootsOfPrimes(16, 2n);
    constants = { cubes, words: upper(cubes), start512: squares, start256: upper(squares) };
  }
  return constants;
};

/** The sines that MD5 is made of. */
const sines = new Uint32Array(64);
for (let i = 0; i < 64; i++) sines[i] = floor(abs(sin(i + 1)) * 2 ** 32);
const turns = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];

function md5(state, block) {
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  for (let i = 0; i < 64; i++) {
    const round = i >> 4;
    const mixed = round === 0 ? (b & c) | (~b & d) : round === 1 ? (d & b) | (~d & c) : round === 2 ? b ^ c ^ d : c ^ (b | ~d);
    const at = (round === 0 ? i : round === 1 ? 5 * i + 1 : round === 2 ? 3 * i + 5 : 7 * i) % 16;
    const word = block[at * 4] | (block[at * 4 + 1] << 8) | (block[at * 4 + 2] << 16) | (block[at * 4 + 3] << 24);
    const sum = (a + mixed + sines[i] + word) | 0;
    a = d;
    d = c;
    c = b;
    b = (b + rotateLeft(sum, turns[round * 4 + (i % 4)])) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
}

const wordAt = (block, at) => (block[at * 4] << 24) | (block[at * 4 + 1] << 16) | (block[at * 4 + 2] << 8) | block[at * 4 + 3];

function sha1(state, block) {
  const words = new Uint32Array(80);
  for (let i = 0; i < 80; i++) words[i] = i < 16 ? wordAt(block, i) : rotateLeft(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  let e = state[4];
  for (let i = 0; i < 80; i++) {
    const mixed = i < 20 ? ((b & c) | (~b & d)) + 0x5a827999 : i < 40 ? (b ^ c ^ d) + 0x6ed9eba1 : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc : (b ^ c ^ d) + 0xca62c1d6;
    const next = (rotateLeft(a, 5) + mixed + e + words[i]) | 0;
    e = d;
    d = c;
    c = rotateLeft(b, 30);
    b = a;
    a = next;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
}

function sha256(state, block) {
  const { words: cubes } = tables();
  const words = new Uint32Array(64);
  for (let i = 0; i < 64; i++) {
    if (i < 16) {
      words[i] = wordAt(block, i);
      continue;
    }
    const x = words[i - 15];
    const y = words[i - 2];
    words[i] = words[i - 16] + (rotateRight(x, 7) ^ rotateRight(x, 18) ^ (x >>> 3)) + words[i - 7] + (rotateRight(y, 17) ^ rotateRight(y, 19) ^ (y >>> 10));
  }
  const s = new Uint32Array(state);
  for (let i = 0; i < 64; i++) {
    const e = s[4];
    const a = s[0];
    const first = s[7] + (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) + ((e & s[5]) ^ (~e & s[6])) + cubes[i] + words[i];
    const second = (rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
    for (let k = 7; k > 0; k--) s[k] = s[k - 1];
    s[4] += first;
    s[0] = first + second;
  }
  for (let i = 0; i < 8; i++) state[i] += s[i];
}

const MASK = 0xffffffffffffffffn;
/** @type {(word: bigint, bits: bigint) => bigint} */
const rotateLong = (word, bits) => ((word >> bits) | (word << (64n - bits))) & MASK;

function sha512(state, block) {
  const { cubes } = tables();
  /** @type {bigint[]} */
  const words = [];
  for (let i = 0; i < 80; i++) {
    if (i < 16) {
      words[i] = (BigInt(wordAt(block, i * 2) >>> 0) << 32n) | BigInt(wordAt(block, i * 2 + 1) >>> 0);
      continue;
    }
    const x = words[i - 15];
    const y = words[i - 2];
    words[i] = (words[i - 16] + (rotateLong(x, 1n) ^ rotateLong(x, 8n) ^ (x >> 7n)) + words[i - 7] + (rotateLong(y, 19n) ^ rotateLong(y, 61n) ^ (y >> 6n))) & MASK;
  }
  /** @type {bigint[]} */
  const s = [];
  for (let i = 0; i < 8; i++) s[i] = state[i];
  for (let i = 0; i < 80; i++) {
    const e = s[4];
    const a = s[0];
    const first = s[7] + (rotateLong(e, 14n) ^ rotateLong(e, 18n) ^ rotateLong(e, 41n)) + ((e & s[5]) ^ (~e & MASK & s[6])) + cubes[i] + words[i];
    const second = (rotateLong(a, 28n) ^ rotateLong(a, 34n) ^ rotateLong(a, 39n)) + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
    for (let k = 7; k > 0; k--) s[k] = s[k - 1];
    s[4] = (s[4] + first) & MASK;
    s[0] = (first + second) & MASK;
  }
  for (let i = 0; i < 8; i++) state[i] = (state[i] + s[i]) & MASK;
}

const start32 = (...words) => new Uint32Array(words);
const FIRST = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
/** SHA-384 begins with the roots of the next eight primes, and SHA-224 with their lower halves. */
const lower = () => {
  const words = new Uint32Array(8);
  for (let i = 0; i < 8; i++) words[i] = +`${tables().start512[i + 8] & 0xffffffffn}`;
  return words;
};

/** By name: the bytes of a block and of the result, the beginning, and the step. */
const algorithms = {
  __proto__: null,
  md5: { block: 64, size: 16, isLittle: true, start: () => start32(FIRST[0], FIRST[1], FIRST[2], FIRST[3]), step: md5 },
  sha1: { block: 64, size: 20, isLittle: false, start: () => start32(FIRST[0], FIRST[1], FIRST[2], FIRST[3], FIRST[4]), step: sha1 },
  sha224: { block: 64, size: 28, isLittle: false, start: lower, step: sha256 },
  sha256: { block: 64, size: 32, isLittle: false, start: () => tables().start256.slice(0, 8), step: sha256 },
  sha384: { block: 128, size: 48, isLittle: false, start: () => tables().start512.slice(8, 16), step: sha512 },
  sha512: { block: 128, size: 64, isLittle: false, start: () => tables().start512.slice(0, 8), step: sha512 },
};

const toBuffer = (data, encoding) => {
  if (typeof data === "string") return /** @type {any} */ (buffers.Buffer).from(data, encoding);
  if (!isView(data)) throw invalidArgType("data", ["string", "Buffer", "TypedArray", "DataView"], data);
  return bytesOf(data, "update");
};

class Hash {
  #algorithm;
  #state;
  #rest;
  #held = 0;
  #length = 0;
  #isDone = false;

  constructor(algorithm) {
    this.#algorithm = algorithm;
    this.#state = algorithm.start();
    this.#rest = new Uint8Array(algorithm.block);
  }

  update(data, encoding) {
    if (this.#isDone) throw nodeError(Error, "ERR_CRYPTO_HASH_FINALIZED", "Digest already called");
    this.#add(toBuffer(data, encoding));
    return this;
  }

  #add(bytes) {
    const { block, step } = this.#algorithm;
    this.#length += bytes.length;
    for (let at = 0; at < bytes.length; ) {
      const count = min(block - this.#held, bytes.length - at);
      for (let i = 0; i < count; i++) this.#rest[this.#held + i] = bytes[at + i];
      at += count;
      this.#held += count;
      if (this.#held === block) {
        step(this.#state, this.#rest);
        this.#held = 0;
      }
    }
  }

  digest(encoding) {
    if (this.#isDone) throw nodeError(Error, "ERR_CRYPTO_HASH_FINALIZED", "Digest already called");
    this.#isDone = true;
    const { block, size, isLittle, step } = this.#algorithm;
    const bits = this.#length * 8;
    const tail = new Uint8Array(this.#held + 1 + block / 8 > block ? block * 2 : block);
    for (let i = 0; i < this.#held; i++) tail[i] = this.#rest[i];
    tail[this.#held] = 0x80;
    for (let i = 0, left = bits; i < 8; i++, left = floor(left / 256)) tail[isLittle ? tail.length - 8 + i : tail.length - 1 - i] = left % 256;
    for (let at = 0; at < tail.length; at += block) step(this.#state, tail.subarray(at, at + block));
    const width = block / 16;
    const result = /** @type {any} */ (buffers.Buffer).alloc(size);
    for (let i = 0; i < size; i++) {
      const shift = isLittle ? (i % width) * 8 : (width - 1 - (i % width)) * 8;
      const word = this.#state[floor(i / width)];
      result[i] = typeof word === "bigint" ? +`${(word >> BigInt(shift)) & 0xffn}` : word >>> shift;
    }
    return encoding === undefined || encoding === "buffer" ? result : result.toString(encoding);
  }

  copy() {
    const copy = new Hash(this.#algorithm);
    copy.#state = this.#state.slice();
    copy.#rest = this.#rest.slice();
    copy.#held = this.#held;
    copy.#length = this.#length;
    return copy;
  }
}

class Hmac {
  #outer;
  #inner;

  constructor(algorithm, key) {
    const hashed = key.length > algorithm.block ? new Hash(algorithm).update(key).digest() : key;
    const pads = [0x36, 0x5c];
    const hashes = [new Hash(algorithm), new Hash(algorithm)];
    for (let which = 0; which < 2; which++) {
      const block = new Uint8Array(algorithm.block);
      for (let i = 0; i < block.length; i++) block[i] = (i < hashed.length ? hashed[i] : 0) ^ pads[which];
      hashes[which].update(block);
    }
    this.#inner = hashes[0];
    this.#outer = hashes[1];
  }

  update(data, encoding) {
    this.#inner.update(data, encoding);
    return this;
  }

  digest(encoding) {
    return this.#outer.update(this.#inner.digest()).digest(encoding);
  }
}

function algorithmOf(name) {
  if (typeof name !== "string") throw invalidArgType("algorithm", "string", name);
  const plain = toLowerCase(name) === "rsa-sha1" ? "sha1" : toLowerCase(name).replace("-", "");
  if (!hasOwn(algorithms, plain)) {
    throw nodeError(Error, "ERR_OSSL_EVP_UNSUPPORTED", `There is no hash ${name}: use md5, sha1, sha224, sha256, sha384 or sha512.`);
  }
  return algorithms[plain];
}

export const createHash = (name) => new Hash(algorithmOf(name));
export const createHmac = (name, key) => new Hmac(algorithmOf(name), toBuffer(key));
export const hashNames = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"];
