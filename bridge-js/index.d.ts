/**
 * The JavaScript client of Causeway: JavaScript awaits, Swift answers, and every call is answered exactly once.
 *
 * @packageDocumentation
 */

/** gRPC's canonical status names; codes of your own pass through. */
export type Code =
  | "CANCELLED" | "UNKNOWN" | "INVALID_ARGUMENT" | "DEADLINE_EXCEEDED" | "NOT_FOUND" | "ALREADY_EXISTS"
  | "PERMISSION_DENIED" | "RESOURCE_EXHAUSTED" | "FAILED_PRECONDITION" | "ABORTED" | "UNIMPLEMENTED"
  | "INTERNAL" | "UNAVAILABLE" | "DATA_LOSS" | "UNAUTHENTICATED" | (string & {});

/** What a call rejects with. Its stack begins where the call was made and goes on where the other side failed. */
export class BridgeError extends Error {
  constructor(code: Code, message: string, details?: { data?: unknown; cause?: unknown; method?: string });
  /** `TimeoutError` for `DEADLINE_EXCEEDED`, `AbortError` for `CANCELLED`, else `BridgeError`. */
  name: string;
  readonly code: Code;
  /** What the other side added: any value that can cross. */
  readonly data?: unknown;
  readonly cause?: unknown;
  /** The method that was called. */
  readonly method?: string;
  static isBridgeError(value: unknown): value is BridgeError;
}

/** What the client needs of an `AbortSignal`. */
export interface SignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** A handler's signal: the host's `AbortSignal` where there is one, or else just this much of it. */
export interface HandlerSignal extends SignalLike {
  onabort: ((event: any) => void) | null;
  throwIfAborted(): void;
}

export interface CallOptions<Progress = any> {
  /** Milliseconds, `Infinity` for none; the other side's default when left out. 0 rejects at once. It holds on this side. */
  timeout?: number;
  /** Gives the call up; the error's `cause` is the signal's reason. */
  signal?: SignalLike | null;
  onProgress?: (progress: Progress) => void;
  /** Text that travels with the call, such as `{ traceparent: "00-..." }`. */
  metadata?: Metadata;
}

/** Names and values, at most `Limits.metadataLength` characters in all. */
export type Metadata = { readonly [name: string]: string };

export interface StreamOptions {
  /** Milliseconds until the stream's end; none when left out. It holds on this side. */
  timeout?: number;
  signal?: SignalLike | null;
  /** How many items may wait here before the producer has to, 16 when left out; more than the other side allows, 1,024, is refused. */
  buffer?: number;
  metadata?: Metadata;
}

export interface ListenOptions {
  signal?: SignalLike | null;
  once?: boolean;
}

/** Takes a listener, handler or middleware away again. A second call does nothing. */
export type Undo = () => void;

/** What a handler knows of its request. */
export interface HandlerContext {
  readonly method: string;
  /** Aborts when the caller gives up, with a `BridgeError` as its reason. */
  readonly signal: HandlerSignal;
  /** When nobody waits any longer: milliseconds since 1970, `Infinity` for never. */
  readonly deadline: number;
  /** What the caller sent along: frozen, without a prototype, empty when it sent nothing. */
  readonly metadata: Metadata;
  /** `bridge.call` with no more time than this request has, ended when it ends, with its `metadata` unless given another. */
  readonly call: Call;
  /** Sends progress to the caller. Throws when it cannot cross; does nothing after the answer. */
  readonly report: (progress: unknown) => void;
}

/** May answer with a value, a promise, or (for a stream) an async iterable; may throw anything. */
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

/** What Capacitor's plugins answer `addListener` with. */
export interface PluginListenerHandle {
  remove: () => Promise<void>;
}

/** The listeners of a plugin's own events, as Capacitor's plugins have them. */
export interface PluginListeners {
  readonly addListener: <Value = any>(event: string, listener: (value: Value) => void) => Promise<PluginListenerHandle>;
  readonly removeAllListeners: () => Promise<void>;
}

/**
 * `await wifi.ssid(params, options)` is `bridge.call("wifi.ssid", params, options)`; a stream is iterated, a constant is its
 * value. Safe to await, print and spread.
 */
export type Plugin = { readonly on: On } & PluginListeners & { readonly [member: string]: any };

/** What `causeway types` writes into a client: a hash for each member that it was built for. */
export interface ExpectedContract {
  readonly hash: string;
  readonly members: { readonly [member: string]: string };
}

/** What this connection may use. */
export interface Contract {
  /** Tells declarations apart; the same for every connection. */
  readonly hash: string;
  readonly members: {
    readonly [member: string]: {
      readonly kind: "method" | "stream" | "event" | "constant";
      /** How many arguments a function takes one by one; one object of named parameters when left out. */
      readonly arguments?: number;
      /** A constant's value. */
      readonly value?: unknown;
    };
  };
}

export interface Bridge {
  /** Awaits the other side's handler. Never throws: what is wrong with the call rejects it. */
  readonly call: Call;
  /**
   * The answer of a handler that gives it at once, for code that cannot await: in process only, and JavaScript stands still
   * meanwhile.
   *
   * Throws what the handler threw; `FAILED_PRECONDITION` when the handler takes its time, which ends it, or is elsewhere.
   */
  readonly callSync: <Result = any>(method: string, params?: unknown) => Result;
  /** Items of the other side's stream; asked for by the first `next()`. `break` ends the producer. */
  readonly stream: <Item = any>(method: string, params?: unknown, options?: StreamOptions) => AsyncIterableIterator<Item>;
  /** Listens. A listener that throws disturbs no other; its error goes to `reportError`. */
  readonly on: On;
  /** Listens once, or awaits the next occurrence. */
  readonly once: {
    <Value = any>(event: string, listener?: undefined, options?: ListenOptions): Promise<Value>;
    <Value = any>(event: string, listener: (value: Value) => void, options?: ListenOptions): Undo;
  };
  /** Answers the other side's requests. Throws `ALREADY_EXISTS` for a taken name. */
  readonly handle: (method: string, handler: Handler) => Undo;
  /** Puts a middleware around outgoing calls, the first one outermost. */
  readonly use: (middleware: Middleware) => Undo;
  /**
   * Lists what this connection may use, once that is known: at once in a runtime, a page and a child process, over other
   * links after `contract()`.
   */
  readonly plugins: { readonly [plugin: string]: Plugin };
  /**
   * Asks what this connection may use, and whether that is what this client was built for.
   *
   * Rejects with `FAILED_PRECONDITION` and `data: {changed, missing}`, the names of the members that differ.
   */
  readonly contract: (expected?: ExpectedContract) => Promise<Contract>;
  readonly inspect: () => { pending: number; handlers: number; listeners: number; streams: number; late: number };
  readonly BridgeError: typeof BridgeError;
  readonly version: string;
}

/** Exceeding one answers `RESOURCE_EXHAUSTED` with `data: {limit, maximum}`. */
export interface Limits {
  /** Containers in containers, 256. */
  depth: number;
  /** Values in all, 1,000,000. */
  nodes: number;
  /** Characters of text, 33,554,432. */
  messageBytes: number;
  /** Characters of a call's metadata, names and values together, 8,192. */
  metadataLength: number;
}

export interface BridgeOptions {
  limits?: Partial<Limits>;
  /** Hears errors that belong to no call; the host's unhandled-rejection hook when left out. */
  reportError?: (error: unknown) => void;
  /**
   * Keeps deadlines on this side, where the host has timers. Left out: the timeouts that calls and streams name. `true`: also
   * 31 seconds for calls without a timeout, for links that may lose an answer. `false`: the other side keeps them all.
   */
  backstop?: boolean;
  /** The text of what the other side offers, where a link has it at once. */
  discover?: () => unknown;
  /** Milliseconds since 1970, for the deadlines that nested calls inherit. */
  now?: () => number;
}

/** The carrier below the core. src/kinds.js holds the table of kinds. */
export interface Link {
  /** `undefined` for pending, else the result itself, `VOID` for `undefined`. May throw. */
  call(id: number, method: string, tag: number, body: unknown, attachments: unknown[] | undefined,
    timeout: number | undefined, credit: number | undefined, metadata: string[] | undefined): unknown;
  post(kind: number, id: number | string, tag: number, body: unknown, attachments: unknown[] | undefined, name?: string): void;
  /** As `call`, for an answer that is there or has come in when this returns; `undefined` when neither. */
  callSync?(id: number, method: string, tag: number, body: unknown, attachments: unknown[] | undefined): unknown;
  /** Called once with the only way in: any number of triples of kind, id and body. */
  open?(receive: (kind: number, id: number | string, body: unknown, ...more: unknown[]) => void): void;
  /** Bytes of at most so many go into the text as base64, others beside it; all of them when left out. */
  inline?: number;
}

export function createBridge(link: Link, options?: BridgeOptions): Bridge;

/** The object for `window.webkit.messageHandlers`: `NAME.postMessage(body)` is `bridge.call(NAME, body)`. */
export function webkitMessageHandlers(bridge: Bridge): { readonly [name: string]: { postMessage(body?: unknown): Promise<any> } };

/** Stands for `undefined` in a link's immediate answer. */
export const VOID: object;

export const version: string;
