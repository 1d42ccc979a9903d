// Made from Swift's declarations by `causeway types`. Do not edit.

import type { Bridge as AnyBridge, CallOptions, ListenOptions, PluginListenerHandle, StreamOptions, Undo } from "causeway-bridge";

export type PrimesError =
  /** There is no prime below 2: ask for more. */
  | "NOTHING_TO_COUNT"
  /** The caller gave up. */
  | "CANCELLED";

/** Writes lines to the program's own output. */
export interface ConsolePlugin {
  /** Forgets what was written; the page is not allowed to. */
  clear(params?: undefined, options?: CallOptions): Promise<void>;
  /** Writes a line, whatever it is made of. */
  log(line: unknown, options?: CallOptions): Promise<void>;
  /** A line was written. */
  on(event: "wrote", listener: (value: string) => void, options?: ListenOptions): Undo;
  /** A line was written. */
  addListener(event: "wrote", listener: (value: string) => void): Promise<PluginListenerHandle>;
  removeAllListeners(): Promise<void>;
}

/** Counts primes, which takes a while. */
export interface PrimesPlugin {
  /**
   * How many primes there are below a number; `onProgress` is told how far it is.
   *
   * It runs beside the window, and stops when its caller gives up.
   * @param params.below From 0 to 10000000.
   * @throws `NOTHING_TO_COUNT` There is no prime below 2: ask for more.
   * @throws `CANCELLED` The caller gave up.
   */
  count(params: { below: number }, options?: CallOptions): Promise<number>;
}

/** Tells the time again and again. */
export interface PulsePlugin {
  /** How many beats there were since it was started. */
  on(event: "beat", listener: (value: number) => void, options?: ListenOptions): Undo;
  /** How many beats there were since it was started. */
  addListener(event: "beat", listener: (value: number) => void): Promise<PluginListenerHandle>;
  /** Begins to beat, several times a second. */
  start(params?: { telling?: string | null }, options?: CallOptions): Promise<void>;
  /** Stops. */
  stop(params?: undefined, options?: CallOptions): Promise<void>;
  removeAllListeners(): Promise<void>;
}

/** The codes that errors of these members have, beside those that every call may fail with. */
export interface ErrorCodes {
  "primes.count": PrimesError;
}

/** What `bridge.plugins` holds. */
export interface Plugins {
  readonly console: ConsolePlugin;
  readonly primes: PrimesPlugin;
  readonly pulse: PulsePlugin;
}

/** What has no plugin: it is called by its name. */
export interface Methods {
  call(method: "native", params?: unknown, options?: CallOptions): Promise<unknown>;
}

/** A bridge to what is declared here. */
export type Bridge = Methods & Omit<AnyBridge, "plugins"> & { readonly plugins: Plugins };

/** What these declarations are told apart by. */
export declare const contract: { readonly hash: string; readonly members: { readonly [member: string]: string } };

/** Makes sure that the other side has what is declared here; rejects with the members that differ. */
export declare function connect(bridge: Omit<AnyBridge, "plugins">): Promise<Plugins>;

declare global {
  const bridge: Bridge;
}
