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
