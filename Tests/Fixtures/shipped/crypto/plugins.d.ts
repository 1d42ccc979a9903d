// Made from Swift's declarations by `causeway types`. Do not edit.

import type { Bridge as AnyBridge, CallOptions, ListenOptions, PluginListenerHandle, StreamOptions, Undo } from "causeway-bridge";

/** How to sign with a key that both sides know. */
export interface HMACAlgorithm {
  /** The kind. */
  name: HMACName;
  /** What it is made of. */
  hash: HashAlgorithm;
}

/** The one kind of signature with a key that both sides know. */
export type HMACName = "HMAC";

/**
 * What makes a digest, by the names of Web Crypto.
 *
 * SHA-1 is not among them: two different texts of one SHA-1 can be bought.
 */
export type HashAlgorithm = "SHA-256" | "SHA-384" | "SHA-512";

/**
 * Randomness, digests and signatures, by the names of Web Crypto.
 *
 * Keys are bytes, and live where the program keeps them: there is no store of keys here.
 */
export interface CryptoPlugin {
  /** The digest of bytes. */
  digest(algorithm: HashAlgorithm, data: Uint8Array, options?: CallOptions): Promise<Uint8Array>;
  /**
   * As many random bytes as the buffer has, from the system's generator.
   *
   * The buffer itself stays as it is: what crosses is a copy.
   * @returns a buffer of the same class and length.
   * @throws `RESOURCE_EXHAUSTED` beyond 65,536 bytes.
   */
  getRandomValues(array: Uint8Array, options?: CallOptions): Promise<Uint8Array>;
  /**
   * Random bytes from the system's generator.
   * @throws `RESOURCE_EXHAUSTED` beyond 65,536 bytes.
   */
  randomBytes(count: number, options?: CallOptions): Promise<Uint8Array>;
  /** A random UUID (version 4), in small letters. */
  randomUUID(params?: undefined, options?: CallOptions): Promise<string>;
  /**
   * Signs bytes with a key that both sides know.
   * @throws `INVALID_ARGUMENT` for an empty key.
   */
  sign(algorithm: HMACAlgorithm, key: Uint8Array, data: Uint8Array, options?: CallOptions): Promise<Uint8Array>;
  /**
   * Whether a signature is that of the bytes; it takes as long for one that nearly is as for any other.
   * @throws `INVALID_ARGUMENT` for an empty key.
   */
  verify(algorithm: HMACAlgorithm, key: Uint8Array, signature: Uint8Array, data: Uint8Array, options?: CallOptions): Promise<boolean>;
}

/** What `bridge.plugins` holds. */
export interface Plugins {
  readonly crypto: CryptoPlugin;
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
