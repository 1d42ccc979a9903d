// Generated from Swift declarations by `causeway types`. Do not edit.

import type { Bridge as AnyBridge, CallOptions, ListenOptions, PluginListenerHandle, StreamOptions, Undo } from "causeway-bridge";

export type PrimesError =
  /** There is no prime below 2: pass a larger number. */
  | "NOTHING_TO_COUNT"
  /** The caller cancelled the call. */
  | "CANCELLED";

/** Writes lines to the program's standard output. */
export interface ConsolePlugin {
  /** Clears the lines; the page has no permission for it. */
  clear(params?: undefined, options?: CallOptions): Promise<void>;
  /** Writes any value as a line. */
  log(line: unknown, options?: CallOptions): Promise<void>;
  /** A line was written. */
  on(event: "wrote", listener: (value: string) => void, options?: ListenOptions): Undo;
  /** A line was written. */
  addListener(event: "wrote", listener: (value: string) => void): Promise<PluginListenerHandle>;
  removeAllListeners(): Promise<void>;
}

/** Counts primes, as an example of a long-running method. */
export interface PrimesPlugin {
  /**
   * Counts the primes below a number, and reports progress by `onProgress`.
   *
   * It runs concurrently with the window, and stops when it is cancelled.
   * @param params.below From 0 to 10000000.
   * @throws `NOTHING_TO_COUNT` There is no prime below 2: pass a larger number.
   * @throws `CANCELLED` The caller cancelled the call.
   */
  count(params: { below: number }, options?: CallOptions): Promise<number>;
}

/** An event source. */
export interface PulsePlugin {
  /** The number of beats since the start. */
  on(event: "beat", listener: (value: number) => void, options?: ListenOptions): Undo;
  /** The number of beats since the start. */
  addListener(event: "beat", listener: (value: number) => void): Promise<PluginListenerHandle>;
  /** Starts several beats a second. */
  start(params?: { telling?: string | null }, options?: CallOptions): Promise<void>;
  /** Stops the beats. */
  stop(params?: undefined, options?: CallOptions): Promise<void>;
  removeAllListeners(): Promise<void>;
}

/** The error codes of these members, in addition to those of every call. */
export interface ErrorCodes {
  "primes.count": PrimesError;
}

/** The plugins in `bridge.plugins`. */
export interface Plugins {
  readonly console: ConsolePlugin;
  readonly primes: PrimesPlugin;
  readonly pulse: PulsePlugin;
}

/** The methods without a plugin, called by name. */
export interface Methods {
  call(method: "native", params?: unknown, options?: CallOptions): Promise<unknown>;
}

/** A bridge with these declarations. */
export type Bridge = Methods & Omit<AnyBridge, "plugins"> & { readonly plugins: Plugins };

/** Hashes that identify these declarations. */
export declare const contract: { readonly hash: string; readonly members: { readonly [member: string]: string } };

/** Checks that the other side has these declarations; rejects with the members that differ. */
export declare function connect(bridge: Omit<AnyBridge, "plugins">): Promise<Plugins>;

declare global {
  const bridge: Bridge;
}
