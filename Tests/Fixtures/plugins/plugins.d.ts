// Generated from Swift declarations by `causeway types`. Do not edit.

import type { Bridge as AnyBridge, CallOptions, ListenOptions, PluginListenerHandle, StreamOptions, Undo } from "causeway-bridge";

/** A state of the radio. */
export type Activity = "idle" | "scanning";

export interface Address {
  text: string;
  /** From 0 to 128. */
  prefix: number;
}

/** A frequency band. */
export type Band =
  /** 2.4 GHz. */
  | "2.4"
  | "5";

/** How to join. */
export type Credentials =
  | { kind: "none" }
  /** A shared passphrase. */
  | { kind: "passphrase"; value: string }
  | { kind: "enterprise"; user: string; password?: string | null }
  | { kind: "either"; first: Credentials; second: Credentials };

/** A WiFi network in reach. */
export interface Network {
  /** The name; up to 32 bytes. */
  ssid: string;
  /** In dBm, usually -90 (weak) to -30 (near). */
  signal?: number | null;
  band: Band;
  addresses: Address[];
  /** The time of its last beacon. */
  heard: Date;
  key: Uint8Array;
  counters: { [key: string]: number | bigint };
}

export interface Plain {
  name: string;
  limit?: number | null;
  children: Plain[];
}

export type RadioError =
  /** The radio is off. The radio is locked. */
  | "UNAVAILABLE"
  /** Another scan is under way. */
  | "RADIO_BUSY";

/** An actor: its methods are called in its isolation. */
export interface CounterPlugin {
  add(step?: number, options?: CallOptions): Promise<number>;
  name(params?: undefined, options?: CallOptions): Promise<string>;
}

export interface PlainPlugin {
  byHand(params: Plain, options?: CallOptions): Promise<Plain[]>;
  numbers(params?: undefined, options?: StreamOptions): AsyncIterableIterator<number | bigint>;
}

/** Reads and changes the radio. */
export interface RadioPlugin {
  activities(params?: undefined, options?: StreamOptions): AsyncIterableIterator<Activity>;
  readonly channels: number[];
  /** Counts up to a number. */
  count(params: { to: number }, options?: StreamOptions): AsyncIterableIterator<number>;
  /** The driver's name. */
  readonly driver: string;
  echo(number: number, options?: CallOptions): Promise<number>;
  /**
   * Declares its errors by their codes only.
   * @throws `NOT_FOUND`
   */
  forget(ssid: string, options?: CallOptions): Promise<void>;
  /** Joins a network. */
  join(params: { ssid: string; using: Credentials }, options?: CallOptions): Promise<string>;
  /** A network was joined. */
  on(event: "joined", listener: (value: Network) => void, options?: ListenOptions): Undo;
  /** A network was joined. */
  addListener(event: "joined", listener: (value: Network) => void): Promise<PluginListenerHandle>;
  mirror(network: Network, options?: CallOptions): Promise<Network>;
  nothing(params?: undefined, options?: CallOptions): Promise<void>;
  plain(plain: Plain, options?: CallOptions): Promise<Plain>;
  /**
   * Switches the radio.
   * @throws `UNAVAILABLE` The radio is off. The radio is locked.
   * @throws `RADIO_BUSY` Another scan is under way.
   * @throws `FAILED_PRECONDITION`
   * @throws `NO_RADIO`
   */
  power(isOn: boolean, options?: CallOptions): Promise<void>;
  /**
   * The networks in reach.
   *
   * Strongest first.
   * @param params.hidden also those without a name.
   * @param params.limit how many at most; all when left out. From 1 to 100.
   * @returns the networks.
   * @throws `UNAVAILABLE` while the radio is off.
   */
  scan(params?: { hidden?: boolean; limit?: number | null }, options?: CallOptions): Promise<Network[]>;
  sum(left: number, right?: number, options?: CallOptions): Promise<number>;
  /** @param level From 0 to 100. */
  volume(level: number, options?: CallOptions): Promise<number>;
  removeAllListeners(): Promise<void>;
}

/** The error codes of these members, in addition to those of every call. */
export interface ErrorCodes {
  "radio.forget": "NOT_FOUND";
  "radio.power": RadioError | "FAILED_PRECONDITION" | "NO_RADIO";
}

/** The plugins in `bridge.plugins`. */
export interface Plugins {
  readonly counter: CounterPlugin;
  readonly plain: PlainPlugin;
  readonly radio: RadioPlugin;
}

/** A bridge with these declarations. */
export type Bridge = Omit<AnyBridge, "plugins"> & { readonly plugins: Plugins };

/** Hashes that identify these declarations. */
export declare const contract: { readonly hash: string; readonly members: { readonly [member: string]: string } };

/** Checks that the other side has these declarations; rejects with the members that differ. */
export declare function connect(bridge: Omit<AnyBridge, "plugins">): Promise<Plugins>;

declare global {
  const bridge: Bridge;
}
