// The modules `timers`, `timers/promises`, `readline`, `readline/promises` and `zlib`.

declare module "node:timers" {
  import type { promisify } from "node:util";
  import * as promises from "node:timers/promises";
  /** A timer as an object; the global functions return numbers. */
  export interface Timeout {
    ref(): this;
    /** Lets the program end before the timer. */
    unref(): this;
    hasRef(): boolean;
    /** Starts the delay again. */
    refresh(): this;
    close(): this;
    [Symbol.toPrimitive](): number;
  }
  export type Immediate = Timeout;
  export const setTimeout: {
    <Values extends any[]>(callback: (...values: Values) => void, delay?: number, ...values: Values): Timeout;
    readonly [promisify.custom]: typeof promises.setTimeout;
  };
  export const setImmediate: {
    <Values extends any[]>(callback: (...values: Values) => void, ...values: Values): Immediate;
    readonly [promisify.custom]: typeof promises.setImmediate;
  };
  export function setInterval<Values extends any[]>(callback: (...values: Values) => void, delay?: number, ...values: Values): Timeout;
  export function clearTimeout(timer?: Timeout | number | string | null): void;
  export function clearInterval(timer?: Timeout | number | string | null): void;
  export function clearImmediate(immediate?: Immediate | null): void;
  export { promises };
}

declare module "node:timers/promises" {
  export interface TimerOptions {
    signal?: AbortSignal;
  }
  export function setTimeout(delay?: number): Promise<void>;
  export function setTimeout<Value>(delay: number | undefined, value: Value, options?: TimerOptions): Promise<Value>;
  export function setImmediate(): Promise<void>;
  export function setImmediate<Value>(value: Value, options?: TimerOptions): Promise<Value>;
  export function setInterval(delay?: number): AsyncGenerator<void, never>;
  export function setInterval<Value>(delay: number | undefined, value: Value, options?: TimerOptions): AsyncGenerator<Value, never>;
  export const scheduler: { wait(delay: number, options?: TimerOptions): Promise<void>; yield(): Promise<void> };
}

declare module "node:readline" {
  import EventEmitter = require("node:events");
  import type { Readable } from "node:stream";
  import * as promises from "node:readline/promises";
  export interface InterfaceOptions {
    input: Readable;
    output?: { write(text: string): unknown } | null;
    prompt?: string;
    /** There is no terminal to edit lines in. */
    terminal?: false;
    signal?: AbortSignal;
  }
  /** The lines of a readable stream. */
  export class Interface extends EventEmitter implements AsyncIterable<string> {
    constructor(options: InterfaceOptions);
    constructor(input: Readable, output?: InterfaceOptions["output"]);
    readonly line: string;
    readonly closed: boolean;
    readonly terminal: false;
    close(): void;
    pause(): this;
    resume(): this;
    getPrompt(): string;
    setPrompt(text: string): void;
    prompt(): void;
    write(text: string | Uint8Array): void;
    question(query: string, callback: (answer: string) => void): void;
    question(query: string, options: { signal?: AbortSignal }, callback: (answer: string) => void): void;
    [Symbol.asyncIterator](): AsyncIterableIterator<string>;
    [Symbol.dispose](): void;
  }
  export function createInterface(options: InterfaceOptions): Interface;
  export function createInterface(input: Readable, output?: InterfaceOptions["output"]): Interface;
  export { promises };
}

declare module "node:readline/promises" {
  import type { Readable } from "node:stream";
  import type { Interface as CallbackInterface, InterfaceOptions } from "node:readline";
  export interface Interface extends Omit<CallbackInterface, "question"> {
    question(query: string, options?: { signal?: AbortSignal }): Promise<string>;
    [Symbol.asyncIterator](): AsyncIterableIterator<string>;
    [Symbol.dispose](): void;
  }
  export const Interface: {
    new (options: InterfaceOptions): Interface;
    new (input: Readable, output?: InterfaceOptions["output"]): Interface;
    readonly prototype: Interface;
  };
  export function createInterface(options: InterfaceOptions): Interface;
  export function createInterface(input: Readable, output?: InterfaceOptions["output"]): Interface;
}

/** gzip, deflate and raw deflate, as streams and with callbacks. Needs the extension `.compression` of a runtime. */
declare module "node:zlib" {
  import type { Buffer } from "node:buffer";
  import type { Transform } from "node:stream";
  export type Input = string | ArrayBuffer | ArrayBufferView;
  export interface ZlibOptions {
    chunkSize?: number;
    windowBits?: number;
    /** Checked without effect: compression has zlib's default level. */
    level?: number;
    memLevel?: number;
    strategy?: number;
    maxOutputLength?: number;
  }
  export type Result = (error: Error | null, output: Buffer) => void;
  export interface Convert {
    (input: Input, options: ZlibOptions | undefined, callback: Result): void;
    (input: Input, callback: Result): void;
  }
  export interface Codec extends Transform {
    readonly bytesWritten: number;
    readonly bytesProduced: number;
    close(callback?: () => void): void;
  }
  export interface CodecClass {
    new (options?: ZlibOptions): Codec;
    (options?: ZlibOptions): Codec;
    readonly prototype: Codec;
  }
  export type MakeCodec = (options?: ZlibOptions) => Codec;
  export const Deflate: CodecClass, DeflateRaw: CodecClass, Gunzip: CodecClass, Gzip: CodecClass, Inflate: CodecClass, InflateRaw: CodecClass, Unzip: CodecClass;
  export const createDeflate: MakeCodec, createDeflateRaw: MakeCodec, createGunzip: MakeCodec, createGzip: MakeCodec;
  export const createInflate: MakeCodec, createInflateRaw: MakeCodec, createUnzip: MakeCodec;
  export const deflate: Convert, deflateRaw: Convert, gunzip: Convert, gzip: Convert, inflate: Convert, inflateRaw: Convert, unzip: Convert;
  export function crc32(data: string | ArrayBufferView, before?: number): number;
  export const constants: { readonly [name: string]: number };
  export const codes: { readonly [name: string]: string | number };
}
