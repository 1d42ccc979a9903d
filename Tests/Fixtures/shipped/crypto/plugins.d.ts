// Generated from Swift declarations by `causeway types`. Do not edit.

import type { Bridge as AnyBridge, CallOptions, ListenOptions, PluginListenerHandle, StreamOptions, Undo } from "causeway-bridge";

/** The parameters of HMAC. */
export interface HMACAlgorithm {
  /** The name of the algorithm. */
  name: HMACName;
  /** The hash function. */
  hash: HashAlgorithm;
}

/** The signature algorithm with a shared key. */
export type HMACName = "HMAC";

/**
 * The hash functions, with the names of Web Crypto.
 *
 * SHA-1 is missing, because collisions are affordable.
 */
export type HashAlgorithm = "SHA-256" | "SHA-384" | "SHA-512";

/**
 * Random numbers, digests and signatures, with the names of Web Crypto.
 *
 * Keys are bytes that the program stores itself: the plugin has no key store.
 */
export interface CryptoPlugin {
  /** The digest of bytes. */
  digest(algorithm: HashAlgorithm, data: Uint8Array, options?: CallOptions): Promise<Uint8Array>;
  /**
   * Random bytes in a new buffer of the same class and length, from the system's generator.
   *
   * The passed buffer is not changed, because a copy crosses the bridge.
   * @returns a buffer of the same class and length.
   * @throws `RESOURCE_EXHAUSTED` for more than 65,536 bytes.
   */
  getRandomValues(array: Uint8Array, options?: CallOptions): Promise<Uint8Array>;
  /**
   * Random bytes from the system's generator.
   * @throws `RESOURCE_EXHAUSTED` for more than 65,536 bytes.
   */
  randomBytes(count: number, options?: CallOptions): Promise<Uint8Array>;
  /** A random UUID (version 4) in lower case. */
  randomUUID(params?: undefined, options?: CallOptions): Promise<string>;
  /**
   * Signs bytes with a shared key.
   * @throws `INVALID_ARGUMENT` for an empty key.
   */
  sign(algorithm: HMACAlgorithm, key: Uint8Array, data: Uint8Array, options?: CallOptions): Promise<Uint8Array>;
  /**
   * Whether a signature is valid for the bytes; the check takes constant time.
   * @throws `INVALID_ARGUMENT` for an empty key.
   */
  verify(algorithm: HMACAlgorithm, key: Uint8Array, signature: Uint8Array, data: Uint8Array, options?: CallOptions): Promise<boolean>;
}

/** The plugins in `bridge.plugins`. */
export interface Plugins {
  readonly crypto: CryptoPlugin;
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
