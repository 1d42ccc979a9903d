// @ts-check
// The bytes of blobs: pieces of memory that nobody changes, so blobs and their slices share them.

import * as streams from "#deferred/web/streams/readable-stream.js";
import { makeList } from "../../shared/lists.js";
import { typedArrayByteLength, typedArrayBuffer, typedArrayByteOffset, typedArraySet, Uint8Array } from "../../shared/primordials.js";

/** The size of the chunks that a stream of a blob has. */
const chunkLength = 65536;

export class BlobData {
  /** @type {Uint8Array[]} */
  pieces = makeList();
  size = 0;

  /** @param {Uint8Array} bytes of which this takes possession */
  add(bytes) {
    const length = typedArrayByteLength(bytes);
    if (length === 0) return;
    this.pieces[this.pieces.length] = bytes;
    this.size += length;
  }

  /** @param {BlobData} data */
  addAll(data) {
    for (let i = 0; i < data.pieces.length; i++) this.add(/** @type {Uint8Array} */ (data.pieces[i]));
  }

  /**
   * The bytes of a range, not copied.
   *
   * @param {number} start
   * @param {number} end
   */
  slice(start, end) {
    const result = new BlobData();
    let at = 0;
    for (let i = 0; i < this.pieces.length && at < end; i++) {
      const piece = /** @type {Uint8Array} */ (this.pieces[i]);
      const length = typedArrayByteLength(piece);
      const from = start > at ? start - at : 0;
      const to = end < at + length ? end - at : length;
      if (from < to) result.add(new Uint8Array(typedArrayBuffer(piece), typedArrayByteOffset(piece) + from, to - from));
      at += length;
    }
    return result;
  }

  /** A copy of all bytes. */
  toBytes() {
    const bytes = new Uint8Array(this.size);
    let at = 0;
    for (let i = 0; i < this.pieces.length; i++) {
      const piece = /** @type {Uint8Array} */ (this.pieces[i]);
      typedArraySet(bytes, piece, at);
      at += typedArrayByteLength(piece);
    }
    return bytes;
  }

  /** A stream of copies of the bytes, made as they are read. */
  toStream() {
    let at = 0;
    /** @type {import("../streams/readable.js").Readable} */
    const readable = streams.createByteReadable({
      start: () => undefined,
      pull: () => {
        const source = /** @type {import("../streams/byte-source.js").ByteSource} */ (readable.source);
        const end = at + chunkLength < this.size ? at + chunkLength : this.size;
        if (end > at) source.enqueueOwn(this.slice(at, end).toBytes());
        at = end;
        if (at === this.size) source.finish();
        return streams.resolved();
      },
      cancel: () => streams.resolved(),
    });
    return readable;
  }
}

/** @param {Uint8Array} bytes of which this takes possession */
export function dataOf(bytes) {
  const data = new BlobData();
  data.add(bytes);
  return data;
}
