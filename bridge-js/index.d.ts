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
