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
