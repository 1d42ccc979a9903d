// Generated from Swift declarations by `causeway types`. Do not edit.

import type { Bridge as AnyBridge, CallOptions, ListenOptions, PluginListenerHandle, StreamOptions, Undo } from "causeway-bridge";

/** A change of the store. */
export interface StorageChange {
  /** The group; omitted for the default group. */
  group?: string | null;
  /** The key; omitted if any key may have changed: after a `clear`, and after too many changes at once. */
  key?: string | null;
}

/** The value of a key. */
export interface StorageEntry {
  /** The value; `null` if the key does not exist. */
  value: unknown;
  /** The number of the change that set the value; omitted if the key does not exist. */
  version?: number | null;
}

/** The keys of a group. */
export interface StorageKeys {
  /** The keys, in the order of their UTF-8. */
  keys: string[];
}

/**
 * One step of a transaction.
 *
 * Checks apply to the state before the transaction: all checks precede all changes, in whatever order they are listed.
 */
export type StorageOperation =
  /** Aborts the transaction unless the key has this version; without a version, unless the key does not exist. */
  | { kind: "check"; key: string; version?: number | null }
  /** Stores a value. */
  | { kind: "set"; key: string; value: unknown }
  /** Removes a key, if it exists. */
  | { kind: "remove"; key: string };

/** The usage of a group. */
export interface StorageUsage {
  /** The number of keys. */
  entries: number;
  /** The bytes of keys and values, as the limits count them. */
  bytes: number;
}

/**
 * A durable key-value store.
 *
 * Names and shapes are those of Capacitor's Preferences; a value may be any value that can cross the bridge. A group
 * has its own keys, and needs the permission `storage.group.NAME` in addition to the method's.
 */
export interface StoragePlugin {
  /** A key was set or removed, by any program. */
  on(event: "changed", listener: (value: StorageChange) => void, options?: ListenOptions): Undo;
  /** A key was set or removed, by any program. */
  addListener(event: "changed", listener: (value: StorageChange) => void): Promise<PluginListenerHandle>;
  /** Removes all keys of the group. */
  clear(params?: { group?: string | null }, options?: CallOptions): Promise<void>;
  /**
   * Applies all of these changes, or none.
   *
   * Nothing is locked while JavaScript runs: read with `get`, then commit with a check of each read version. If
   * another program was faster, the commit has no effect, and the program tries again.
   * @returns the version of the last change, which is unique; null without a change.
   * @throws `ABORTED` if a check fails, with `data: { key, version }`.
   */
  commit(params: { operations: StorageOperation[]; group?: string | null }, options?: CallOptions): Promise<number | null>;
  /**
   * The value of a key.
   * @returns the value, `null` if the key does not exist, and its version for a check in `commit`.
   */
  get(params: { key: string; group?: string | null }, options?: CallOptions): Promise<StorageEntry>;
  /**
   * The keys, in the order of their UTF-8.
   * @param params.prefix the prefix of the keys.
   * @param params.after the last key of the previous page.
   * @param params.limit the maximum number of keys; all if omitted. From 0 to 1000000.
   */
  keys(params?: { prefix?: string; after?: string | null; limit?: number | null; group?: string | null }, options?: CallOptions): Promise<StorageKeys>;
  /** Removes a key, if it exists. */
  remove(params: { key: string; group?: string | null }, options?: CallOptions): Promise<void>;
  /**
   * Stores a value.
   *
   * When the promise resolves, it is on the disk.
   * @returns the new version of the key.
   * @throws `RESOURCE_EXHAUSTED` with the name of the limit.
   */
  set(params: { key: string; value: unknown; group?: string | null }, options?: CallOptions): Promise<number>;
  /** The usage of the group. */
  usage(params?: { group?: string | null }, options?: CallOptions): Promise<StorageUsage>;
  removeAllListeners(): Promise<void>;
}

/** The plugins in `bridge.plugins`. */
export interface Plugins {
  readonly storage: StoragePlugin;
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
