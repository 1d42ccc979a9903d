// Streams: https://streams.spec.whatwg.org

interface QueuingStrategy<Chunk = any> {
  highWaterMark?: number;
  size?(chunk: Chunk): number;
}
declare var ByteLengthQueuingStrategy: {
  prototype: ByteLengthQueuingStrategy;
  new (options: { highWaterMark: number }): ByteLengthQueuingStrategy;
};
interface ByteLengthQueuingStrategy {
  readonly highWaterMark: number;
  readonly size: (chunk?: any) => number;
}
declare var CountQueuingStrategy: {
  prototype: CountQueuingStrategy;
  new (options: { highWaterMark: number }): CountQueuingStrategy;
};
interface CountQueuingStrategy {
  readonly highWaterMark: number;
  readonly size: (chunk?: any) => number;
}

interface StreamPipeOptions {
  preventClose?: boolean;
  preventAbort?: boolean;
  preventCancel?: boolean;
  signal?: AbortSignal;
}
interface ReadableWritablePair<Out = any, In = any> {
  readable: ReadableStream<Out>;
  writable: WritableStream<In>;
}
type ReadableStreamReadResult<Chunk> = { done: false; value: Chunk } | { done: true; value: Chunk | undefined };

interface UnderlyingSource<Chunk = any> {
  type?: undefined;
  start?(controller: ReadableStreamDefaultController<Chunk>): any;
  pull?(controller: ReadableStreamDefaultController<Chunk>): any;
  cancel?(reason?: any): any;
}
interface UnderlyingByteSource {
  type: "bytes";
  autoAllocateChunkSize?: number;
  start?(controller: ReadableByteStreamController): any;
  pull?(controller: ReadableByteStreamController): any;
  cancel?(reason?: any): any;
}

interface ReadableStream<Chunk = any> extends AsyncIterable<Chunk> {
  readonly locked: boolean;
  cancel(reason?: any): Promise<void>;
  getReader(options?: { mode?: undefined }): ReadableStreamDefaultReader<Chunk>;
  getReader(options: { mode: "byob" }): ReadableStreamBYOBReader;
  pipeThrough<Out>(transform: ReadableWritablePair<Out, Chunk>, options?: StreamPipeOptions): ReadableStream<Out>;
  pipeTo(destination: WritableStream<Chunk>, options?: StreamPipeOptions): Promise<void>;
  tee(): [ReadableStream<Chunk>, ReadableStream<Chunk>];
  values(options?: { preventCancel?: boolean }): AsyncIterableIterator<Chunk>;
}
declare var ReadableStream: {
  prototype: ReadableStream;
  new (source: UnderlyingByteSource, strategy?: { highWaterMark?: number }): ReadableStream<Uint8Array>;
  new <Chunk = any>(source?: UnderlyingSource<Chunk>, strategy?: QueuingStrategy<Chunk>): ReadableStream<Chunk>;
  from<Chunk>(chunks: AsyncIterable<Chunk> | Iterable<Chunk | Promise<Chunk>>): ReadableStream<Chunk>;
};
interface ReadableStreamDefaultReader<Chunk = any> {
  readonly closed: Promise<void>;
  cancel(reason?: any): Promise<void>;
  read(): Promise<ReadableStreamReadResult<Chunk>>;
  releaseLock(): void;
}
declare var ReadableStreamDefaultReader: {
  prototype: ReadableStreamDefaultReader;
  new <Chunk = any>(stream: ReadableStream<Chunk>): ReadableStreamDefaultReader<Chunk>;
};
interface ReadableStreamBYOBReader {
  readonly closed: Promise<void>;
  cancel(reason?: any): Promise<void>;
  read<View extends ArrayBufferView>(view: View, options?: { min?: number }): Promise<ReadableStreamReadResult<View>>;
  releaseLock(): void;
}
declare var ReadableStreamBYOBReader: {
  prototype: ReadableStreamBYOBReader;
  new (stream: ReadableStream<Uint8Array>): ReadableStreamBYOBReader;
};
interface ReadableStreamDefaultController<Chunk = any> {
  readonly desiredSize: number | null;
  close(): void;
  enqueue(chunk?: Chunk): void;
  error(reason?: any): void;
}
declare var ReadableStreamDefaultController: { prototype: ReadableStreamDefaultController; new (): never };
interface ReadableByteStreamController {
  readonly byobRequest: ReadableStreamBYOBRequest | null;
  readonly desiredSize: number | null;
  close(): void;
  enqueue(chunk: ArrayBufferView): void;
  error(reason?: any): void;
}
declare var ReadableByteStreamController: { prototype: ReadableByteStreamController; new (): never };
interface ReadableStreamBYOBRequest {
  readonly view: ArrayBufferView | null;
  respond(bytesWritten: number): void;
  respondWithNewView(view: ArrayBufferView): void;
}
declare var ReadableStreamBYOBRequest: { prototype: ReadableStreamBYOBRequest; new (): never };

interface UnderlyingSink<Chunk = any> {
  start?(controller: WritableStreamDefaultController): any;
  write?(chunk: Chunk, controller: WritableStreamDefaultController): any;
  close?(): any;
  abort?(reason?: any): any;
}
interface WritableStream<Chunk = any> {
  readonly locked: boolean;
  abort(reason?: any): Promise<void>;
  close(): Promise<void>;
  getWriter(): WritableStreamDefaultWriter<Chunk>;
}
declare var WritableStream: {
  prototype: WritableStream;
  new <Chunk = any>(sink?: UnderlyingSink<Chunk>, strategy?: QueuingStrategy<Chunk>): WritableStream<Chunk>;
};
interface WritableStreamDefaultWriter<Chunk = any> {
  readonly closed: Promise<void>;
  readonly desiredSize: number | null;
  readonly ready: Promise<void>;
  abort(reason?: any): Promise<void>;
  close(): Promise<void>;
  releaseLock(): void;
  write(chunk?: Chunk): Promise<void>;
}
declare var WritableStreamDefaultWriter: {
  prototype: WritableStreamDefaultWriter;
  new <Chunk = any>(stream: WritableStream<Chunk>): WritableStreamDefaultWriter<Chunk>;
};
interface WritableStreamDefaultController {
  readonly signal: AbortSignal;
  error(reason?: any): void;
}
declare var WritableStreamDefaultController: { prototype: WritableStreamDefaultController; new (): never };

interface Transformer<In = any, Out = any> {
  start?(controller: TransformStreamDefaultController<Out>): any;
  transform?(chunk: In, controller: TransformStreamDefaultController<Out>): any;
  flush?(controller: TransformStreamDefaultController<Out>): any;
  cancel?(reason?: any): any;
}
interface TransformStream<In = any, Out = any> {
  readonly readable: ReadableStream<Out>;
  readonly writable: WritableStream<In>;
}
declare var TransformStream: {
  prototype: TransformStream;
  new <In = any, Out = any>(
    transformer?: Transformer<In, Out>, writableStrategy?: QueuingStrategy<In>, readableStrategy?: QueuingStrategy<Out>,
  ): TransformStream<In, Out>;
};
interface TransformStreamDefaultController<Out = any> {
  readonly desiredSize: number | null;
  enqueue(chunk?: Out): void;
  error(reason?: any): void;
  terminate(): void;
}
declare var TransformStreamDefaultController: { prototype: TransformStreamDefaultController; new (): never };

interface TextEncoderStream {
  readonly encoding: string;
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<string>;
}
declare var TextEncoderStream: { prototype: TextEncoderStream; new (): TextEncoderStream };
interface TextDecoderStream {
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  readonly readable: ReadableStream<string>;
  readonly writable: WritableStream<ArrayBuffer | ArrayBufferView>;
}
declare var TextDecoderStream: {
  prototype: TextDecoderStream;
  new (label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean }): TextDecoderStream;
};

type CompressionFormat = "gzip" | "deflate" | "deflate-raw";
interface CompressionStream {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<ArrayBuffer | ArrayBufferView>;
}
/** Exists if the host has the extension `.compression`, as the command line does. */
declare var CompressionStream: { prototype: CompressionStream; new (format: CompressionFormat): CompressionStream };
interface DecompressionStream {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<ArrayBuffer | ArrayBufferView>;
}
/** Exists if the host has the extension `.compression`, as the command line does. */
declare var DecompressionStream: { prototype: DecompressionStream; new (format: CompressionFormat): DecompressionStream };
