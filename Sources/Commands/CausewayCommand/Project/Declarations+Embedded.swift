// Made by bridge-js/build.mjs from bridge-js/runtime-types and bridge-js/index.d.ts. Do not edit.

/// The declarations that `causeway types` writes.
enum Declarations {
  static let globals: String = #"""
    // The globals of a runtime that are not part of the language; globals that a runtime lacks are not declared.
    //
    // They replace TypeScript's lib "dom", whose declarations of the same names differ.

    /** The global object. */
    declare var self: typeof globalThis;

    /** The arguments of the program, in `causeway run`. */
    declare const scriptArgs: readonly string[];

    /** Receives the messages of pages that use `webkit.messageHandlers`. */
    declare const webkit: {
      readonly messageHandlers: { readonly [name: string]: { postMessage(body?: unknown): Promise<any> } };
    };

    // Timers

    /** Calls a function once, after a delay in milliseconds. */
    declare function setTimeout<Parameters extends any[]>(
      callback: (...parameters: Parameters) => void, delay?: number, ...parameters: Parameters): number;
    /** Calls a function repeatedly, with a delay in milliseconds before each call. */
    declare function setInterval<Parameters extends any[]>(
      callback: (...parameters: Parameters) => void, delay?: number, ...parameters: Parameters): number;
    declare function clearTimeout(timer?: number | null): void;
    declare function clearInterval(timer?: number | null): void;
    /** Calls a function after the current one has returned, before any timer. */
    declare function queueMicrotask(callback: () => void): void;

    // The console

    /** Prints like Node's console, to the standard streams or to an output of the host. */
    interface Console {
      log(...values: unknown[]): void;
      info(...values: unknown[]): void;
      debug(...values: unknown[]): void;
      warn(...values: unknown[]): void;
      error(...values: unknown[]): void;
      trace(...values: unknown[]): void;
      dir(value?: unknown, options?: object): void;
      dirxml(...values: unknown[]): void;
      table(data?: unknown, properties?: readonly string[]): void;
      group(...values: unknown[]): void;
      groupCollapsed(...values: unknown[]): void;
      groupEnd(): void;
      count(label?: string): void;
      countReset(label?: string): void;
      time(label?: string): void;
      timeLog(label?: string, ...values: unknown[]): void;
      timeEnd(label?: string): void;
      assert(condition?: boolean, ...values: unknown[]): void;
      clear(): void;
    }
    declare var console: Console;

    // Events

    interface EventInit {
      bubbles?: boolean;
      cancelable?: boolean;
      composed?: boolean;
    }

    /** There is no DOM tree: an event reaches only the listeners of its target. */
    interface Event {
      readonly type: string;
      readonly target: EventTarget | null;
      /** @deprecated the same as `target` */
      readonly srcElement: EventTarget | null;
      readonly currentTarget: EventTarget | null;
      readonly eventPhase: number;
      readonly bubbles: boolean;
      readonly cancelable: boolean;
      readonly composed: boolean;
      readonly defaultPrevented: boolean;
      readonly timeStamp: number;
      /** @deprecated */
      returnValue: boolean;
      /** @deprecated */
      cancelBubble: boolean;
      composedPath(): EventTarget[];
      preventDefault(): void;
      stopPropagation(): void;
      stopImmediatePropagation(): void;
      /** @deprecated */
      initEvent(type: string, bubbles?: boolean, cancelable?: boolean): void;
      readonly NONE: 0;
      readonly CAPTURING_PHASE: 1;
      readonly AT_TARGET: 2;
      readonly BUBBLING_PHASE: 3;
    }
    declare var Event: {
      prototype: Event;
      new (type: string, init?: EventInit): Event;
      readonly NONE: 0;
      readonly CAPTURING_PHASE: 1;
      readonly AT_TARGET: 2;
      readonly BUBBLING_PHASE: 3;
    };

    interface CustomEvent<Detail = any> extends Event {
      readonly detail: Detail;
      /** @deprecated */
      initCustomEvent(type: string, bubbles?: boolean, cancelable?: boolean, detail?: Detail): void;
    }
    declare var CustomEvent: {
      prototype: CustomEvent;
      new <Detail = any>(type: string, init?: EventInit & { detail?: Detail }): CustomEvent<Detail>;
    };

    interface ErrorEvent extends Event {
      readonly message: string;
      readonly filename: string;
      readonly lineno: number;
      readonly colno: number;
      readonly error: any;
    }
    declare var ErrorEvent: {
      prototype: ErrorEvent;
      new (
        type: string, init?: EventInit & { message?: string; filename?: string; lineno?: number; colno?: number; error?: any },
      ): ErrorEvent;
    };

    interface PromiseRejectionEvent extends Event {
      readonly promise: Promise<any>;
      readonly reason: any;
    }
    declare var PromiseRejectionEvent: {
      prototype: PromiseRejectionEvent;
      new (type: string, init: EventInit & { promise: Promise<any>; reason?: any }): PromiseRejectionEvent;
    };

    type EventListenerOrObject<Type extends Event = Event> = ((event: Type) => void) | { handleEvent(event: Type): void };

    interface EventListenerOptions {
      capture?: boolean;
    }

    interface AddEventListenerOptions extends EventListenerOptions {
      once?: boolean;
      passive?: boolean;
      signal?: AbortSignal;
    }

    interface EventTarget {
      addEventListener<Type extends Event = Event>(
        type: string, listener: EventListenerOrObject<Type> | null, options?: AddEventListenerOptions | boolean): void;
      removeEventListener<Type extends Event = Event>(
        type: string, listener: EventListenerOrObject<Type> | null, options?: EventListenerOptions | boolean): void;
      /** Returns false if a listener has called `preventDefault()`. */
      dispatchEvent(event: Event): boolean;
    }
    declare var EventTarget: { prototype: EventTarget; new (): EventTarget };

    /** The global object is the target of `error`, `unhandledrejection` and `rejectionhandled`, and of events of your own. */
    declare function addEventListener(
      type: "error", listener: EventListenerOrObject<ErrorEvent> | null, options?: AddEventListenerOptions | boolean): void;
    declare function addEventListener(
      type: "unhandledrejection" | "rejectionhandled", listener: EventListenerOrObject<PromiseRejectionEvent> | null,
      options?: AddEventListenerOptions | boolean): void;
    declare function addEventListener(
      type: string, listener: EventListenerOrObject | null, options?: AddEventListenerOptions | boolean): void;
    declare function removeEventListener<Type extends Event = Event>(
      type: string, listener: EventListenerOrObject<Type> | null, options?: EventListenerOptions | boolean): void;
    declare function dispatchEvent(event: Event): boolean;
    declare var onerror:
      ((message: string, file?: string, line?: number, column?: number, error?: any) => unknown) | null;
    declare var onunhandledrejection: ((event: PromiseRejectionEvent) => unknown) | null;
    declare var onrejectionhandled: ((event: PromiseRejectionEvent) => unknown) | null;
    /** Reports an error like an uncaught one. */
    declare function reportError(error: unknown): void;

    // Aborting

    interface AbortSignal extends EventTarget {
      readonly aborted: boolean;
      readonly reason: any;
      onabort: ((event: Event) => void) | null;
      throwIfAborted(): void;
    }
    declare var AbortSignal: {
      prototype: AbortSignal;
      new (): never;
      abort(reason?: any): AbortSignal;
      /** A signal that aborts after a time in milliseconds. */
      timeout(milliseconds: number): AbortSignal;
      /** A signal that aborts as soon as one of these signals does. */
      any(signals: Iterable<AbortSignal>): AbortSignal;
    };

    interface AbortController {
      readonly signal: AbortSignal;
      abort(reason?: any): void;
    }
    declare var AbortController: { prototype: AbortController; new (): AbortController };

    interface DOMException extends Error {
      readonly name: string;
      readonly message: string;
      readonly code: number;
    }
    declare var DOMException: {
      prototype: DOMException;
      new (message?: string, nameOrOptions?: string | { name?: string; cause?: unknown }): DOMException;
      readonly [code: `${string}_ERR`]: number;
    };

    // Values and texts

    /** A deep copy, by the structured clone algorithm. */
    declare function structuredClone<Value>(value: Value, options?: { transfer?: readonly ArrayBuffer[] }): Value;
    declare function atob(base64: string): string;
    declare function btoa(binary: string): string;

    interface TextEncoder {
      readonly encoding: "utf-8";
      encode(text?: string): Uint8Array;
      encodeInto(text: string, destination: Uint8Array): { read: number; written: number };
    }
    declare var TextEncoder: { prototype: TextEncoder; new (): TextEncoder };

    interface TextDecoder {
      readonly encoding: string;
      readonly fatal: boolean;
      readonly ignoreBOM: boolean;
      decode(bytes?: ArrayBuffer | ArrayBufferView | null, options?: { stream?: boolean }): string;
    }
    declare var TextDecoder: {
      prototype: TextDecoder;
      /** `label`: a label of any encoding in the Encoding Standard. */
      new (label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean }): TextDecoder;
    };

    interface URL {
      href: string;
      readonly origin: string;
      protocol: string;
      username: string;
      password: string;
      host: string;
      hostname: string;
      port: string;
      pathname: string;
      search: string;
      readonly searchParams: URLSearchParams;
      hash: string;
      toString(): string;
      toJSON(): string;
    }
    declare var URL: {
      prototype: URL;
      new (url: string | URL, base?: string | URL): URL;
      parse(url: string | URL, base?: string | URL): URL | null;
      canParse(url: string | URL, base?: string | URL): boolean;
      createObjectURL(blob: Blob): string;
      revokeObjectURL(url: string): void;
    };

    interface URLSearchParams extends Iterable<[string, string]> {
      readonly size: number;
      append(name: string, value: string): void;
      delete(name: string, value?: string): void;
      get(name: string): string | null;
      getAll(name: string): string[];
      has(name: string, value?: string): boolean;
      set(name: string, value: string): void;
      sort(): void;
      forEach(callback: (value: string, name: string, parameters: URLSearchParams) => void, self?: any): void;
      entries(): IterableIterator<[string, string]>;
      keys(): IterableIterator<string>;
      values(): IterableIterator<string>;
      toString(): string;
    }
    declare var URLSearchParams: {
      prototype: URLSearchParams;
      new (init?: string | Iterable<readonly [string, string]> | { readonly [name: string]: string } | URLSearchParams): URLSearchParams;
    };

    interface URLPatternInit {
      protocol?: string;
      username?: string;
      password?: string;
      hostname?: string;
      port?: string;
      pathname?: string;
      search?: string;
      hash?: string;
      baseURL?: string;
    }
    interface URLPatternComponentResult {
      input: string;
      /** By name; unnamed groups are numbered from 0. `undefined` for a group that matched nothing. */
      groups: { [name: string]: string | undefined };
    }
    interface URLPatternResult {
      inputs: [URLPatternInit] | [url: string] | [url: string, base: string];
      protocol: URLPatternComponentResult;
      username: URLPatternComponentResult;
      password: URLPatternComponentResult;
      hostname: URLPatternComponentResult;
      port: URLPatternComponentResult;
      pathname: URLPatternComponentResult;
      search: URLPatternComponentResult;
      hash: URLPatternComponentResult;
    }
    interface URLPattern {
      readonly protocol: string;
      readonly username: string;
      readonly password: string;
      readonly hostname: string;
      readonly port: string;
      readonly pathname: string;
      readonly search: string;
      readonly hash: string;
      readonly hasRegExpGroups: boolean;
      test(input?: string | URL | URLPatternInit, base?: string): boolean;
      exec(input?: string | URL | URLPatternInit, base?: string): URLPatternResult | null;
    }
    declare var URLPattern: {
      prototype: URLPattern;
      new (input: string, base: string | URL, options?: { ignoreCase?: boolean }): URLPattern;
      new (input?: string | URLPatternInit, options?: { ignoreCase?: boolean }): URLPattern;
    };

    // The rest

    interface Crypto {
      /** Exists if the host has the extension `.subtleCrypto`, as the command line does. */
      readonly subtle: SubtleCrypto;
      getRandomValues<Array extends ArrayBufferView>(array: Array): Array;
      randomUUID(): `${string}-${string}-${string}-${string}-${string}`;
    }
    declare var Crypto: { prototype: Crypto; new (): never };
    declare var crypto: Crypto;

    interface Navigator {
      readonly userAgent: string;
    }
    declare var navigator: Navigator;

    declare namespace WebAssembly {
      type ValueType = "i32" | "i64" | "f32" | "f64" | "v128" | "funcref" | "externref";
      type Source = ArrayBuffer | ArrayBufferView;
      type ImportValue = Function | Global | Memory | Table | Tag | number | bigint;
      interface Imports {
        [module: string]: { [name: string]: ImportValue };
      }
      interface Exports {
        readonly [name: string]: any;
      }
      class CompileError extends Error {}
      class LinkError extends Error {}
      class RuntimeError extends Error {}
      class Exception {
        constructor(tag: Tag, payload: readonly any[]);
        is(tag: Tag): boolean;
        getArg(tag: Tag, index: number): any;
      }
      class Tag {
        constructor(type: { parameters: readonly ValueType[] });
      }
      const JSTag: Tag;
      class Global<Value = any> {
        constructor(type: { value: ValueType; mutable?: boolean }, value?: Value);
        value: Value;
        valueOf(): Value;
      }
      class Instance {
        constructor(module: Module, imports?: Imports);
        readonly exports: Exports;
      }
      class Memory {
        constructor(type: { initial: number; maximum?: number });
        readonly buffer: ArrayBuffer;
        grow(pages: number): number;
      }
      class Module {
        constructor(bytes: Source);
        static exports(module: Module): { name: string; kind: string }[];
        static imports(module: Module): { module: string; name: string; kind: string }[];
        static customSections(module: Module, name: string): ArrayBuffer[];
      }
      class Table {
        constructor(type: { element: "anyfunc" | "externref"; initial: number; maximum?: number }, value?: any);
        readonly length: number;
        get(index: number): any;
        set(index: number, value?: any): void;
        grow(count: number, value?: any): number;
      }
      function compile(bytes: Source): Promise<Module>;
      function instantiate(bytes: Source, imports?: Imports): Promise<{ module: Module; instance: Instance }>;
      function instantiate(module: Module, imports?: Imports): Promise<Instance>;
      /** The response must have the type `application/wasm`. It is compiled when its last byte has arrived. */
      function compileStreaming(source: Response | PromiseLike<Response>): Promise<Module>;
      function instantiateStreaming(
        source: Response | PromiseLike<Response>, imports?: Imports): Promise<{ module: Module; instance: Instance }>;
      function validate(bytes: Source): boolean;
    }

    """#

  static let language: String = #"""
    // What newer versions of ECMAScript have beyond the libraries of older TypeScript, whose newer ones declare the same.

    interface SymbolConstructor {
      /** The method that disposes of a resource, at the end of the block whose `using` declares it. */
      readonly dispose: unique symbol;
      /** The method that disposes of a resource whose end is awaited: `await using`. */
      readonly asyncDispose: unique symbol;
      /** The property of a class for the metadata that its decorators share. */
      readonly metadata: unique symbol;
    }

    /** The value of a `using` declaration. */
    interface Disposable {
      [Symbol.dispose](): void;
    }

    /** The value of an `await using` declaration. */
    interface AsyncDisposable {
      [Symbol.asyncDispose](): PromiseLike<void>;
    }

    /** Thrown if disposal fails while another error is thrown. */
    interface SuppressedError extends Error {
      /** The error of the disposal. */
      error: any;
      /** The error that was thrown before. */
      suppressed: any;
    }

    interface SuppressedErrorConstructor {
      new (error: any, suppressed: any, message?: string): SuppressedError;
      (error: any, suppressed: any, message?: string): SuppressedError;
      readonly prototype: SuppressedError;
    }
    declare var SuppressedError: SuppressedErrorConstructor;

    /** Resources that are disposed of together, the last one first. */
    interface DisposableStack {
      readonly disposed: boolean;
      dispose(): void;
      use<T extends Disposable | null | undefined>(value: T): T;
      adopt<T>(value: T, onDispose: (value: T) => void): T;
      defer(onDispose: () => void): void;
      /** A new stack with the resources of this one, which is disposed then. */
      move(): DisposableStack;
      [Symbol.dispose](): void;
      readonly [Symbol.toStringTag]: string;
    }

    interface DisposableStackConstructor {
      new (): DisposableStack;
      readonly prototype: DisposableStack;
    }
    declare var DisposableStack: DisposableStackConstructor;

    /** Resources that are disposed of together, the last one first, each awaited. */
    interface AsyncDisposableStack {
      readonly disposed: boolean;
      disposeAsync(): Promise<void>;
      use<T extends AsyncDisposable | Disposable | null | undefined>(value: T): T;
      adopt<T>(value: T, onDisposeAsync: (value: T) => PromiseLike<void> | void): T;
      defer(onDisposeAsync: () => PromiseLike<void> | void): void;
      /** A new stack with the resources of this one, which is disposed then. */
      move(): AsyncDisposableStack;
      [Symbol.asyncDispose](): Promise<void>;
      readonly [Symbol.toStringTag]: string;
    }

    interface AsyncDisposableStackConstructor {
      new (): AsyncDisposableStack;
      readonly prototype: AsyncDisposableStack;
    }
    declare var AsyncDisposableStack: AsyncDisposableStackConstructor;

    """#

  static let performance: String = #"""
    // The runtime's clock, marks, measures and their observers.

    interface Performance extends EventTarget {
      /** Milliseconds since `timeOrigin`, by the runtime's clock. */
      now(): number;
      /** Milliseconds from 1970 to the start of the runtime. */
      readonly timeOrigin: number;
      mark(name: string, options?: PerformanceMarkOptions): PerformanceMark;
      /** The time between two marks or times; by default from 0 until now. */
      measure(name: string, startOrOptions?: string | PerformanceMeasureOptions, end?: string): PerformanceMeasure;
      clearMarks(name?: string): void;
      clearMeasures(name?: string): void;
      /** The marks and measures, ordered by start time. The first 10,000 of each are kept until they are cleared. */
      getEntries(): PerformanceEntry[];
      getEntriesByName(name: string, type?: string): PerformanceEntry[];
      getEntriesByType(type: string): PerformanceEntry[];
      toJSON(): any;
    }
    declare var Performance: { prototype: Performance; new (): never };
    declare var performance: Performance;

    interface PerformanceMarkOptions {
      detail?: unknown;
      startTime?: number;
    }
    interface PerformanceMeasureOptions {
      detail?: unknown;
      start?: string | number;
      duration?: number;
      end?: string | number;
    }
    interface PerformanceEntry {
      readonly name: string;
      readonly entryType: string;
      /** Milliseconds since `performance.timeOrigin`. */
      readonly startTime: number;
      /** Milliseconds; 0 for a mark. */
      readonly duration: number;
      toJSON(): any;
    }
    declare var PerformanceEntry: { prototype: PerformanceEntry; new (): never };
    interface PerformanceMark extends PerformanceEntry {
      /** A copy of the `detail` option, or null. */
      readonly detail: any;
    }
    declare var PerformanceMark: { prototype: PerformanceMark; new (name: string, options?: PerformanceMarkOptions): PerformanceMark };
    interface PerformanceMeasure extends PerformanceEntry {
      readonly detail: any;
    }
    declare var PerformanceMeasure: { prototype: PerformanceMeasure; new (): never };
    interface PerformanceObserverEntryList {
      getEntries(): PerformanceEntry[];
      getEntriesByName(name: string, type?: string): PerformanceEntry[];
      getEntriesByType(type: string): PerformanceEntry[];
    }
    declare var PerformanceObserverEntryList: { prototype: PerformanceObserverEntryList; new (): never };
    interface PerformanceObserver {
      /** Pass `entryTypes`, or one `type`; with `buffered`, its earlier entries are delivered first. */
      observe(options?: { entryTypes?: readonly string[]; type?: string; buffered?: boolean }): void;
      disconnect(): void;
      takeRecords(): PerformanceEntry[];
    }
    declare var PerformanceObserver: {
      prototype: PerformanceObserver;
      new (
        callback: (entries: PerformanceObserverEntryList, observer: PerformanceObserver, options: { droppedEntriesCount?: number }) => void,
      ): PerformanceObserver;
      readonly supportedEntryTypes: readonly string[];
    };

    """#

  static let streams: String = #"""
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

    """#

  static let bodies: String = #"""
    // Files, forms, bodies of messages, channels and keys.

    type BlobPart = string | ArrayBuffer | ArrayBufferView | Blob;
    interface BlobOptions {
      type?: string;
      endings?: "transparent" | "native";
    }
    interface Blob {
      readonly size: number;
      readonly type: string;
      arrayBuffer(): Promise<ArrayBuffer>;
      bytes(): Promise<Uint8Array>;
      /** A part of the blob, without copying its bytes. */
      slice(start?: number, end?: number, type?: string): Blob;
      stream(): ReadableStream<Uint8Array>;
      text(): Promise<string>;
    }
    declare var Blob: { prototype: Blob; new (parts?: Iterable<BlobPart>, options?: BlobOptions): Blob };
    interface File extends Blob {
      readonly name: string;
      readonly lastModified: number;
    }
    declare var File: {
      prototype: File;
      new (parts: Iterable<BlobPart>, name: string, options?: BlobOptions & { lastModified?: number }): File;
    };

    type FormDataEntryValue = File | string;
    interface FormData extends Iterable<[string, FormDataEntryValue]> {
      append(name: string, value: string | Blob, filename?: string): void;
      delete(name: string): void;
      get(name: string): FormDataEntryValue | null;
      getAll(name: string): FormDataEntryValue[];
      has(name: string): boolean;
      set(name: string, value: string | Blob, filename?: string): void;
      entries(): IterableIterator<[string, FormDataEntryValue]>;
      keys(): IterableIterator<string>;
      values(): IterableIterator<FormDataEntryValue>;
      forEach(callback: (value: FormDataEntryValue, name: string, form: FormData) => void, self?: any): void;
    }
    declare var FormData: { prototype: FormData; new (): FormData };

    type HeadersInit = Headers | Iterable<readonly [string, string]> | { readonly [name: string]: string };
    interface Headers extends Iterable<[string, string]> {
      append(name: string, value: string): void;
      delete(name: string): void;
      get(name: string): string | null;
      getSetCookie(): string[];
      has(name: string): boolean;
      set(name: string, value: string): void;
      entries(): IterableIterator<[string, string]>;
      keys(): IterableIterator<string>;
      values(): IterableIterator<string>;
      forEach(callback: (value: string, name: string, headers: Headers) => void, self?: any): void;
    }
    declare var Headers: { prototype: Headers; new (init?: HeadersInit): Headers };

    type BodyInit = string | ArrayBuffer | ArrayBufferView | Blob | FormData | URLSearchParams | ReadableStream<Uint8Array>;
    interface RequestInit {
      method?: string;
      headers?: HeadersInit;
      body?: BodyInit | null;
      duplex?: "half";
      signal?: AbortSignal | null;
      cache?: string;
      credentials?: string;
      integrity?: string;
      keepalive?: boolean;
      mode?: string;
      redirect?: "follow" | "error" | "manual";
      referrer?: string;
      referrerPolicy?: string;
    }
    interface Request {
      readonly method: string;
      readonly url: string;
      readonly headers: Headers;
      readonly destination: string;
      readonly referrer: string;
      readonly referrerPolicy: string;
      readonly mode: string;
      readonly credentials: string;
      readonly cache: string;
      readonly redirect: string;
      readonly integrity: string;
      readonly keepalive: boolean;
      readonly isReloadNavigation: boolean;
      readonly isHistoryNavigation: boolean;
      readonly duplex: "half";
      readonly signal: AbortSignal;
      readonly body: ReadableStream<Uint8Array> | null;
      readonly bodyUsed: boolean;
      clone(): Request;
      arrayBuffer(): Promise<ArrayBuffer>;
      blob(): Promise<Blob>;
      bytes(): Promise<Uint8Array>;
      formData(): Promise<FormData>;
      json(): Promise<any>;
      text(): Promise<string>;
    }
    declare var Request: { prototype: Request; new (input: string | URL | Request, init?: RequestInit): Request };
    interface ResponseInit {
      status?: number;
      statusText?: string;
      headers?: HeadersInit;
    }
    interface Response {
      readonly type: string;
      readonly url: string;
      readonly redirected: boolean;
      readonly status: number;
      readonly ok: boolean;
      readonly statusText: string;
      readonly headers: Headers;
      readonly body: ReadableStream<Uint8Array> | null;
      readonly bodyUsed: boolean;
      clone(): Response;
      arrayBuffer(): Promise<ArrayBuffer>;
      blob(): Promise<Blob>;
      bytes(): Promise<Uint8Array>;
      formData(): Promise<FormData>;
      json(): Promise<any>;
      text(): Promise<string>;
    }
    declare var Response: {
      prototype: Response;
      new (body?: BodyInit | null, init?: ResponseInit): Response;
      error(): Response;
      json(value: any, init?: ResponseInit): Response;
      redirect(url: string | URL, status?: number): Response;
    };

    /** Exists if the connection may call `http.fetch`: the plugin is registered, and the permissions allow it. */
    declare function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
    interface EventSource extends EventTarget {
      readonly url: string;
      readonly withCredentials: boolean;
      readonly readyState: 0 | 1 | 2;
      readonly CONNECTING: 0;
      readonly OPEN: 1;
      readonly CLOSED: 2;
      onopen: ((event: Event) => any) | null;
      onmessage: ((event: MessageEvent<string>) => any) | null;
      onerror: ((event: Event) => any) | null;
      close(): void;
    }
    /** Exists if `fetch` does. Reconnects when the connection is lost. */
    declare var EventSource: {
      prototype: EventSource;
      new (url: string | URL, options?: { withCredentials?: boolean }): EventSource;
      readonly CONNECTING: 0;
      readonly OPEN: 1;
      readonly CLOSED: 2;
    };

    interface CloseEvent extends Event {
      readonly wasClean: boolean;
      readonly code: number;
      readonly reason: string;
    }
    /** Exists if `WebSocket` does. */
    declare var CloseEvent: {
      prototype: CloseEvent;
      new (
        type: string,
        options?: {
          bubbles?: boolean; cancelable?: boolean; composed?: boolean; wasClean?: boolean; code?: number; reason?: string;
        }): CloseEvent;
    };
    interface WebSocket extends EventTarget {
      readonly url: string;
      readonly readyState: 0 | 1 | 2 | 3;
      readonly bufferedAmount: number;
      readonly extensions: string;
      readonly protocol: string;
      binaryType: "blob" | "arraybuffer";
      readonly CONNECTING: 0;
      readonly OPEN: 1;
      readonly CLOSING: 2;
      readonly CLOSED: 3;
      onopen: ((event: Event) => any) | null;
      onmessage: ((event: MessageEvent) => any) | null;
      onerror: ((event: ErrorEvent) => any) | null;
      onclose: ((event: CloseEvent) => any) | null;
      send(data: string | ArrayBuffer | ArrayBufferView | Blob): void;
      close(code?: number, reason?: string): void;
    }
    /** Exists if the connection may call `http.websocket`: the plugin is registered, and the permissions allow it. */
    declare var WebSocket: {
      prototype: WebSocket;
      new (url: string | URL, protocols?: string | Iterable<string>): WebSocket;
      readonly CONNECTING: 0;
      readonly OPEN: 1;
      readonly CLOSING: 2;
      readonly CLOSED: 3;
    };

    type Transferable = ArrayBuffer | MessagePort | ReadableStream | WritableStream | TransformStream;
    interface MessagePort extends EventTarget {
      postMessage(message: any, transfer?: Transferable[] | { transfer?: Transferable[] }): void;
      start(): void;
      close(): void;
      onmessage: ((event: MessageEvent) => any) | null;
      onmessageerror: ((event: MessageEvent) => any) | null;
    }
    declare var MessagePort: { prototype: MessagePort; new (): never };
    interface MessageChannel {
      readonly port1: MessagePort;
      readonly port2: MessagePort;
    }
    declare var MessageChannel: { prototype: MessageChannel; new (): MessageChannel };
    interface MessageEvent<Data = any> extends Event {
      readonly data: Data;
      readonly origin: string;
      readonly lastEventId: string;
      readonly source: MessagePort | null;
      readonly ports: readonly MessagePort[];
      initMessageEvent(
        type: string, bubbles?: boolean, cancelable?: boolean, data?: any, origin?: string, lastEventId?: string,
        source?: MessagePort | null, ports?: MessagePort[]): void;
    }
    declare var MessageEvent: {
      prototype: MessageEvent;
      new <Data = any>(
        type: string,
        options?: {
          bubbles?: boolean; cancelable?: boolean; composed?: boolean; data?: Data; origin?: string; lastEventId?: string;
          source?: MessagePort | null; ports?: MessagePort[];
        }): MessageEvent<Data>;
    };
    /** Reaches the channels of the same name in this context, in its workers and in the other contexts of its pool. */
    interface BroadcastChannel extends EventTarget {
      readonly name: string;
      postMessage(message: any): void;
      close(): void;
      onmessage: ((event: MessageEvent) => any) | null;
      onmessageerror: ((event: MessageEvent) => any) | null;
    }
    declare var BroadcastChannel: { prototype: BroadcastChannel; new (name: string): BroadcastChannel };

    type BufferSource = ArrayBuffer | ArrayBufferView;
    type KeyUsage = "encrypt" | "decrypt" | "sign" | "verify" | "deriveKey" | "deriveBits" | "wrapKey" | "unwrapKey";
    type KeyFormat = "raw" | "pkcs8" | "spki" | "jwk";
    /** The name of an algorithm, or an object with its name and its parameters. */
    type AlgorithmIdentifier = string | { name: string; [parameter: string]: any };
    interface JsonWebKey {
      kty?: string;
      [member: string]: any;
    }
    interface CryptoKeyPair {
      privateKey: CryptoKey;
      publicKey: CryptoKey;
    }
    interface CryptoKey {
      readonly type: "secret" | "private" | "public";
      readonly extractable: boolean;
      readonly algorithm: { name: string; [parameter: string]: any };
      readonly usages: KeyUsage[];
    }
    /** Exists if the host has the extension `.subtleCrypto`, as the command line does. */
    declare var CryptoKey: { prototype: CryptoKey; new (): never };
    interface SubtleCrypto {
      encrypt(algorithm: AlgorithmIdentifier, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>;
      decrypt(algorithm: AlgorithmIdentifier, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>;
      sign(algorithm: AlgorithmIdentifier, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>;
      verify(algorithm: AlgorithmIdentifier, key: CryptoKey, signature: BufferSource, data: BufferSource): Promise<boolean>;
      digest(algorithm: AlgorithmIdentifier, data: BufferSource): Promise<ArrayBuffer>;
      generateKey(algorithm: AlgorithmIdentifier, extractable: boolean, usages: readonly KeyUsage[]): Promise<any>;
      deriveKey(
        algorithm: AlgorithmIdentifier, key: CryptoKey, derived: AlgorithmIdentifier, extractable: boolean,
        usages: readonly KeyUsage[]): Promise<CryptoKey>;
      deriveBits(algorithm: AlgorithmIdentifier, key: CryptoKey, length?: number | null): Promise<ArrayBuffer>;
      importKey(
        format: KeyFormat, data: BufferSource | JsonWebKey, algorithm: AlgorithmIdentifier, extractable: boolean,
        usages: readonly KeyUsage[]): Promise<CryptoKey>;
      exportKey(format: "jwk", key: CryptoKey): Promise<JsonWebKey>;
      exportKey(format: KeyFormat, key: CryptoKey): Promise<any>;
      wrapKey(format: KeyFormat, key: CryptoKey, wrapping: CryptoKey, algorithm: AlgorithmIdentifier): Promise<ArrayBuffer>;
      unwrapKey(
        format: KeyFormat, data: BufferSource, unwrapping: CryptoKey, algorithm: AlgorithmIdentifier,
        unwrapped: AlgorithmIdentifier, extractable: boolean, usages: readonly KeyUsage[]): Promise<CryptoKey>;
    }
    /** Exists if the host has the extension `.subtleCrypto`, as the command line does. */
    declare var SubtleCrypto: { prototype: SubtleCrypto; new (): never };

    interface Worker extends EventTarget {
      postMessage(message: any, transfer?: Transferable[] | { transfer?: Transferable[] }): void;
      terminate(): void;
      onmessage: ((event: MessageEvent) => any) | null;
      onmessageerror: ((event: MessageEvent) => any) | null;
      onerror: ((event: ErrorEvent) => any) | null;
    }
    /** Exists if the runtime has modules and the host permits workers. Relative URLs are resolved against the main module. */
    declare var Worker: { prototype: Worker; new (url: string | URL, options: { type: "module"; name?: string }): Worker };
    /** The global object of a worker: `const scope = self as unknown as DedicatedWorkerGlobalScope`. */
    type DedicatedWorkerGlobalScope = typeof globalThis & {
      readonly name: string;
      postMessage(message: any, transfer?: Transferable[] | { transfer?: Transferable[] }): void;
      close(): void;
      onmessage: ((event: MessageEvent) => any) | null;
      onmessageerror: ((event: MessageEvent) => any) | null;
    };

    """#

  static let modules: String = #"""
    // `import.meta`, and imports of files that are not code.

    interface ImportMeta {
      /** The URL of the module. */
      readonly url: string;
      /** Whether the module is the program's entry. */
      readonly main: boolean;
      /** The path of the module's file; undefined if it has none. */
      readonly filename?: string;
      /** The directory of the module's file; undefined if it has none. */
      readonly dirname?: string;
      /** Resolves a specifier to a URL. */
      resolve(specifier: string): string;
    }

    // `resolveJsonModule` types JSON. The types of other files depend on their extensions, because TypeScript ignores the attributes of
    // an import: declare further extensions in your own project.

    /** `import text from "./notes.txt" with { type: "text" }` */
    declare module "*.txt" {
      const text: string;
      export default text;
    }
    declare module "*.md" {
      const text: string;
      export default text;
    }
    declare module "*.html" {
      const text: string;
      export default text;
    }
    declare module "*.css" {
      const text: string;
      export default text;
    }
    declare module "*.sql" {
      const text: string;
      export default text;
    }
    declare module "*.csv" {
      const text: string;
      export default text;
    }
    declare module "*.svg" {
      const text: string;
      export default text;
    }

    /** `import bytes from "./image.png" with { type: "bytes" }` */
    declare module "*.bin" {
      const bytes: Uint8Array;
      export default bytes;
    }
    declare module "*.png" {
      const bytes: Uint8Array;
      export default bytes;
    }
    declare module "*.wasm" {
      const bytes: Uint8Array;
      export default bytes;
    }

    """#

  static let testing: String = #"""
    // The modules of Node for tests: `node:test` and `node:assert`.

    declare module "node:test" {
      type Awaitable = void | Promise<void>;
      type TestFunction = (t: TestContext, done: (error?: unknown) => void) => unknown;
      type SuiteFunction = (s: SuiteContext) => Awaitable;
      type HookFunction = (t: TestContext, done: (error?: unknown) => void) => unknown;

      interface TestOptions {
        /** How many subtests run at the same time; `true` for all. */
        concurrency?: number | boolean | null | undefined;
        /** Whether the test runs with `--only`. */
        only?: boolean | undefined;
        signal?: AbortSignal | undefined;
        /** Whether the test is left out, or why. */
        skip?: boolean | string | undefined;
        /** In milliseconds. */
        timeout?: number | undefined;
        /** Whether a failure does not count, or why. */
        todo?: boolean | string | undefined;
        /** The number of assertions of `t.assert`, and of subtests. */
        plan?: number | undefined;
      }

      interface HookOptions {
        signal?: AbortSignal | undefined;
        timeout?: number | undefined;
      }

      interface TestCreator<Fn> {
        (name?: string, fn?: Fn): Promise<void>;
        (name?: string, options?: TestOptions, fn?: Fn): Promise<void>;
        (options?: TestOptions, fn?: Fn): Promise<void>;
        (fn?: Fn): Promise<void>;
      }

      interface TestVariants<Fn> extends TestCreator<Fn> {
        skip: TestCreator<Fn>;
        todo: TestCreator<Fn>;
        only: TestCreator<Fn>;
      }

      type AddHook = (fn: HookFunction, options?: HookOptions) => void;

      interface TestModule extends TestVariants<TestFunction> {
        test: TestModule;
        it: TestVariants<TestFunction>;
        describe: TestVariants<SuiteFunction>;
        suite: TestVariants<SuiteFunction>;
        before: AddHook;
        after: AddHook;
        beforeEach: AddHook;
        afterEach: AddHook;
        mock: MockTracker;
        assert: { register(name: string, fn: (this: TestContext, ...values: any[]) => void): void };
        snapshot: { setDefaultSnapshotSerializers(serializers: ((value: any) => any)[]): void };
      }

      interface SnapshotOptions {
        /** Each takes the result of the one before it; the last returns the text. `JSON.stringify` with indentation by default. */
        serializers?: ((value: any) => any)[];
      }

      interface SnapshotAssertions {
        /** Compares with the file `FILE.snapshot` beside the tests, which `causeway test` writes. */
        snapshot(value: any, options?: SnapshotOptions): void;
        /** Compares with a file of its own, in the folder of the tests or below it. */
        fileSnapshot(value: any, path: string, options?: SnapshotOptions): void;
      }

      type Assertions = Omit<typeof import("node:assert"), "default" | "strict" | "AssertionError"> & SnapshotAssertions & { [name: string]: any };

      interface TestContext {
        readonly name: string;
        readonly fullName: string;
        readonly filePath: string | undefined;
        readonly signal: AbortSignal;
        readonly assert: Assertions;
        readonly mock: MockTracker;
        readonly passed: boolean;
        readonly error: Error | null;
        diagnostic(message: string): void;
        plan(count: number): void;
        runOnly(value: boolean): void;
        skip(message?: string): void;
        todo(message?: string): void;
        test: TestCreator<TestFunction>;
        before: AddHook;
        after: AddHook;
        beforeEach: AddHook;
        afterEach: AddHook;
      }

      interface SuiteContext {
        readonly name: string;
        readonly fullName: string;
        readonly filePath: string | undefined;
        readonly signal: AbortSignal;
      }

      interface MockCall {
        arguments: any[];
        error: unknown;
        result: any;
        stack: Error;
        target: Function | undefined;
        this: any;
      }

      interface MockFunctionContext {
        readonly calls: MockCall[];
        callCount(): number;
        mockImplementation(implementation: Function): void;
        mockImplementationOnce(implementation: Function, onCall?: number): void;
        resetCalls(): void;
        restore(): void;
      }

      type Mock<Fn extends Function> = Fn & { readonly mock: MockFunctionContext };
      interface MockOptions {
        times?: number;
      }

      interface MockTracker {
        fn<Fn extends Function = (...values: any[]) => any>(original?: Fn, options?: MockOptions): Mock<Fn>;
        fn<Fn extends Function>(original: Fn, implementation: Function, options?: MockOptions): Mock<Fn>;
        method(object: object, name: PropertyKey, options?: MockOptions & { getter?: boolean; setter?: boolean }): Mock<Function & ((...values: any[]) => any)>;
        method(object: object, name: PropertyKey, implementation: Function, options?: MockOptions & { getter?: boolean; setter?: boolean }): Mock<Function & ((...values: any[]) => any)>;
        getter(object: object, name: PropertyKey, implementation?: Function, options?: MockOptions): Mock<() => any>;
        setter(object: object, name: PropertyKey, implementation?: Function, options?: MockOptions): Mock<(value: any) => void>;
        reset(): void;
        restoreAll(): void;
        readonly timers: MockTimers;
      }

      interface MockTimers {
        enable(options?: { apis?: ("setTimeout" | "setInterval" | "setImmediate" | "Date" | "scheduler.wait")[]; now?: number | Date }): void;
        reset(): void;
        tick(milliseconds?: number): void;
        runAll(): void;
        setTime(milliseconds: number): void;
      }

      export const test: TestModule;
      export const it: TestVariants<TestFunction>;
      export const describe: TestVariants<SuiteFunction>;
      export const suite: TestVariants<SuiteFunction>;
      export const before: AddHook;
      export const after: AddHook;
      export const beforeEach: AddHook;
      export const afterEach: AddHook;
      export const mock: MockTracker;
      export const assert: TestModule["assert"];
      export const snapshot: TestModule["snapshot"];
      export type { TestContext, SuiteContext, TestOptions, Mock, MockTracker, MockTimers };
      export default test;
    }

    declare module "node:assert" {
      type Message = string | Error;
      type Thrown = RegExp | Function | Error | { [name: string]: unknown };
      function assert(value: unknown, message?: Message): asserts value;
      namespace assert {
        function ok(value: unknown, message?: Message): asserts value;
        function equal(actual: unknown, expected: unknown, message?: Message): void;
        function notEqual(actual: unknown, expected: unknown, message?: Message): void;
        function strictEqual<T>(actual: unknown, expected: T, message?: Message): asserts actual is T;
        function notStrictEqual(actual: unknown, expected: unknown, message?: Message): void;
        function deepEqual(actual: unknown, expected: unknown, message?: Message): void;
        function notDeepEqual(actual: unknown, expected: unknown, message?: Message): void;
        function deepStrictEqual<T>(actual: unknown, expected: T, message?: Message): asserts actual is T;
        function notDeepStrictEqual(actual: unknown, expected: unknown, message?: Message): void;
        function match(value: string, pattern: RegExp, message?: Message): void;
        function doesNotMatch(value: string, pattern: RegExp, message?: Message): void;
        function throws(run: () => unknown, message?: Message): void;
        function throws(run: () => unknown, error: Thrown, message?: Message): void;
        function doesNotThrow(run: () => unknown, message?: Message): void;
        function rejects(run: (() => Promise<unknown>) | Promise<unknown>, message?: Message): Promise<void>;
        function rejects(run: (() => Promise<unknown>) | Promise<unknown>, error: Thrown, message?: Message): Promise<void>;
        function doesNotReject(run: (() => Promise<unknown>) | Promise<unknown>, message?: Message): Promise<void>;
        function ifError(value: unknown): asserts value is null | undefined;
        function fail(message?: Message): never;
        const strict: typeof assert;
        class AssertionError extends Error {
          actual: unknown;
          expected: unknown;
          operator: string;
          code: "ERR_ASSERTION";
          generatedMessage: boolean;
          constructor(options: { message?: string; actual?: unknown; expected?: unknown; operator?: string });
        }
      }
      export = assert;
    }

    declare module "node:assert/strict" {
      import assert = require("node:assert");
      export = assert;
    }

    declare module "causeway:test" {
      /** A value that stands for many others in an expected one. */
      type Asymmetric = any;

      interface Matchers<Result> {
        toBe(expected: unknown): Result;
        /** Compares by structure; properties that are undefined, and classes, do not count. */
        toEqual(expected: unknown): Result;
        toStrictEqual(expected: unknown): Result;
        /** Compares the properties that the expected object has. */
        toMatchObject(expected: object): Result;
        toBeDefined(): Result;
        toBeUndefined(): Result;
        toBeNull(): Result;
        toBeNaN(): Result;
        toBeTruthy(): Result;
        toBeFalsy(): Result;
        /** The difference is less than half of the last digit; 2 digits by default. */
        toBeCloseTo(expected: number, digits?: number): Result;
        toBeGreaterThan(expected: number | bigint): Result;
        toBeGreaterThanOrEqual(expected: number | bigint): Result;
        toBeLessThan(expected: number | bigint): Result;
        toBeLessThanOrEqual(expected: number | bigint): Result;
        toBeInstanceOf(expected: abstract new (...values: any[]) => unknown): Result;
        toContain(expected: unknown): Result;
        toContainEqual(expected: unknown): Result;
        toHaveLength(expected: number): Result;
        /** The path is `a.b[0]`, or a list of keys. */
        toHaveProperty(path: string | PropertyKey[], expected?: unknown): Result;
        toMatch(expected: string | RegExp): Result;
        /** A part of the message, a pattern of it, a class, or an error with the same message. */
        toThrow(expected?: unknown): Result;
        toThrowError(expected?: unknown): Result;
        toHaveBeenCalled(): Result;
        toHaveBeenCalledTimes(count: number): Result;
        toHaveBeenCalledWith(...values: unknown[]): Result;
        toHaveBeenLastCalledWith(...values: unknown[]): Result;
        toHaveBeenNthCalledWith(number: number, ...values: unknown[]): Result;
        toHaveReturned(): Result;
        toHaveReturnedTimes(count: number): Result;
        toHaveReturnedWith(value: unknown): Result;
        /** Compares with `__snapshots__/FILE.snap`, which `causeway test` writes; a hint becomes part of the snapshot's name. */
        toMatchSnapshot(hint?: string): Result;
        /** The properties with matchers are checked, and the snapshot has the matchers. */
        toMatchSnapshot(properties: object, hint?: string): Result;
        /** Compares with the text in the call, which `causeway test` writes. */
        toMatchInlineSnapshot(snapshot?: string): Result;
        toMatchInlineSnapshot(properties: object, snapshot?: string): Result;
        toThrowErrorMatchingSnapshot(hint?: string): Result;
        toThrowErrorMatchingInlineSnapshot(snapshot?: string): Result;
      }

      /** How values of a kind are written in the snapshots of `expect`. */
      type SnapshotSerializer = { test(value: any): boolean } & (
        | { serialize(value: any, config: any, indentation: string, depth: number, refs: any[], printer: (value: any, config: any, indentation: string, depth: number, refs: any[]) => string): string }
        | { print(value: any, print: (value: any) => string, indent: (text: string) => string): string }
      );

      interface NegatableMatchers<Result> extends Matchers<Result> {
        readonly not: Matchers<Result>;
      }

      interface Expectation extends NegatableMatchers<void> {
        readonly resolves: NegatableMatchers<Promise<void>>;
        readonly rejects: NegatableMatchers<Promise<void>>;
      }

      interface AsymmetricMatchers {
        arrayContaining(expected: unknown[]): Asymmetric;
        objectContaining(expected: object): Asymmetric;
        stringContaining(expected: string): Asymmetric;
        stringMatching(expected: string | RegExp): Asymmetric;
        closeTo(expected: number, digits?: number): Asymmetric;
      }

      interface Expect extends AsymmetricMatchers {
        (received: unknown, message?: string): Expectation;
        readonly not: AsymmetricMatchers;
        any(type: Function): Asymmetric;
        anything(): Asymmetric;
        extend(matchers: { [name: string]: (received: any, ...expected: any[]) => { pass: boolean; message: () => string } | Promise<{ pass: boolean; message: () => string }> }): void;
        addSnapshotSerializer(serializer: SnapshotSerializer): void;
        unreachable(message?: string): never;
      }

      export const expect: Expect;
    }

    """#

  static let client: String = #"""
    /**
     * The JavaScript client of Causeway: JavaScript awaits, Swift answers, and every call is answered exactly once.
     *
     * @packageDocumentation
     */

    /** gRPC's canonical status names; an application's own codes pass unchanged. */
    export type Code =
      | "CANCELLED" | "UNKNOWN" | "INVALID_ARGUMENT" | "DEADLINE_EXCEEDED" | "NOT_FOUND" | "ALREADY_EXISTS"
      | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "FAILED_PRECONDITION" | "ABORTED" | "UNIMPLEMENTED"
      | "INTERNAL" | "UNAVAILABLE" | "DATA_LOSS" | "UNAUTHENTICATED" | (string & {});

    /** The error of a rejected call. Its stack begins where the call was made; the stack of the other side follows. */
    export class BridgeError extends Error {
      constructor(code: Code, message: string, details?: { data?: unknown; cause?: unknown; method?: string });
      /** `TimeoutError` for `DEADLINE_EXCEEDED`, `AbortError` for `CANCELLED`, else `BridgeError`. */
      name: string;
      readonly code: Code;
      /** Data that the other side added: any value that can cross. */
      readonly data?: unknown;
      readonly cause?: unknown;
      /** The method that was called. */
      readonly method?: string;
      static isBridgeError(value: unknown): value is BridgeError;
    }

    /** The members of an `AbortSignal` that the client uses. */
    export interface SignalLike {
      readonly aborted: boolean;
      readonly reason?: unknown;
      addEventListener(type: "abort", listener: () => void): void;
      removeEventListener(type: "abort", listener: () => void): void;
    }

    /** A handler's signal: the host's `AbortSignal`, or an object with these members where the host has none. */
    export interface HandlerSignal extends SignalLike {
      onabort: ((event: any) => void) | null;
      throwIfAborted(): void;
    }

    export interface CallOptions<Progress = any> {
      /** Milliseconds, `Infinity` for none; the other side's default when left out. 0 rejects at once. The call ends on this side. */
      timeout?: number;
      /** Cancels the call; the error's `cause` is the signal's reason. */
      signal?: SignalLike | null;
      onProgress?: (progress: Progress) => void;
      /** Text that is sent with the call, such as `{ traceparent: "00-..." }`. */
      metadata?: Metadata;
    }

    /** Names and values, at most `Limits.metadataLength` characters in all. */
    export type Metadata = { readonly [name: string]: string };

    export interface StreamOptions {
      /** Milliseconds until the stream ends on this side; none when left out. */
      timeout?: number;
      signal?: SignalLike | null;
      /** The number of items that may wait here before the producer waits; 16 when left out. The other side refuses more than 1,024. */
      buffer?: number;
      metadata?: Metadata;
    }

    export interface ListenOptions {
      signal?: SignalLike | null;
      once?: boolean;
    }

    /** Removes a listener, handler or middleware. A second call has no effect. */
    export type Undo = () => void;

    /** The request of a handler. */
    export interface HandlerContext {
      readonly method: string;
      /** Aborts when the caller cancels the request, with a `BridgeError` as its reason. */
      readonly signal: HandlerSignal;
      /** The deadline of the caller: milliseconds since 1970, `Infinity` for none. */
      readonly deadline: number;
      /** The metadata of the call: frozen, with a null prototype, empty when the caller sent none. */
      readonly metadata: Metadata;
      /** `bridge.call` with no more time than this request has, and with its `metadata` by default; cancelled when it ends. */
      readonly call: Call;
      /** Sends progress to the caller. Throws when the value cannot cross; has no effect after the answer. */
      readonly report: (progress: unknown) => void;
    }

    /** Returns a value, a promise, or (for a stream) an async iterable; may throw any value. */
    export type Handler = (params: any, context: HandlerContext) => unknown;

    export interface OutgoingCall {
      method: string;
      params: unknown;
      options: CallOptions | undefined;
    }

    /** `async (call, next) => next(call)`: may change, repeat, refuse or answer a call. */
    export type Middleware = (call: OutgoingCall, next: (call: OutgoingCall) => Promise<any>) => unknown;

    export type Call = <Result = any, Params = unknown>(method: string, params?: Params, options?: CallOptions) => Promise<Result>;
    export type On = <Value = any>(event: string, listener: (value: Value) => void, options?: ListenOptions) => Undo;

    /** The result of `addListener`, as in plugins of Capacitor. */
    export interface PluginListenerHandle {
      remove: () => Promise<void>;
    }

    /** The listeners of a plugin's events, as in plugins of Capacitor. */
    export interface PluginListeners {
      readonly addListener: <Value = any>(event: string, listener: (value: Value) => void) => Promise<PluginListenerHandle>;
      readonly removeAllListeners: () => Promise<void>;
    }

    /**
     * `await wifi.ssid(params, options)` is `bridge.call("wifi.ssid", params, options)`; a stream is iterated, a constant is its
     * value. Safe to await, print and spread.
     */
    export type Plugin = { readonly on: On } & PluginListeners & { readonly [member: string]: any };

    /** A hash for each member for which a client was built; `causeway types` writes it. */
    export interface ExpectedContract {
      readonly hash: string;
      readonly members: { readonly [member: string]: string };
    }

    /** The members that this connection may use. */
    export interface Contract {
      /** A hash of the declarations, the same for every connection. */
      readonly hash: string;
      readonly members: {
        readonly [member: string]: {
          readonly kind: "method" | "stream" | "event" | "constant";
          /** The number of positional arguments; one object of named parameters when left out. */
          readonly arguments?: number;
          /** The value of a constant. */
          readonly value?: unknown;
        };
      };
    }

    export interface Bridge {
      /** Calls a handler of the other side. Never throws: an invalid call rejects. */
      readonly call: Call;
      /**
       * The answer of a synchronous handler, for code that cannot await: in process only. No other JavaScript runs meanwhile.
       *
       * Throws the error of the handler. Throws `FAILED_PRECONDITION` for an asynchronous handler, which does not run, and for a
       * handler in another process.
       */
      readonly callSync: <Result = any>(method: string, params?: unknown) => Result;
      /** A stream of the other side, which starts at the first `next()`. `break` ends the producer. */
      readonly stream: <Item = any>(method: string, params?: unknown, options?: StreamOptions) => AsyncIterableIterator<Item>;
      /** Adds a listener. Its errors go to `reportError` and do not affect other listeners. */
      readonly on: On;
      /** Adds a listener for one occurrence, or awaits the next occurrence. */
      readonly once: {
        <Value = any>(event: string, listener?: undefined, options?: ListenOptions): Promise<Value>;
        <Value = any>(event: string, listener: (value: Value) => void, options?: ListenOptions): Undo;
      };
      /** Answers the other side's requests. Throws `ALREADY_EXISTS` for a name that has a handler. */
      readonly handle: (method: string, handler: Handler) => Undo;
      /** Puts a middleware around outgoing calls, the first one outermost. */
      readonly use: (middleware: Middleware) => Undo;
      /**
       * The plugins that this connection may use. Their members are listed as soon as the contract is known: at once in a runtime,
       * a page and a child process, over other links after `contract()`.
       */
      readonly plugins: { readonly [plugin: string]: Plugin };
      /**
       * Requests the contract of this connection, and compares it with the one for which the client was built.
       *
       * Rejects with `FAILED_PRECONDITION` and `data: {changed, missing}`, the names of the members that differ.
       */
      readonly contract: (expected?: ExpectedContract) => Promise<Contract>;
      /**
       * Ends a function or an object that crossed the bridge. One of the other side's can no longer be called here, and one of this
       * side's no longer there: `NOT_FOUND`. Without it a function or an object of the other side is released when it has been
       * collected. A second time, and for what did not cross, it has no effect.
       */
      readonly release: (reference: object) => void;
      /** The numbers of open operations. References are functions and objects: `exported` of this side, `imported` of the other one. */
      readonly inspect: () => {
        pending: number;
        handlers: number;
        listeners: number;
        streams: number;
        late: number;
        references: { exported: number; imported: number };
      };
      readonly BridgeError: typeof BridgeError;
      /**
       * A class to extend: its objects cross by reference, and the other side calls the methods of their classes. Fields and accessors
       * are not reachable.
       */
      readonly RemoteObject: new () => object;
      /**
       * Lets an object cross by reference from now on; returns it. The other side can call the methods of its class, or those that an
       * object without a class has now.
       */
      readonly remote: <Target extends object>(object: Target) => Target;
      readonly version: string;
    }

    /** A value or call over a limit is refused with `RESOURCE_EXHAUSTED` and `data: {limit, maximum}`. */
    export interface Limits {
      /** Levels of nested containers; 256. */
      depth: number;
      /** Number of values; 1,000,000. */
      nodes: number;
      /** Characters of text; 33,554,432. */
      messageBytes: number;
      /** Characters of a call's metadata, names and values together; 8,192. */
      metadataLength: number;
    }

    export interface BridgeOptions {
      limits?: Partial<Limits>;
      /** Receives errors that belong to no call; they are unhandled rejections when left out. */
      reportError?: (error: unknown) => void;
      /**
       * Whether deadlines are kept on this side, where the host has timers. Left out: the timeouts of calls and streams. `true`:
       * also 31 seconds for calls without a timeout, for links that may lose an answer. `false`: only the other side keeps them.
       */
      backstop?: boolean;
      /** Returns the text of the other side's contract, where a link has it at once. */
      discover?: () => unknown;
      /** Milliseconds since 1970, for the deadlines that nested calls inherit. */
      now?: () => number;
    }

    /** The carrier below the core. client/kinds.js has the table of message kinds. */
    export interface Link {
      /** Returns `undefined` for pending, else the result (`VOID` for `undefined`). May throw. */
      call(id: number, method: string, tag: number, body: unknown, attachments: unknown[] | undefined,
        timeout: number | undefined, credit: number | undefined, metadata: string[] | undefined): unknown;
      post(kind: number, id: number | string, tag: number, body: unknown, attachments: unknown[] | undefined, name?: string): void;
      /** Like `call`, for an answer that is the result, or that arrives before this returns; `undefined` without an answer. */
      callSync?(id: number, method: string, tag: number, body: unknown, attachments: unknown[] | undefined): unknown;
      /** Called once with the function that receives messages: any number of triples of kind, id and body. */
      open?(receive: (kind: number, id: number | string, body: unknown, ...more: unknown[]) => void): void;
      /** Bytes up to this count go into the text as base64, others beside it; all bytes go into the text when left out. */
      inline?: number;
    }

    export function createBridge(link: Link, options?: BridgeOptions): Bridge;

    /** The object for `window.webkit.messageHandlers`: `NAME.postMessage(body)` is `bridge.call(NAME, body)`. */
    export function webkitMessageHandlers(bridge: Bridge): { readonly [name: string]: { postMessage(body?: unknown): Promise<any> } };

    /** Represents `undefined` in a link's immediate answer. */
    export const VOID: object;

    export const version: string;

    """#
}
