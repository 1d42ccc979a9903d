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
      export const skip: TestCreator<TestFunction>;
      export const todo: TestCreator<TestFunction>;
      export const only: TestCreator<TestFunction>;
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
          toString(): string;
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

  static let nodeBuffer: String = #"""
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

    """#

  static let nodeCommonjs: String = #"""
    // The globals of CommonJS modules, of packages and of programs that import `node:test`. Other modules do not have them, so this file
    // has to be named in the `files` of a tsconfig.json.

    declare const require: import("node:module").Require;
    declare const module: import("node:module");
    declare var exports: any;
    declare const __filename: string;
    declare const __dirname: string;
    declare const global: typeof globalThis;
    declare const process: import("node:process").Process;
    declare const Buffer: typeof import("node:buffer").Buffer;
    type Buffer = import("node:buffer").Buffer;
    declare const setImmediate: typeof import("node:timers").setImmediate;
    declare const clearImmediate: typeof import("node:timers").clearImmediate;

    """#

  static let nodeEvents: String = #"""
    // The modules `events` and `async_hooks`.

    declare module "node:events" {
      type EventName = string | symbol;
      type Listener = (...values: any[]) => void;
      interface EventEmitterOptions {
        /** Whether the rejected promise of a listener becomes an `error` event. */
        captureRejections?: boolean;
      }
      interface WaitOptions {
        signal?: AbortSignal;
      }
      interface IterationOptions extends WaitOptions {
        /** Names of events that end the iteration. */
        close?: readonly string[];
        /** The emitter is paused when so many events wait, if it can be. */
        highWaterMark?: number;
        lowWaterMark?: number;
      }
      /** A file, a stream or another object that other code made, with the methods of an emitter. */
      interface EmitterLike {
        on(name: EventName, listener: Listener): unknown;
        once(name: EventName, listener: Listener): unknown;
        removeListener(name: EventName, listener: Listener): unknown;
      }

      import emitter = require("node:events");
      class EventEmitter {
        constructor(options?: EventEmitterOptions);
        addListener(name: EventName, listener: Listener): this;
        on(name: EventName, listener: Listener): this;
        once(name: EventName, listener: Listener): this;
        prependListener(name: EventName, listener: Listener): this;
        prependOnceListener(name: EventName, listener: Listener): this;
        removeListener(name: EventName, listener: Listener): this;
        off(name: EventName, listener: Listener): this;
        removeAllListeners(name?: EventName): this;
        /** Returns whether there was a listener. An `error` event without one is thrown. */
        emit(name: EventName, ...values: any[]): boolean;
        listeners(name: EventName): Function[];
        rawListeners(name: EventName): Function[];
        listenerCount(name: EventName, listener?: Listener): number;
        eventNames(): EventName[];
        setMaxListeners(count: number): this;
        getMaxListeners(): number;
      }
      namespace EventEmitter {
        /** The values of the next event; rejects if there is an `error` event before. */
        export function once(emitter: EmitterLike | EventTarget, name: EventName, options?: WaitOptions): Promise<any[]>;
        /** The values of each event, until the signal aborts, or one of the events in `close`. */
        export function on(emitter: EmitterLike | EventTarget, name: EventName, options?: IterationOptions): AsyncIterableIterator<any[]>;
        export function addAbortListener(signal: AbortSignal, listener: (event: Event) => void): Disposable;
        export function getEventListeners(emitter: EventEmitter, name: EventName): Function[];
        export function getMaxListeners(emitter: EventEmitter | EventTarget): number;
        export function setMaxListeners(count?: number, ...emitters: (EventEmitter | EventTarget)[]): void;
        /** @deprecated Use the method of the emitter. */
        export function listenerCount(emitter: EventEmitter, name: EventName): number;
        /** The name of an event that comes before `error`, and does not count as a listener of it. */
        export const errorMonitor: unique symbol;
        /** The name of a method that receives the rejections of listeners. */
        export const captureRejectionSymbol: unique symbol;
        export let captureRejections: boolean;
        export let defaultMaxListeners: number;
        export const usingDomains: false;
        /** Makes an object an emitter, as the constructor does. */
        export function init(this: object, options?: EventEmitterOptions): void;
        export { emitter as EventEmitter };
        export type { EmitterLike, EventEmitterOptions, EventName };
      }
      export = EventEmitter;
    }

    declare module "node:async_hooks" {
      /** A store for the synchronous part of a call, and for the callbacks of timers and ticks that it sets. */
      export class AsyncLocalStorage<Store> {
        /** The function with the stores of now. */
        static bind<Fn extends (...values: any[]) => any>(fn: Fn): Fn;
        /** Calls functions with the stores of now. */
        static snapshot(): <Values extends any[], Result>(fn: (...values: Values) => Result, ...values: Values) => Result;
        run<Values extends any[], Result>(store: Store, fn: (...values: Values) => Result, ...values: Values): Result;
        exit<Values extends any[], Result>(fn: (...values: Values) => Result, ...values: Values): Result;
        enterWith(store: Store): void;
        /** Throws after an `await`, where the engine does not know the store. */
        getStore(): Store | undefined;
        disable(): void;
      }
      export class AsyncResource {
        constructor(type: string, options?: object);
        static bind<Fn extends (...values: any[]) => any>(fn: Fn, type?: string, receiver?: any): Fn;
        bind<Fn extends (...values: any[]) => any>(fn: Fn, receiver?: any): Fn;
        runInAsyncScope<Receiver, Values extends any[], Result>(
          fn: (this: Receiver, ...values: Values) => Result, receiver?: Receiver, ...values: Values): Result;
        emitDestroy(): this;
      }
    }

    """#

  static let nodeFs: String = #"""
    // The modules `fs` and `fs/promises`: the folders of the files plugin, and the files of the program. Functions that are refused
    // here are not declared.

    declare module "node:fs" {
      import type { Buffer, BufferEncoding } from "node:buffer";
      import type { Readable, Writable } from "node:stream";
      import * as promises from "node:fs/promises";

      export type PathLike = string | Uint8Array | URL;
      /** The descriptor of standard input. No other file has one. */
      export type Input = 0;
      export type Encoding = BufferEncoding | { encoding: BufferEncoding };
      export type NoEncoding = { encoding?: "buffer" | null; flag?: "r" } | "buffer" | null;
      export type Data = string | ArrayBufferView;
      export type WriteOptions = BufferEncoding | { encoding?: BufferEncoding | null; flag?: "w" | "a"; mode?: number } | null;
      export type AppendOptions = BufferEncoding | { encoding?: BufferEncoding | null; mode?: number } | null;
      export type StatOptions = { throwIfNoEntry?: boolean };
      export type MakeOptions = number | { recursive?: boolean; mode?: number } | null;
      export type ListOptions = BufferEncoding | { encoding?: BufferEncoding | null; recursive?: boolean; withFileTypes?: false } | null;
      export type EntryOptions = { encoding?: BufferEncoding | null; recursive?: boolean; withFileTypes: true };
      export interface RemoveOptions {
        force?: boolean;
        recursive?: boolean;
      }
      /** `code` is that of the system call, `cause` the error of the bridge. */
      export interface FileError extends Error {
        code: string;
        errno: number;
        syscall: string;
        path?: string;
        dest?: string;
      }
      export type Done = (error: FileError | null) => void;
      export type Result<Value> = (error: FileError | null, value: Value) => void;
      export interface StreamOptions {
        encoding?: BufferEncoding;
        highWaterMark?: number;
        emitClose?: boolean;
        signal?: AbortSignal | null;
      }
      export interface ReadStreamOptions extends StreamOptions {
        fd?: Input;
        start?: number;
        /** The last byte. */
        end?: number;
        autoDestroy?: boolean;
      }
      export interface WriteStreamOptions extends StreamOptions {
        flags?: "w" | "a";
      }

      export interface Kind {
        isFile(): boolean;
        isDirectory(): boolean;
        isSymbolicLink(): boolean;
        isBlockDevice(): boolean;
        isCharacterDevice(): boolean;
        isFIFO(): boolean;
        isSocket(): boolean;
      }
      /** There are no permissions, owners and other times. */
      export interface Stats extends Kind {
        /** The type only, as in `S_IFREG`. */
        readonly mode: number;
        readonly size: number;
        /** `NaN` for a file of the program. */
        readonly mtimeMs: number;
        readonly mtime: Date;
      }
      export interface Dirent extends Kind {
        readonly name: string;
        readonly parentPath: string;
        /** @deprecated the same as `parentPath` */
        readonly path: string;
      }
      export interface ReadStream extends Readable {
        readonly path: PathLike;
        readonly bytesRead: number;
        readonly pending: boolean;
        close(callback?: (error?: Error | null) => void): void;
      }
      export interface WriteStream extends Writable {
        readonly path: PathLike;
        readonly bytesWritten: number;
        readonly pending: boolean;
        close(callback?: (error?: Error | null) => void): void;
      }
      export const Stats: { readonly prototype: Stats };
      export const Dirent: { readonly prototype: Dirent };
      export const ReadStream: { new (path: PathLike, options?: BufferEncoding | ReadStreamOptions): ReadStream; readonly prototype: ReadStream };
      export const WriteStream: { new (path: PathLike, options?: BufferEncoding | WriteStreamOptions): WriteStream; readonly prototype: WriteStream };
      export { ReadStream as FileReadStream, WriteStream as FileWriteStream };
      export function createReadStream(path: PathLike, options?: BufferEncoding | ReadStreamOptions): ReadStream;
      export function createWriteStream(path: PathLike, options?: BufferEncoding | WriteStreamOptions): WriteStream;

      export const F_OK: 0;
      export const R_OK: 4;
      export const W_OK: 2;
      export const X_OK: 1;
      export const constants: { readonly [name: string]: number } & {
        readonly F_OK: 0; readonly R_OK: 4; readonly W_OK: 2; readonly X_OK: 1; readonly COPYFILE_EXCL: 1;
      };
      export { promises };

      export function readFileSync(path: PathLike | Input, options: Encoding & { flag?: "r" } | BufferEncoding): string;
      export function readFileSync(path: PathLike | Input, options?: NoEncoding): Buffer;
      export function readFile(path: PathLike | Input, options: Encoding & { flag?: "r" } | BufferEncoding, callback: Result<string>): void;
      export function readFile(path: PathLike | Input, options: NoEncoding | undefined, callback: Result<Buffer>): void;
      export function readFile(path: PathLike | Input, callback: Result<Buffer>): void;
      export function readSync(descriptor: Input, buffer: ArrayBufferView, offset?: number | null, length?: number | null): number;
      export function readSync(descriptor: Input, buffer: ArrayBufferView, options?: { offset?: number; length?: number }): number;
      export function writeFileSync(path: PathLike, data: Data, options?: WriteOptions): void;
      export function writeFile(path: PathLike, data: Data, options: WriteOptions, callback: Done): void;
      export function writeFile(path: PathLike, data: Data, callback: Done): void;
      export function appendFileSync(path: PathLike, data: Data, options?: AppendOptions): void;
      export function appendFile(path: PathLike, data: Data, options: AppendOptions, callback: Done): void;
      export function appendFile(path: PathLike, data: Data, callback: Done): void;
      export function copyFileSync(from: PathLike, to: PathLike, mode?: number): void;
      export function copyFile(from: PathLike, to: PathLike, mode: number, callback: Done): void;
      export function copyFile(from: PathLike, to: PathLike, callback: Done): void;
      export function existsSync(path: PathLike): boolean;
      /** @deprecated Use `existsSync`, or `access`. */
      export function exists(path: PathLike, callback: (exists: boolean) => void): void;
      export function accessSync(path: PathLike, mode?: number): void;
      export function access(path: PathLike, mode: number, callback: Done): void;
      export function access(path: PathLike, callback: Done): void;
      export function statSync(path: PathLike, options: { throwIfNoEntry: false }): Stats | undefined;
      export function statSync(path: PathLike, options?: StatOptions): Stats;
      export function stat(path: PathLike, options: {} | undefined, callback: Result<Stats>): void;
      export function stat(path: PathLike, callback: Result<Stats>): void;
      export function lstatSync(path: PathLike, options: { throwIfNoEntry: false }): Stats | undefined;
      export function lstatSync(path: PathLike, options?: StatOptions): Stats;
      export function lstat(path: PathLike, options: {} | undefined, callback: Result<Stats>): void;
      export function lstat(path: PathLike, callback: Result<Stats>): void;
      export function readdirSync(path: PathLike, options: EntryOptions): Dirent[];
      export function readdirSync(path: PathLike, options?: ListOptions): string[];
      export function readdir(path: PathLike, options: EntryOptions, callback: Result<Dirent[]>): void;
      export function readdir(path: PathLike, options: ListOptions | undefined, callback: Result<string[]>): void;
      export function readdir(path: PathLike, callback: Result<string[]>): void;
      /** Returns the first folder that it made, if it is recursive. */
      export function mkdirSync(path: PathLike, options?: MakeOptions): string | undefined;
      export function mkdir(path: PathLike, options: MakeOptions | undefined, callback: Result<string | undefined>): void;
      export function mkdir(path: PathLike, callback: Done): void;
      export function rmSync(path: PathLike, options?: RemoveOptions): void;
      export function rm(path: PathLike, options: RemoveOptions, callback: Done): void;
      export function rm(path: PathLike, callback: Done): void;
      export function rmdirSync(path: PathLike, options?: { recursive?: boolean }): void;
      export function rmdir(path: PathLike, options: { recursive?: boolean }, callback: Done): void;
      export function rmdir(path: PathLike, callback: Done): void;
      export function unlinkSync(path: PathLike): void;
      export function unlink(path: PathLike, callback: Done): void;
      export function renameSync(from: PathLike, to: PathLike): void;
      export function rename(from: PathLike, to: PathLike, callback: Done): void;
      export const realpathSync: { (path: PathLike, options?: {} | null): string; native(path: PathLike, options?: {} | null): string };
      export const realpath: {
        (path: PathLike, options: {} | null | undefined, callback: Result<string>): void;
        (path: PathLike, callback: Result<string>): void;
        native(path: PathLike, callback: Result<string>): void;
      };
    }

    declare module "node:fs/promises" {
      import type { Buffer, BufferEncoding } from "node:buffer";
      import type * as fs from "node:fs";
      import type { PathLike } from "node:fs";

      export const constants: typeof fs.constants;
      export function readFile(path: PathLike, options: fs.Encoding & { flag?: "r" } | BufferEncoding): Promise<string>;
      export function readFile(path: PathLike, options?: fs.NoEncoding): Promise<Buffer>;
      export function writeFile(path: PathLike, data: fs.Data | AsyncIterable<fs.Data>, options?: fs.WriteOptions): Promise<void>;
      export function appendFile(path: PathLike, data: fs.Data, options?: fs.AppendOptions): Promise<void>;
      export function copyFile(from: PathLike, to: PathLike, mode?: number): Promise<void>;
      export function access(path: PathLike, mode?: number): Promise<void>;
      export function stat(path: PathLike, options: { throwIfNoEntry: false }): Promise<fs.Stats | undefined>;
      export function stat(path: PathLike, options?: fs.StatOptions): Promise<fs.Stats>;
      export function lstat(path: PathLike, options: { throwIfNoEntry: false }): Promise<fs.Stats | undefined>;
      export function lstat(path: PathLike, options?: fs.StatOptions): Promise<fs.Stats>;
      export function readdir(path: PathLike, options: fs.EntryOptions): Promise<fs.Dirent[]>;
      export function readdir(path: PathLike, options?: fs.ListOptions): Promise<string[]>;
      export function mkdir(path: PathLike, options?: fs.MakeOptions): Promise<string | undefined>;
      export function rm(path: PathLike, options?: fs.RemoveOptions): Promise<void>;
      export function rmdir(path: PathLike, options?: { recursive?: boolean }): Promise<void>;
      export function unlink(path: PathLike): Promise<void>;
      export function rename(from: PathLike, to: PathLike): Promise<void>;
      export function realpath(path: PathLike, options?: {} | null): Promise<string>;
    }

    """#

  static let nodeIndex: String = #"""
    // The modules of Node that exist in a runtime, with the names that they have here: a name that is refused is not declared.

    /// <reference path="buffer.d.ts" />
    /// <reference path="events.d.ts" />
    /// <reference path="fs.d.ts" />
    /// <reference path="names.d.ts" />
    /// <reference path="paths.d.ts" />
    /// <reference path="process.d.ts" />
    /// <reference path="streams.d.ts" />
    /// <reference path="timers.d.ts" />
    /// <reference path="util.d.ts" />

    """#

  static let nodeNames: String = #"""
    // The modules without `node:`. `test` exists only with it.

    declare module "assert" {
      import module = require("node:assert");
      export = module;
    }
    declare module "assert/strict" {
      import module = require("node:assert/strict");
      export = module;
    }
    declare module "console" {
      import module = require("node:console");
      export = module;
    }
    declare module "events" {
      import module = require("node:events");
      export = module;
    }
    declare module "module" {
      import module = require("node:module");
      export = module;
    }
    declare module "path" {
      import module = require("node:path");
      export = module;
    }
    declare module "path/posix" {
      import module = require("node:path/posix");
      export = module;
    }
    declare module "path/win32" {
      import module = require("node:path/win32");
      export = module;
    }
    declare module "stream" {
      import module = require("node:stream");
      export = module;
    }
    declare module "async_hooks" {
      export * from "node:async_hooks";
    }
    declare module "buffer" {
      export * from "node:buffer";
    }
    declare module "fs" {
      export * from "node:fs";
    }
    declare module "fs/promises" {
      export * from "node:fs/promises";
    }
    declare module "os" {
      export * from "node:os";
    }
    declare module "perf_hooks" {
      export * from "node:perf_hooks";
    }
    declare module "process" {
      export * from "node:process";
      export { default } from "node:process";
    }
    declare module "punycode" {
      export * from "node:punycode";
    }
    declare module "querystring" {
      export * from "node:querystring";
    }
    declare module "readline" {
      export * from "node:readline";
    }
    declare module "readline/promises" {
      export * from "node:readline/promises";
    }
    declare module "stream/consumers" {
      export * from "node:stream/consumers";
    }
    declare module "stream/promises" {
      export * from "node:stream/promises";
    }
    declare module "stream/web" {
      export * from "node:stream/web";
    }
    declare module "string_decoder" {
      export * from "node:string_decoder";
    }
    declare module "timers" {
      export * from "node:timers";
    }
    declare module "timers/promises" {
      export * from "node:timers/promises";
    }
    declare module "url" {
      export * from "node:url";
    }
    declare module "util" {
      export * from "node:util";
    }
    declare module "util/types" {
      export * from "node:util/types";
    }
    declare module "vm" {
      export * from "node:vm";
    }
    declare module "zlib" {
      export * from "node:zlib";
    }
    declare module "node:sys" {
      export * from "node:util";
    }
    declare module "sys" {
      export * from "node:util";
    }

    """#

  static let nodePaths: String = #"""
    // The modules `path`, `url`, `punycode`, `os` and `vm`.

    declare module "node:path" {
      interface ParsedPath {
        root: string;
        dir: string;
        base: string;
        ext: string;
        name: string;
      }
      interface Path {
        basename(path: string, suffix?: string): string;
        dirname(path: string): string;
        extname(path: string): string;
        format(path: Partial<ParsedPath>): string;
        isAbsolute(path: string): boolean;
        join(...paths: string[]): string;
        normalize(path: string): string;
        parse(path: string): ParsedPath;
        relative(from: string, to: string): string;
        resolve(...paths: string[]): string;
        toNamespacedPath(path: string): string;
        readonly sep: "/" | "\\";
        readonly delimiter: ":" | ";";
        readonly posix: Path;
        readonly win32: Path;
      }
      namespace path {
        export type { ParsedPath, Path };
      }
      const path: Path;
      export = path;
    }
    declare module "node:path/posix" {
      import path = require("node:path");
      export = path;
    }
    declare module "node:path/win32" {
      import path = require("node:path");
      export = path;
    }

    declare module "node:url" {
      import type { ParsedUrlQuery } from "node:querystring";
      export interface UrlObject {
        protocol?: string | null;
        slashes?: boolean | null;
        auth?: string | null;
        host?: string | null;
        hostname?: string | null;
        port?: string | number | null;
        pathname?: string | null;
        search?: string | null;
        query?: string | null | { [name: string]: any };
        hash?: string | null;
      }
      export interface FormatOptions {
        auth?: boolean;
        fragment?: boolean;
        search?: boolean;
        unicode?: boolean;
      }
      export interface HttpOptions {
        protocol: string;
        hostname: string;
        port?: number;
        path: string;
        pathname: string;
        search: string;
        hash: string;
        href: string;
        auth?: string;
      }
      /** The result of `parse`. */
      export class Url {
        protocol: string | null;
        slashes: boolean | null;
        auth: string | null;
        host: string | null;
        port: string | null;
        hostname: string | null;
        hash: string | null;
        search: string | null;
        query: string | ParsedUrlQuery | null;
        pathname: string | null;
        path: string | null;
        href: string;
        parse(url: string, parsesQuery?: boolean, slashesDenoteHost?: boolean): void;
        parseHost(): void;
        format(): string;
        resolve(relative: string): string;
        resolveObject(relative: string | Url): Url;
      }
      /** @deprecated Use `new URL`. */
      export function parse(url: string, parsesQuery: true, slashesDenoteHost?: boolean): Url & { query: ParsedUrlQuery };
      export function parse(url: string, parsesQuery?: false, slashesDenoteHost?: boolean): Url & { query: string | null };
      export function parse(url: string, parsesQuery?: boolean, slashesDenoteHost?: boolean): Url;
      export function format(url: globalThis.URL, options?: FormatOptions): string;
      export function format(url: UrlObject | string): string;
      /** @deprecated Use `new URL`. */
      export function resolve(from: string, to: string): string;
      /** @deprecated Use `new URL`. */
      export function resolveObject(from: string | Url, to: string | Url): Url;
      export function fileURLToPath(url: string | globalThis.URL): string;
      export function pathToFileURL(path: string): globalThis.URL;
      export function urlToHttpOptions(url: globalThis.URL): HttpOptions;
      export function domainToASCII(domain: string): string;
      export function domainToUnicode(domain: string): string;
      import globals = globalThis;
      export import URL = globals.URL;
      export import URLSearchParams = globals.URLSearchParams;
    }

    declare module "node:punycode" {
      export function decode(text: string): string;
      export function encode(text: string): string;
      export function toASCII(domain: string): string;
      export function toUnicode(domain: string): string;
      export const ucs2: { decode(text: string): number[]; encode(points: readonly number[]): string };
      export const version: string;
    }

    /** What says nothing about the machine but its kind. */
    declare module "node:os" {
      export const EOL: "\n";
      export const devNull: "/dev/null";
      export const constants: {
        readonly signals: { readonly [name: string]: number };
        readonly errno: { readonly [name: string]: number };
        readonly priority: { readonly [name: string]: number };
      };
      export function arch(): string;
      export function endianness(): "LE";
      export function machine(): string;
      export function platform(): "linux";
      export function type(): "Linux";
      /** The variable `HOME`, if the program may read it. */
      export function homedir(): string;
      /** The variable `TMPDIR`, if the program may read it. */
      export function tmpdir(): string;
    }

    declare module "node:vm" {
      /** False for each object: there are no other contexts. */
      export function isContext(object: object): boolean;
      export const constants: {};
    }

    """#

  static let nodeProcess: String = #"""
    // The modules `process`, `console`, `module` and `perf_hooks`.

    declare module "node:process" {
      import EventEmitter = require("node:events");
      import type { Readable } from "node:stream";

      /** Prints text as it comes; in a child process, in tests and at the prompt, whole lines. */
      export interface Output extends EventEmitter {
        readonly fd: 1 | 2;
        readonly isTTY: boolean;
        readonly writable: true;
        readonly columns: number;
        write(chunk: string | Uint8Array, callback?: () => void): true;
        write(chunk: string | Uint8Array, encoding: string | undefined, callback?: () => void): true;
        end(chunk?: string | Uint8Array): this;
      }
      /** Standard input, which is read on demand. */
      export interface Input extends Readable {
        readonly fd: 0;
        readonly isTTY?: true;
        ref(): this;
        unref(): this;
      }
      export type ExitCode = number | string | null | undefined;
      export interface Process extends EventEmitter {
        on(name: "exit" | "beforeExit", listener: (code: number) => void): this;
        on(name: "uncaughtException", listener: (error: any, origin: "uncaughtException" | "unhandledRejection") => void): this;
        on(name: "unhandledRejection", listener: (reason: any) => void): this;
        on(name: "warning", listener: (warning: Error) => void): this;
        on(name: EventEmitter.EventName, listener: (...values: any[]) => void): this;
        readonly arch: string;
        readonly argv: string[];
        readonly argv0: string;
        readonly config: object;
        /** The root of the program's modules. */
        cwd(): string;
        emitWarning(warning: string | Error, options?: { type?: string; code?: string; detail?: string }): void;
        emitWarning(warning: string | Error, type?: string, code?: string): void;
        /** The variables that the program may read. */
        readonly env: { [name: string]: string | undefined };
        readonly execArgv: string[];
        readonly execPath: string;
        exit(code?: ExitCode): never;
        exitCode: ExitCode;
        readonly features: object;
        readonly hrtime: { (before?: [number, number]): [number, number]; bigint(): bigint };
        nextTick<Values extends any[]>(callback: (...values: Values) => void, ...values: Values): void;
        openStdin(): Input;
        readonly platform: "linux";
        reallyExit(code?: number): never;
        readonly release: { readonly name: string };
        readonly stderr: Output;
        readonly stdin: Input;
        readonly stdout: Output;
        title: string;
        uptime(): number;
        readonly version: string;
        readonly versions: { readonly [name: string]: string | undefined; readonly node: string; readonly causeway: string };
      }
      const process: Process;
      export default process;
      export const { arch, argv, argv0, config, cwd, emitWarning, env, execArgv, execPath, exit, exitCode, features }: Process;
      export const { hrtime, nextTick, openStdin, platform, reallyExit, release, stderr, stdin, stdout, title, uptime, version, versions }: Process;
    }

    declare module "node:console" {
      const console: Console;
      export = console;
    }

    declare module "node:module" {
      import module = require("node:module");
      /** The `module` of a CommonJS module. */
      class Module {
        private constructor();
        id: string;
        readonly filename: string;
        readonly path: string;
        readonly paths: string[];
        exports: any;
        readonly children: Module[];
        readonly loaded: boolean;
        readonly require: (specifier: string) => any;
      }
      namespace Module {
        export interface Require {
          (specifier: string): any;
          readonly resolve: {
            (specifier: string, options?: { paths?: string[] }): string;
            paths(specifier: string): string[] | null;
          };
          readonly cache: { [filename: string]: Module | undefined };
          readonly main: Module | undefined;
        }
        export const builtinModules: string[];
        export function createRequire(filename: string | URL): Require;
        export function isBuiltin(name: string): boolean;
        export { module as Module };
      }
      export = Module;
    }

    /** The globals of these names. */
    declare module "node:perf_hooks" {
      import globals = globalThis;
      export import PerformanceEntry = globals.PerformanceEntry;
      export import PerformanceMark = globals.PerformanceMark;
      export import PerformanceMeasure = globals.PerformanceMeasure;
      export import PerformanceObserver = globals.PerformanceObserver;
      export import PerformanceObserverEntryList = globals.PerformanceObserverEntryList;
      export import performance = globals.performance;
    }

    """#

  static let nodeStreams: String = #"""
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

    """#

  static let nodeTimers: String = #"""
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

    """#

  static let nodeUtil: String = #"""
    // The modules `util` and `util/types`.

    declare module "node:util" {
      import * as typeChecks from "node:util/types";

      export interface InspectOptions {
        showHidden?: boolean;
        depth?: number | null;
        colors?: boolean;
        customInspect?: boolean;
        maxArrayLength?: number | null;
        maxStringLength?: number | null;
        breakLength?: number;
        compact?: boolean | number;
        sorted?: boolean | ((a: string, b: string) => number);
      }
      export type Style =
        "reset" | "bold" | "dim" | "italic" | "underline" | "blink" | "inverse" | "hidden" | "strikethrough" | "doubleunderline" |
        `${"" | "bg"}${Capitalize<Color> | Color}` | `${Color}Bright` | `bg${Capitalize<Color>}Bright` | "gray" | "grey";
      export type Color = "black" | "red" | "green" | "yellow" | "blue" | "magenta" | "cyan" | "white";
      /** Describes a value as text, for people. */
      export function inspect(value: any, options?: InspectOptions): string;
      export function inspect(value: any, showHidden?: boolean, depth?: number | null, colors?: boolean): string;
      export namespace inspect {
        /** The name of a method that describes its object: `(depth, options, inspect) => string`. */
        const custom: unique symbol;
        let defaultOptions: InspectOptions;
        const colors: { [style: string]: [start: number, end: number] | undefined };
        const styles: { [kind: string]: string };
      }
      export function format(format?: any, ...values: any[]): string;
      export function formatWithOptions(options: InspectOptions, format?: any, ...values: any[]): string;
      export function styleText(style: Style | readonly Style[], text: string): string;
      export function stripVTControlCharacters(text: string): string;
      export function toUSVString(text: string): string;
      export function isDeepStrictEqual(a: unknown, b: unknown): boolean;
      /** @deprecated Use `class` and `extends`. */
      export function inherits(constructor: Function, parent: Function): void;
      export function deprecate<Fn extends Function>(fn: Fn, message: string, code?: string): Fn;
      /** Resolves when the signal aborts. */
      export function aborted(signal: AbortSignal, resource: object): Promise<void>;
      export interface DebugLog {
        (format: string, ...values: any[]): void;
        readonly enabled: false;
      }
      /** A function that prints nothing: there is no `NODE_DEBUG` here. */
      export function debuglog(section: string): DebugLog;
      export { debuglog as debug };

      export type Callback<Value> = (error: any, value: Value) => void;
      /** The function that returns a promise, of one that takes a callback last. */
      export function promisify<Fn extends Function>(fn: { [promisify.custom]: Fn }): Fn;
      export function promisify<Values extends any[], Value>(
        fn: (...values: [...Values, (error: any, value: Value) => void]) => unknown): (...values: Values) => Promise<Value>;
      export function promisify<Values extends any[]>(
        fn: (...values: [...Values, (error?: any) => void]) => unknown): (...values: Values) => Promise<void>;
      export namespace promisify {
        /** The property of a function for the one that `promisify` returns in its place. */
        const custom: unique symbol;
      }
      export function callbackify<Values extends any[], Value>(
        fn: (...values: Values) => Promise<Value>): (...values: [...Values, Callback<Value>]) => void;

      export interface ParseArgsOption {
        type: "string" | "boolean";
        multiple?: boolean;
        short?: string;
        default?: string | boolean | string[] | boolean[];
      }
      export interface ParseArgsConfig {
        /** Those of the program by default. */
        args?: readonly string[];
        options?: { readonly [name: string]: ParseArgsOption };
        strict?: boolean;
        allowPositionals?: boolean;
        allowNegative?: boolean;
        tokens?: boolean;
      }
      export type ArgumentToken =
        | { kind: "option"; name: string; rawName: string; index: number; value: string | undefined; inlineValue: boolean | undefined }
        | { kind: "positional"; index: number; value: string }
        | { kind: "option-terminator"; index: number };
      export type OptionValue<Option> = Option extends { type: "string" } ? string : boolean;
      export type OptionValues<Option> =
        | (Option extends { multiple: true } ? OptionValue<Option>[] : OptionValue<Option>)
        | (Option extends { default: {} } ? never : undefined);
      export type ArgumentValues<Config> = Config extends { strict: false } | { options?: undefined }
        ? { [name: string]: string | boolean | (string | boolean)[] | undefined }
        : Config extends { options: infer Options } ? { -readonly [Name in keyof Options]: OptionValues<Options[Name]> } : {};
      export function parseArgs<Config extends ParseArgsConfig = {}>(config?: Config): {
        values: ArgumentValues<Config>;
        positionals: string[];
        tokens: Config extends { tokens: true } ? ArgumentToken[] : undefined;
      };

      export { typeChecks as types };
      import globals = globalThis;
      export import AbortController = globals.AbortController;
      export import AbortSignal = globals.AbortSignal;
      export import TextDecoder = globals.TextDecoder;
      export import TextEncoder = globals.TextEncoder;

      /** @deprecated */
      export function log(format?: any, ...values: any[]): void;
      /** @deprecated Use `Array.isArray`. */
      export function isArray(value: unknown): value is any[];
      /** @deprecated */
      export function isBoolean(value: unknown): value is boolean;
      /** @deprecated Use `Buffer.isBuffer`. */
      export function isBuffer(value: unknown): value is import("node:buffer").Buffer;
      /** @deprecated Use `types.isDate`. */
      export function isDate(value: unknown): value is Date;
      /** @deprecated Use `types.isNativeError`. */
      export function isError(value: unknown): value is Error;
      /** @deprecated */
      export function isFunction(value: unknown): value is Function;
      /** @deprecated */
      export function isNull(value: unknown): value is null;
      /** @deprecated */
      export function isNullOrUndefined(value: unknown): value is null | undefined;
      /** @deprecated */
      export function isNumber(value: unknown): value is number;
      /** @deprecated */
      export function isObject(value: unknown): value is object;
      /** @deprecated */
      export function isPrimitive(value: unknown): boolean;
      /** @deprecated Use `types.isRegExp`. */
      export function isRegExp(value: unknown): value is RegExp;
      /** @deprecated */
      export function isString(value: unknown): value is string;
      /** @deprecated */
      export function isSymbol(value: unknown): value is symbol;
      /** @deprecated */
      export function isUndefined(value: unknown): value is undefined;
    }

    declare module "node:util/types" {
      export function isAnyArrayBuffer(value: unknown): value is ArrayBufferLike;
      export function isArgumentsObject(value: unknown): value is IArguments;
      export function isArrayBuffer(value: unknown): value is ArrayBuffer;
      export function isArrayBufferView(value: unknown): value is ArrayBufferView;
      export function isAsyncFunction(value: unknown): boolean;
      export function isBigInt64Array(value: unknown): value is BigInt64Array;
      export function isBigIntObject(value: unknown): value is BigInt;
      export function isBigUint64Array(value: unknown): value is BigUint64Array;
      export function isBooleanObject(value: unknown): value is Boolean;
      export function isBoxedPrimitive(value: unknown): value is String | Number | BigInt | Boolean | Symbol;
      export function isCryptoKey(value: unknown): value is CryptoKey;
      export function isDataView(value: unknown): value is DataView;
      export function isDate(value: unknown): value is Date;
      export function isExternal(value: unknown): boolean;
      export function isFloat16Array(value: unknown): boolean;
      export function isFloat32Array(value: unknown): value is Float32Array;
      export function isFloat64Array(value: unknown): value is Float64Array;
      export function isGeneratorFunction(value: unknown): value is GeneratorFunction;
      export function isGeneratorObject(value: unknown): value is Generator;
      export function isInt8Array(value: unknown): value is Int8Array;
      export function isInt16Array(value: unknown): value is Int16Array;
      export function isInt32Array(value: unknown): value is Int32Array;
      export function isKeyObject(value: unknown): boolean;
      export function isMap(value: unknown): value is Map<any, any>;
      export function isMapIterator(value: unknown): boolean;
      export function isModuleNamespaceObject(value: unknown): boolean;
      export function isNativeError(value: unknown): value is Error;
      export function isNumberObject(value: unknown): value is Number;
      export function isPromise(value: unknown): value is Promise<any>;
      export function isProxy(value: unknown): boolean;
      export function isRegExp(value: unknown): value is RegExp;
      export function isSet(value: unknown): value is Set<any>;
      export function isSetIterator(value: unknown): boolean;
      export function isSharedArrayBuffer(value: unknown): value is SharedArrayBuffer;
      export function isStringObject(value: unknown): value is String;
      export function isSymbolObject(value: unknown): value is Symbol;
      export function isTypedArray(value: unknown): value is Exclude<ArrayBufferView, DataView>;
      export function isUint8Array(value: unknown): value is Uint8Array;
      export function isUint8ClampedArray(value: unknown): value is Uint8ClampedArray;
      export function isUint16Array(value: unknown): value is Uint16Array;
      export function isUint32Array(value: unknown): value is Uint32Array;
      export function isWeakMap(value: unknown): value is WeakMap<object, any>;
      export function isWeakSet(value: unknown): value is WeakSet<object>;
    }

    """#

  /// The files for the modules of Node, by name.
  static let node: [(name: String, text: String)] = [
    ("node/buffer.d.ts", nodeBuffer),
    ("node/commonjs.d.cts", nodeCommonjs),
    ("node/events.d.ts", nodeEvents),
    ("node/fs.d.ts", nodeFs),
    ("node/index.d.ts", nodeIndex),
    ("node/names.d.ts", nodeNames),
    ("node/paths.d.ts", nodePaths),
    ("node/process.d.ts", nodeProcess),
    ("node/streams.d.ts", nodeStreams),
    ("node/timers.d.ts", nodeTimers),
    ("node/util.d.ts", nodeUtil),
  ]
}
