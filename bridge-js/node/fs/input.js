// @ts-check
// Standard input as a file: the descriptor 0 and the paths of it.

import * as buffers from "#deferred/node/buffer.js";
import { bytesOf } from "../../shared/bytes.js";
import { isView, Promise, typedArraySet, Uint8Array } from "../../shared/primordials.js";
import { invalidArgType, outOfRange } from "../errors.js";
import { inputError, readInputNow, requestInput } from "./input-requests.js";
import { push } from "../node-primordials.js";
import { refuse } from "../refusal.js";

/** The largest piece that is read at once. */
const PIECE = 65_536;

export const noDescriptors = "Files have no descriptors here, but for standard input (0): use readFile, writeFile, appendFile, createReadStream or createWriteStream.";

/** What an operation yields for the next piece of the input, in place of a method of the plugin. */
export const INPUT = "standard input";

/** Whether an absolute path is that of standard input. */
export const isInputPath = (/** @type {string} */ full) => full === "/dev/stdin" || full === "/dev/fd/0" || full === "/proc/self/fd/0";

/** Whether a value is a descriptor, as Node tells it from a path. */
export const isDescriptor = (/** @type {unknown} */ value) => typeof value === "number" && value >>> 0 === value && value < 2 ** 31;

export const inputPieceNow = () => readInputNow(PIECE);

/** @returns {Promise<ArrayBuffer | undefined>} */
export const inputPiece = () => new Promise((resolve, reject) => {
  requestInput(true, (bytes, error) => (error === 0 ? resolve(bytes) : reject(inputError(error))));
});

/** The whole input, as a step of an operation. */
export function* readInput() {
  const pieces = [];
  for (;;) {
    const answer = yield [INPUT];
    if (answer.error !== undefined) throw answer.error;
    if (answer.value === undefined) return /** @type {any} */ (buffers.Buffer).concat(pieces);
    push(pieces, /** @type {any} */ (buffers.Buffer).from(answer.value));
  }
}

/** The pieces of the input, for a stream. */
export async function* inputChunks() {
  for (;;) {
    const bytes = await inputPiece();
    if (bytes === undefined) return;
    yield /** @type {any} */ (buffers.Buffer).from(bytes);
  }
}

const refuseOthers = refuse("fs.readSync", noDescriptors);

/** `fs.readSync`: fills a part of a buffer with the bytes that are there, and waits if there are none. */
export function readSync(descriptor, buffer, given, givenLength) {
  if (descriptor !== 0) return refuseOthers();
  if (!isView(buffer)) throw invalidArgType("buffer", ["Buffer", "TypedArray", "DataView"], buffer);
  const bytes = bytesOf(buffer, "buffer");
  const isOptions = given !== null && typeof given === "object";
  const offset = (isOptions ? given.offset : given) ?? 0;
  const length = (isOptions ? given.length : givenLength) ?? bytes.length - offset;
  if (!(offset >= 0 && offset <= bytes.length)) throw outOfRange("offset", `>= 0 && <= ${bytes.length}`, offset);
  if (!(length >= 0 && length <= bytes.length - offset)) throw outOfRange("length", `>= 0 && <= ${bytes.length - offset}`, length);
  if (length === 0) return 0;
  const piece = readInputNow(length);
  if (piece === undefined) return 0;
  const read = new Uint8Array(piece);
  typedArraySet(bytes, read, offset);
  return read.length;
}
