// The modules `stream`, `stream/promises`, `stream/consumers` and `stream/web`.

declare module "node:stream" {
  import type { BufferEncoding } from "node:buffer";
  import EventEmitter = require("node:events");
  import * as promised from "node:stream/promises";
  import stream = require("node:stream");

  type Done = (error?: Error | null) => void;
  interface Options<Self> {
    objectMode?: boolean;
    highWaterMark?: number;
    emitClose?: boolean;
    autoDestroy?: boolean;
    signal?: AbortSignal | null;
    construct?(this: Self, callback: Done): void;
    destroy?(this: Self, error: Error | null, callback: Done): void;
  }
  interface ReadableOptions<Self = Stream.Readable> extends Options<Self> {
    encoding?: BufferEncoding;
    read?(this: Self, size: number): void;
  }
  interface WritableOptions<Self = Stream.Writable> extends Options<Self> {
    decodeStrings?: boolean;
    defaultEncoding?: BufferEncoding;
    write?(this: Self, chunk: any, encoding: BufferEncoding, callback: Done): void;
    writev?(this: Self, chunks: { chunk: any; encoding: BufferEncoding }[], callback: Done): void;
    final?(this: Self, callback: Done): void;
  }
  interface DuplexOptions<Self = Stream.Duplex> extends ReadableOptions<Self>, WritableOptions<Self> {
    allowHalfOpen?: boolean;
    readable?: boolean;
    writable?: boolean;
    readableObjectMode?: boolean;
    writableObjectMode?: boolean;
    readableHighWaterMark?: number;
    writableHighWaterMark?: number;
    construct?(this: Self, callback: Done): void;
    destroy?(this: Self, error: Error | null, callback: Done): void;
  }
  interface TransformOptions<Self = Stream.Transform> extends DuplexOptions<Self> {
    transform?(this: Self, chunk: any, encoding: BufferEncoding, callback: (error?: Error | null, chunk?: any) => void): void;
    flush?(this: Self, callback: (error?: Error | null, chunk?: any) => void): void;
  }
  interface SignalOptions {
    signal?: AbortSignal;
  }
  interface OperatorOptions extends SignalOptions {
    /** How many calls run at the same time; 1 by default. */
    concurrency?: number;
    highWaterMark?: number;
  }
  interface FinishedOptions extends SignalOptions {
    error?: boolean;
    readable?: boolean;
    writable?: boolean;
  }
  type Chunks<Chunk = any> = Iterable<Chunk> | AsyncIterable<Chunk>;
  /** A part of a pipeline between its source and its last part. */
  type Step = Stream.Duplex | ((source: any, options: { signal: AbortSignal }) => AsyncIterable<any>) | TransformStream;
  type Source = Stream.Readable | Chunks | ReadableStream | ((options: { signal: AbortSignal }) => Chunks);
  type Target = Stream.Writable | WritableStream | TransformStream | ((source: any, options: { signal: AbortSignal }) => AsyncIterable<any> | Promise<any>);
  /** What `Duplex.from` and `compose` make a stream of. */
  type Body =
    Stream | Blob | ArrayBuffer | string | Chunks | ReadableStream | WritableStream | Promise<any> | ((source: any) => AsyncIterable<any> | Promise<any>) |
    { readable?: Stream.Readable | ReadableStream; writable?: Stream.Writable | WritableStream };

  /** Without the functions of `EventEmitter`: this module does not export them. */
  const Emitter: new (options?: object) => EventEmitter;
  class Stream extends Emitter {
    constructor(options?: object);
    /** Returns the target. */
    pipe<To extends Stream.Writable>(target: To, options?: { end?: boolean }): To;
  }
  namespace Stream {
    export class Readable extends Stream {
      constructor(options?: ReadableOptions);
      static from(source: Chunks | Promise<any>, options?: ReadableOptions): Readable;
      static fromWeb(stream: ReadableStream, options?: { encoding?: BufferEncoding; objectMode?: boolean; highWaterMark?: number; signal?: AbortSignal }): Readable;
      static toWeb(stream: Readable, options?: { strategy?: { highWaterMark?: number; size?(chunk: any): number } }): ReadableStream;
      static wrap(stream: EventEmitter, options?: ReadableOptions): Readable;
      readonly readable: boolean;
      readonly readableAborted: boolean;
      readonly readableDidRead: boolean;
      readonly readableEncoding: BufferEncoding | null;
      readonly readableEnded: boolean;
      readableFlowing: boolean | null;
      readonly readableHighWaterMark: number;
      readonly readableLength: number;
      readonly readableObjectMode: boolean;
      readonly errored: Error | null;
      readonly closed: boolean;
      destroyed: boolean;
      read(size?: number): any;
      push(chunk: any, encoding?: BufferEncoding): boolean;
      unshift(chunk: any, encoding?: BufferEncoding): boolean;
      setEncoding(encoding: BufferEncoding): this;
      pause(): this;
      resume(): this;
      isPaused(): boolean;
      unpipe(target?: Writable): this;
      wrap(stream: EventEmitter): this;
      destroy(error?: Error | null): this;
      _construct?(callback: Done): void;
      _read(size: number): void;
      _destroy(error: Error | null, callback: Done): void;
      iterator(options?: { destroyOnReturn?: boolean }): AsyncIterableIterator<any>;
      [Symbol.asyncIterator](): AsyncIterableIterator<any>;
      map(fn: (chunk: any, options: { signal: AbortSignal }) => any, options?: OperatorOptions): Readable;
      filter(fn: (chunk: any, options: { signal: AbortSignal }) => unknown, options?: OperatorOptions): Readable;
      flatMap(fn: (chunk: any, options: { signal: AbortSignal }) => any, options?: OperatorOptions): Readable;
      forEach(fn: (chunk: any, options: { signal: AbortSignal }) => unknown, options?: OperatorOptions): Promise<void>;
      some(fn: (chunk: any, options: { signal: AbortSignal }) => unknown, options?: OperatorOptions): Promise<boolean>;
      every(fn: (chunk: any, options: { signal: AbortSignal }) => unknown, options?: OperatorOptions): Promise<boolean>;
      find(fn: (chunk: any, options: { signal: AbortSignal }) => unknown, options?: OperatorOptions): Promise<any>;
      reduce<Value = any>(fn: (before: Value, chunk: any, options: { signal: AbortSignal }) => Value | Promise<Value>, initial?: Value, options?: SignalOptions): Promise<Value>;
      take(count: number, options?: SignalOptions): Readable;
      drop(count: number, options?: SignalOptions): Readable;
      toArray(options?: SignalOptions): Promise<any[]>;
      asIndexedPairs(options?: SignalOptions): Readable;
      compose(stream: Body, options?: SignalOptions): Duplex;
    }
    export interface Writing {
      readonly writable: boolean;
      readonly writableAborted: boolean;
      readonly writableCorked: number;
      readonly writableEnded: boolean;
      readonly writableFinished: boolean;
      readonly writableHighWaterMark: number;
      readonly writableLength: number;
      readonly writableNeedDrain: boolean;
      readonly writableObjectMode: boolean;
      /** Returns false if the program should wait for the event `drain`. */
      write(chunk: any, callback?: Done): boolean;
      write(chunk: any, encoding: BufferEncoding, callback?: Done): boolean;
      end(callback?: () => void): this;
      end(chunk: any, callback?: () => void): this;
      end(chunk: any, encoding: BufferEncoding, callback?: () => void): this;
      cork(): void;
      uncork(): void;
      setDefaultEncoding(encoding: BufferEncoding): this;
      _write(chunk: any, encoding: BufferEncoding, callback: Done): void;
      _writev?(chunks: { chunk: any; encoding: BufferEncoding }[], callback: Done): void;
      _final?(callback: Done): void;
    }
    export interface Writable extends Writing {}
    export class Writable extends Stream {
      constructor(options?: WritableOptions);
      static fromWeb(stream: WritableStream, options?: { decodeStrings?: boolean; objectMode?: boolean; highWaterMark?: number; signal?: AbortSignal }): Writable;
      static toWeb(stream: Writable): WritableStream;
      readonly errored: Error | null;
      readonly closed: boolean;
      destroyed: boolean;
      destroy(error?: Error | null): this;
      _construct?(callback: Done): void;
      _destroy(error: Error | null, callback: Done): void;
    }
    export interface Duplex extends Writing {}
    export class Duplex extends Readable {
      constructor(options?: DuplexOptions);
      static from(source: Body): Duplex;
      static fromWeb(pair: { readable: ReadableStream; writable: WritableStream }, options?: DuplexOptions): Duplex;
      static fromWeb(stream: any, options?: any): Duplex;
      static toWeb(stream: Duplex): { readable: ReadableStream; writable: WritableStream };
      static toWeb(stream: Readable): any;
      allowHalfOpen: boolean;
    }
    export class Transform extends Duplex {
      constructor(options?: TransformOptions);
      _transform(chunk: any, encoding: BufferEncoding, callback: (error?: Error | null, chunk?: any) => void): void;
      _flush?(callback: (error?: Error | null, chunk?: any) => void): void;
    }
    export class PassThrough extends Transform {}

    /** Two streams, each of which reads what the other one writes. */
    export function duplexPair(options?: DuplexOptions): [Duplex, Duplex];
    export function addAbortSignal<From extends Stream | ReadableStream | WritableStream>(signal: AbortSignal, stream: From): From;
    export function compose(...streams: Body[]): Duplex;
    export function destroy(stream: Stream, error?: Error): Stream;
    /** Calls back when the stream has ended, failed or closed too early. Returns a function that stops waiting. */
    export function finished(stream: Stream | ReadableStream | WritableStream, options: FinishedOptions, callback: Done): () => void;
    export function finished(stream: Stream | ReadableStream | WritableStream, callback: Done): () => void;
    export function pipeline(streams: readonly (Source | Step | Target)[], callback: (error: Error | null, value?: any) => void): Writable;
    export function pipeline(source: Source, target: Target, callback: (error: Error | null, value?: any) => void): Writable;
    export function pipeline(source: Source, a: Step, target: Target, callback: (error: Error | null, value?: any) => void): Writable;
    export function pipeline(source: Source, a: Step, b: Step, target: Target, callback: (error: Error | null, value?: any) => void): Writable;
    export function pipeline(source: Source, a: Step, b: Step, c: Step, target: Target, callback: (error: Error | null, value?: any) => void): Writable;
    export function pipeline(source: Source, a: Step, b: Step, c: Step, d: Step, target: Target, callback: (error: Error | null, value?: any) => void): Writable;
    export function isDestroyed(stream: Stream): boolean | null;
    export function isDisturbed(stream: Stream | ReadableStream): boolean;
    export function isErrored(stream: Stream | ReadableStream | WritableStream): boolean;
    export function isReadable(stream: Stream | ReadableStream): boolean | null;
    export function isWritable(stream: Stream | WritableStream): boolean | null;
    export function getDefaultHighWaterMark(objectMode: boolean): number;
    export function setDefaultHighWaterMark(objectMode: boolean, value: number): void;
    export { promised as promises, stream as Stream };
    export type { DuplexOptions, FinishedOptions, OperatorOptions, ReadableOptions, Source, Step, Target, TransformOptions, WritableOptions };
  }
  export = Stream;
}

declare module "node:stream/promises" {
  import type { FinishedOptions, Source, Step, Target } from "node:stream";
  import type Stream = require("node:stream");
  export function finished(stream: Stream | ReadableStream | WritableStream, options?: FinishedOptions & { cleanup?: boolean }): Promise<void>;
  export function pipeline(streams: readonly (Source | Step | Target)[], options?: { signal?: AbortSignal; end?: boolean }): Promise<any>;
  export function pipeline(source: Source, ...rest: (Step | Target | { signal?: AbortSignal; end?: boolean })[]): Promise<any>;
}

declare module "node:stream/consumers" {
  import type { Buffer } from "node:buffer";
  export type Chunks = AsyncIterable<any> | Iterable<any>;
  export function arrayBuffer(stream: Chunks): Promise<ArrayBuffer>;
  export function blob(stream: Chunks): Promise<Blob>;
  export function buffer(stream: Chunks): Promise<Buffer>;
  export function json(stream: Chunks): Promise<any>;
  export function text(stream: Chunks): Promise<string>;
}

/** The globals of these names. */
declare module "node:stream/web" {
  import globals = globalThis;
  export import ByteLengthQueuingStrategy = globals.ByteLengthQueuingStrategy;
  export import CountQueuingStrategy = globals.CountQueuingStrategy;
  export import ReadableByteStreamController = globals.ReadableByteStreamController;
  export import ReadableStream = globals.ReadableStream;
  export import ReadableStreamBYOBReader = globals.ReadableStreamBYOBReader;
  export import ReadableStreamBYOBRequest = globals.ReadableStreamBYOBRequest;
  export import ReadableStreamDefaultController = globals.ReadableStreamDefaultController;
  export import ReadableStreamDefaultReader = globals.ReadableStreamDefaultReader;
  export import TextDecoderStream = globals.TextDecoderStream;
  export import TextEncoderStream = globals.TextEncoderStream;
  export import TransformStream = globals.TransformStream;
  export import TransformStreamDefaultController = globals.TransformStreamDefaultController;
  export import WritableStream = globals.WritableStream;
  export import WritableStreamDefaultController = globals.WritableStreamDefaultController;
  export import WritableStreamDefaultWriter = globals.WritableStreamDefaultWriter;
}
