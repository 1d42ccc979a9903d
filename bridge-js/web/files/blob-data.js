// @ts-check
// The bytes of blobs: pieces of memory that nobody changes, so blobs and their slices share them.

import * as streams from "#deferred/web/streams/readable-stream.js";
import { makeList } from "../../shared/lists.js";
import { isView, typedArrayByteLength, typedArrayBuffer, typedArrayByteOffset, typedArraySet, Uint8Array } from "../../shared/primordials.js";

/** The size of the chunks that a stream of a blob has. */
const chunkLength = 65536;

/** Data with fewer pieces are copied into others; those with more are one piece of them until somebody reads. */
const fewPieces = 8;

export class BlobData {
  /** @type {(Uint8Array | BlobData)[]} */
  #pieces = makeList();
  /** Whether a piece is other data, in whose place its pieces belong. */
  #isNested = false;
  /**
   * The position of the end of each piece, as far as a slice needed them.
   * @type {number[]}
   */
  #ends = makeList();
  size = 0;

  /** @param {Uint8Array} bytes of which this takes possession */
  add(bytes) {
    const length = typedArrayByteLength(bytes);
    if (length === 0) return;
    this.#pieces[this.#pieces.length] = bytes;
    this.size += length;
  }

  /** @param {BlobData} data */
  addAll(data) {
    if (data.size === 0) return;
    if (!data.#isNested && data.#pieces.length < fewPieces) {
      for (let i = 0; i < data.#pieces.length; i++) this.add(/** @type {Uint8Array} */ (data.#pieces[i]));
      return;
    }
    // A blob of a blob of a blob ... takes as long as it has bytes to be made, and as many pieces to be read.
    this.#pieces[this.#pieces.length] = data;
    this.#isNested = true;
    this.size += data.size;
  }

  /** The pieces of memory, in their order. */
  pieces() {
    if (!this.#isNested) return /** @type {Uint8Array[]} */ (this.#pieces);
    /** @type {Uint8Array[]} */
    const flat = makeList();
    /** @type {{ data: BlobData, next: number }[]} */
    const open = makeList();
    open[0] = { data: this, next: 0 };
    let depth = 0;
    while (depth >= 0) {
      const place = /** @type {{ data: BlobData, next: number }} */ (open[depth]);
      const piece = place.data.#pieces[place.next];
      place.next += 1;
      if (piece === undefined) depth -= 1;
      else if (isView(piece)) flat[flat.length] = /** @type {Uint8Array} */ (piece);
      else open[depth += 1] = { data: /** @type {BlobData} */ (piece), next: 0 };
    }
    this.#pieces = flat;
    this.#isNested = false;
    return flat;
  }

  /**
   * The bytes of a range, not copied.
   *
   * @param {number} start
   * @param {number} end
   */
  slice(start, end) {
    const result = new BlobData();
    const pieces = this.pieces();
    const first = this.#pieceAt(start);
    let at = first === 0 ? 0 : /** @type {number} */ (this.#ends[first - 1]);
    for (let i = first; i < pieces.length && at < end; i++) {
      const piece = /** @type {Uint8Array} */ (pieces[i]);
      const length = typedArrayByteLength(piece);
      const from = start > at ? start - at : 0;
      const to = end < at + length ? end - at : length;
      if (from < to) result.add(partOf(piece, from, to));
      at += length;
    }
    return result;
  }

  /**
   * The index of the piece that has the byte at a position; the number of pieces for one past the end.
   * @param {number} position
   */
  #pieceAt(position) {
    const pieces = this.pieces();
    const ends = this.#ends;
    for (let i = ends.length; i < pieces.length; i++) ends[i] = (ends[i - 1] ?? 0) + typedArrayByteLength(/** @type {Uint8Array} */ (pieces[i]));
    let first = 0;
    for (let last = pieces.length; first < last; ) {
      const middle = (first + last) >> 1;
      if (/** @type {number} */ (ends[middle]) <= position) first = middle + 1;
      else last = middle;
    }
    return first;
  }

  /** A copy of all bytes. */
  toBytes() {
    const bytes = new Uint8Array(this.size);
    const pieces = this.pieces();
    let at = 0;
    for (let i = 0; i < pieces.length; i++) {
      const piece = /** @type {Uint8Array} */ (pieces[i]);
      typedArraySet(bytes, piece, at);
      at += typedArrayByteLength(piece);
    }
    return bytes;
  }

  /** A stream of copies of the bytes, made as they are read. */
  toStream() {
    const pieces = this.pieces();
    let index = 0;
    let offset = 0;
    /** Copies the next bytes. */
    const next = () => {
      const chunk = new BlobData();
      while (chunk.size < chunkLength && index < pieces.length) {
        const piece = /** @type {Uint8Array} */ (pieces[index]);
        const length = typedArrayByteLength(piece);
        const end = offset + chunkLength - chunk.size;
        chunk.add(partOf(piece, offset, end < length ? end : length));
        offset = end;
        if (end >= length) {
          index += 1;
          offset = 0;
        }
      }
      return chunk.toBytes();
    };
    /** @type {import("../streams/readable.js").Readable} */
    const readable = streams.createByteReadable({
      start: () => undefined,
      pull: () => {
        const source = /** @type {import("../streams/byte-source.js").ByteSource} */ (readable.source);
        if (index < pieces.length) source.enqueueOwn(next());
        if (index === pieces.length) source.finish();
        return streams.resolved();
      },
      cancel: () => streams.resolved(),
    });
    return readable;
  }
}

/**
 * @param {Uint8Array} piece
 * @param {number} from
 * @param {number} to
 */
function partOf(piece, from, to) {
  return new Uint8Array(typedArrayBuffer(piece), typedArrayByteOffset(piece) + from, to - from);
}

/** @param {Uint8Array} bytes of which this takes possession */
export function dataOf(bytes) {
  const data = new BlobData();
  data.add(bytes);
  return data;
}
