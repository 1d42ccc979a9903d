// Made from Swift's declarations by `causeway types`. Do not edit.

import type { Bridge as AnyBridge, CallOptions, ListenOptions, PluginListenerHandle, StreamOptions, Undo } from "causeway-bridge";

/** What has changed. */
export interface StorageChange {
  /** The group; not there for the one without a name. */
  group?: string | null;
  /** The key; not there when it may be any, after a `clear` and where changes came too fast to be told one by one. */
  key?: string | null;
}

/** What a key holds. */
export interface StorageEntry {
  /** The value; `null` also when there is no such key. */
  value: unknown;
  /** Counts the changes of the store up to this one; not there when there is no such key. */
  version?: number | null;
}

/** The keys of a group. */
export interface StorageKeys {
  /** In the order of their UTF-8. */
  keys: string[];
}

/**
 * One step of a transaction.
 *
 * What is checked is the state before the transaction: every check comes before every change, wherever it stands.
 */
export type StorageOperation =
  /** Lets nothing happen unless the key's version is still this one; unless there is no such key, without a version. */
  | { kind: "check"; key: string; version?: number | null }
  /** Keeps a value. */
  | { kind: "set"; key: string; value: unknown }
  /** Removes a key, if it is there. */
  | { kind: "remove"; key: string };

/** How much a group holds. */
export interface StorageUsage {
  /** The number of keys. */
  entries: number;
  /** Bytes of keys and values, as the limits count them. */
  bytes: number;
}

/**
 * Keys and values that outlive the program.
 *
 * Names and shapes are those of Capacitor's Preferences; values may be anything that can cross.
 * A group has keys of its own, and takes the permission `storage.group.NAME` beside the method's.
 */
export interface StoragePlugin {
  /** A key was set or removed, by whichever program. */
  on(event: "changed", listener: (value: StorageChange) => void, options?: ListenOptions): Undo;
  /** A key was set or removed, by whichever program. */
  addListener(event: "changed", listener: (value: StorageChange) => void): Promise<PluginListenerHandle>;
  /** Removes all keys of the group. */
  clear(params?: { group?: string | null }, options?: CallOptions): Promise<void>;
  /**
   * Makes all of these changes, or none.
   *
   * Nothing is locked while JavaScript thinks: read with `get`, then commit with a check of each version that was read;
   * when another was faster nothing happens, and the program begins again.
   * @returns the version of the last change, which only its key has; null if nothing was changed.
   * @throws `ABORTED` when a check fails, with `data: { key, version }`.
   */
  commit(params: { operations: StorageOperation[]; group?: string | null }, options?: CallOptions): Promise<number | null>;
  /**
   * What a key holds.
   * @returns the value, `null` if there is none, and the version to check in a `commit`.
   */
  get(params: { key: string; group?: string | null }, options?: CallOptions): Promise<StorageEntry>;
  /**
   * The keys, in the order of their UTF-8.
   * @param params.prefix how they begin.
   * @param params.after the last key of the page before.
   * @param params.limit how many at most; all when left out. From 0 to 1000000.
   */
  keys(params?: { prefix?: string; after?: string | null; limit?: number | null; group?: string | null }, options?: CallOptions): Promise<StorageKeys>;
  /** Removes a key, if it is there. */
  remove(params: { key: string; group?: string | null }, options?: CallOptions): Promise<void>;
  /**
   * Keeps a value: once this resolves it is on the disk.
   * @returns the version that the key has now.
   * @throws `RESOURCE_EXHAUSTED` with the limit that is reached.
   */
  set(params: { key: string; value: unknown; group?: string | null }, options?: CallOptions): Promise<number>;
  /** How much is kept. */
  usage(params?: { group?: string | null }, options?: CallOptions): Promise<StorageUsage>;
  removeAllListeners(): Promise<void>;
}

/** What `bridge.plugins` holds. */
export interface Plugins {
  readonly storage: StoragePlugin;
}

/** A bridge to what is declared here. */
export type Bridge = Omit<AnyBridge, "plugins"> & { readonly plugins: Plugins };

/** What these declarations are told apart by. */
export declare const contract: { readonly hash: string; readonly members: { readonly [member: string]: string } };

/** Makes sure that the other side has what is declared here; rejects with the members that differ. */
export declare function connect(bridge: Omit<AnyBridge, "plugins">): Promise<Plugins>;

declare global {
  const bridge: Bridge;
}
