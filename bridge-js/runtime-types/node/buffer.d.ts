// The modules `buffer`, `string_decoder` and `querystring`.

declare module "node:buffer" {
  export type BufferEncoding =
    "ascii" | "utf8" | "utf-8" | "utf16le" | "utf-16le" | "ucs2" | "ucs-2" | "base64" | "base64url" | "latin1" | "binary" | "hex";
  export type Bytes = ArrayBuffer | ArrayBufferView;
  /** The result of `slice`: libraries of TypeScript differ in the type that `Uint8Array` returns there. */
  export type Slice = Buffer & ReturnType<Uint8Array["slice"]>;

  /** Bytes with methods for texts and numbers. Each buffer has memory of its own: there is no pool. */
  export interface Buffer extends Uint8Array {
    /** @deprecated the same as `buffer` */
    readonly parent: ArrayBufferLike;
    /** @deprecated the same as `byteOffset` */
    readonly offset: number;
    toString(encoding?: BufferEncoding, start?: number, end?: number): string;
    toLocaleString(encoding?: BufferEncoding, start?: number, end?: number): string;
    toJSON(): { type: "Buffer"; data: number[] };
    equals(other: Uint8Array): boolean;
    compare(target: Uint8Array, targetStart?: number, targetEnd?: number, start?: number, end?: number): -1 | 0 | 1;
    copy(target: Uint8Array, targetStart?: number, start?: number, end?: number): number;
    fill(value: string | Uint8Array | number, offset?: number, end?: number, encoding?: BufferEncoding): this;
    fill(value: string | Uint8Array, encoding: BufferEncoding): this;
    /** Writes a text and returns the number of bytes. */
    write(text: string, encoding?: BufferEncoding): number;
    write(text: string, offset: number, encoding?: BufferEncoding): number;
    write(text: string, offset: number, length: number, encoding?: BufferEncoding): number;
    /** A view of the same memory. */
    subarray(start?: number, end?: number): Buffer;
    /** @deprecated A view of the same memory, unlike `slice` of a `Uint8Array`: use `subarray`. */
    slice(start?: number, end?: number): Slice;
    indexOf(value: string | number | Uint8Array, offset?: number, encoding?: BufferEncoding): number;
    indexOf(value: string, encoding: BufferEncoding): number;
    lastIndexOf(value: string | number | Uint8Array, offset?: number, encoding?: BufferEncoding): number;
    lastIndexOf(value: string, encoding: BufferEncoding): number;
    includes(value: string | number | Uint8Array, offset?: number, encoding?: BufferEncoding): boolean;
    includes(value: string, encoding: BufferEncoding): boolean;
    /** @deprecated Use `util.inspect`. */
    inspect(): string;
    swap16(): this;
    swap32(): this;
    swap64(): this;
    readUInt8(offset?: number): number;
    readUInt16LE(offset?: number): number;
    readUInt16BE(offset?: number): number;
    readUInt32LE(offset?: number): number;
    readUInt32BE(offset?: number): number;
    readUIntLE(offset: number, byteLength: number): number;
    readUIntBE(offset: number, byteLength: number): number;
    readInt8(offset?: number): number;
    readInt16LE(offset?: number): number;
    readInt16BE(offset?: number): number;
    readInt32LE(offset?: number): number;
    readInt32BE(offset?: number): number;
    readIntLE(offset: number, byteLength: number): number;
    readIntBE(offset: number, byteLength: number): number;
    readBigUInt64LE(offset?: number): bigint;
    readBigUInt64BE(offset?: number): bigint;
    readBigInt64LE(offset?: number): bigint;
    readBigInt64BE(offset?: number): bigint;
    readFloatLE(offset?: number): number;
    readFloatBE(offset?: number): number;
    readDoubleLE(offset?: number): number;
    readDoubleBE(offset?: number): number;
    writeUInt8(value: number, offset?: number): number;
    writeUInt16LE(value: number, offset?: number): number;
    writeUInt16BE(value: number, offset?: number): number;
    writeUInt32LE(value: number, offset?: number): number;
    writeUInt32BE(value: number, offset?: number): number;
    writeUIntLE(value: number, offset: number, byteLength: number): number;
    writeUIntBE(value: number, offset: number, byteLength: number): number;
    writeInt8(value: number, offset?: number): number;
    writeInt16LE(value: number, offset?: number): number;
    writeInt16BE(value: number, offset?: number): number;
    writeInt32LE(value: number, offset?: number): number;
    writeInt32BE(value: number, offset?: number): number;
    writeIntLE(value: number, offset: number, byteLength: number): number;
    writeIntBE(value: number, offset: number, byteLength: number): number;
    writeBigUInt64LE(value: bigint, offset?: number): number;
    writeBigUInt64BE(value: bigint, offset?: number): number;
    writeBigInt64LE(value: bigint, offset?: number): number;
    writeBigInt64BE(value: bigint, offset?: number): number;
    writeFloatLE(value: number, offset?: number): number;
    writeFloatBE(value: number, offset?: number): number;
    writeDoubleLE(value: number, offset?: number): number;
    writeDoubleBE(value: number, offset?: number): number;
    // The same with lower case.
    readUint8: Buffer["readUInt8"];
    readUint16LE: Buffer["readUInt16LE"];
    readUint16BE: Buffer["readUInt16BE"];
    readUint32LE: Buffer["readUInt32LE"];
    readUint32BE: Buffer["readUInt32BE"];
    readUintLE: Buffer["readUIntLE"];
    readUintBE: Buffer["readUIntBE"];
    readBigUint64LE: Buffer["readBigUInt64LE"];
    readBigUint64BE: Buffer["readBigUInt64BE"];
    writeUint8: Buffer["writeUInt8"];
    writeUint16LE: Buffer["writeUInt16LE"];
    writeUint16BE: Buffer["writeUInt16BE"];
    writeUint32LE: Buffer["writeUInt32LE"];
    writeUint32BE: Buffer["writeUInt32BE"];
    writeUintLE: Buffer["writeUIntLE"];
    writeUintBE: Buffer["writeUIntBE"];
    writeBigUint64LE: Buffer["writeBigUInt64LE"];
    writeBigUint64BE: Buffer["writeBigUInt64BE"];
  }

  export interface BufferConstructor {
    /** @deprecated Use `Buffer.from`. */
    new (text: string, encoding?: BufferEncoding): Buffer;
    /** @deprecated Use `Buffer.alloc`, or `Buffer.from`. */
    new (sizeOrValue: number | ArrayBufferLike | ArrayLike<number>): Buffer;
    readonly prototype: Buffer;
    poolSize: number;
    from(text: string | { valueOf(): string }, encoding?: BufferEncoding): Buffer;
    /** A buffer over the memory of an `ArrayBuffer`. */
    from(memory: ArrayBufferLike | { valueOf(): ArrayBufferLike }, byteOffset?: number, length?: number): Buffer;
    /** A copy. */
    from(bytes: ArrayLike<number> | { type: "Buffer"; data: readonly number[] }): Buffer;
    copyBytesFrom(view: ArrayBufferView, offset?: number, length?: number): Buffer;
    of(...bytes: number[]): Buffer;
    alloc(size: number, fill?: string | Uint8Array | number, encoding?: BufferEncoding): Buffer;
    allocUnsafe(size: number): Buffer;
    allocUnsafeSlow(size: number): Buffer;
    isBuffer(value: unknown): value is Buffer;
    isEncoding(name: unknown): name is BufferEncoding;
    byteLength(value: string | Bytes, encoding?: BufferEncoding): number;
    compare(a: Uint8Array, b: Uint8Array): -1 | 0 | 1;
    concat(list: readonly Uint8Array[], length?: number): Buffer;
  }

  export const Buffer: BufferConstructor;
  /** @deprecated Use `Buffer.allocUnsafeSlow`. */
  export const SlowBuffer: { new (size: number): Buffer; (size: number): Buffer };
  export function transcode(source: Uint8Array, from: BufferEncoding, to: BufferEncoding): Buffer;
  export function isAscii(input: Bytes): boolean;
  export function isUtf8(input: Bytes): boolean;
  export function atob(base64: string): string;
  export function btoa(binary: string): string;
  export const constants: { MAX_LENGTH: number; MAX_STRING_LENGTH: number };
  export const kMaxLength: number;
  export const kStringMaxLength: number;
  export let INSPECT_MAX_BYTES: number;
  import globals = globalThis;
  export import Blob = globals.Blob;
  export import File = globals.File;
}

declare module "node:string_decoder" {
  import type { BufferEncoding } from "node:buffer";
  /** Decodes bytes that come in pieces: the beginning of a character is kept for the next piece. */
  export class StringDecoder {
    constructor(encoding?: BufferEncoding);
    readonly encoding: BufferEncoding;
    write(chunk: string | ArrayBufferView): string;
    end(chunk?: string | ArrayBufferView): string;
    /** @deprecated Use `write`. */
    text(chunk: Uint8Array, offset: number): string;
  }
}

declare module "node:querystring" {
  import type { Buffer } from "node:buffer";
  export interface StringifyOptions {
    encodeURIComponent?: (text: string) => string;
  }
  export interface ParseOptions {
    /** 1,000 by default; 0 for no limit. */
    maxKeys?: number;
    decodeURIComponent?: (text: string) => string;
  }
  export interface ParsedUrlQuery {
    [name: string]: string | string[] | undefined;
  }
  export function parse(text: string, separator?: string | null, equals?: string | null, options?: ParseOptions): ParsedUrlQuery;
  export function stringify(object?: object | null, separator?: string | null, equals?: string | null, options?: StringifyOptions): string;
  export function escape(text: unknown): string;
  export function unescape(text: string): string;
  export function unescapeBuffer(text: string, decodesSpaces?: boolean): Buffer;
  export { parse as decode, stringify as encode };
}
