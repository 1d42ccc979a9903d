// Files, forms, bodies of messages, channels and keys.

type BlobPart = string | ArrayBuffer | ArrayBufferView | Blob;
interface BlobOptions {
  type?: string;
  endings?: "transparent" | "native";
}
interface Blob {
  readonly size: number;
  readonly type: string;
  arrayBuffer(): Promise<ArrayBuffer>;
  bytes(): Promise<Uint8Array>;
  /** A part of the blob, without copying its bytes. */
  slice(start?: number, end?: number, type?: string): Blob;
  stream(): ReadableStream<Uint8Array>;
  text(): Promise<string>;
}
declare var Blob: { prototype: Blob; new (parts?: Iterable<BlobPart>, options?: BlobOptions): Blob };
interface File extends Blob {
  readonly name: string;
  readonly lastModified: number;
}
declare var File: {
  prototype: File;
  new (parts: Iterable<BlobPart>, name: string, options?: BlobOptions & { lastModified?: number }): File;
};

type FormDataEntryValue = File | string;
interface FormData extends Iterable<[string, FormDataEntryValue]> {
  append(name: string, value: string | Blob, filename?: string): void;
  delete(name: string): void;
  get(name: string): FormDataEntryValue | null;
  getAll(name: string): FormDataEntryValue[];
  has(name: string): boolean;
  set(name: string, value: string | Blob, filename?: string): void;
  entries(): IterableIterator<[string, FormDataEntryValue]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<FormDataEntryValue>;
  forEach(callback: (value: FormDataEntryValue, name: string, form: FormData) => void, self?: any): void;
}
declare var FormData: { prototype: FormData; new (): FormData };

type HeadersInit = Headers | Iterable<readonly [string, string]> | { readonly [name: string]: string };
interface Headers extends Iterable<[string, string]> {
  append(name: string, value: string): void;
  delete(name: string): void;
  get(name: string): string | null;
  getSetCookie(): string[];
  has(name: string): boolean;
  set(name: string, value: string): void;
  entries(): IterableIterator<[string, string]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
  forEach(callback: (value: string, name: string, headers: Headers) => void, self?: any): void;
}
declare var Headers: { prototype: Headers; new (init?: HeadersInit): Headers };

type BodyInit = string | ArrayBuffer | ArrayBufferView | Blob | FormData | URLSearchParams | ReadableStream<Uint8Array>;
interface RequestInit {
  method?: string;
  headers?: HeadersInit;
  body?: BodyInit | null;
  duplex?: "half";
  signal?: AbortSignal | null;
  cache?: string;
  credentials?: string;
  integrity?: string;
  keepalive?: boolean;
  mode?: string;
  redirect?: "follow" | "error" | "manual";
  referrer?: string;
  referrerPolicy?: string;
}
interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly destination: string;
  readonly referrer: string;
  readonly referrerPolicy: string;
  readonly mode: string;
  readonly credentials: string;
  readonly cache: string;
  readonly redirect: string;
  readonly integrity: string;
  readonly keepalive: boolean;
  readonly isReloadNavigation: boolean;
  readonly isHistoryNavigation: boolean;
  readonly duplex: "half";
  readonly signal: AbortSignal;
  readonly body: ReadableStream<Uint8Array> | null;
  readonly bodyUsed: boolean;
  clone(): Request;
  arrayBuffer(): Promise<ArrayBuffer>;
  blob(): Promise<Blob>;
  bytes(): Promise<Uint8Array>;
  formData(): Promise<FormData>;
  json(): Promise<any>;
  text(): Promise<string>;
}
declare var Request: { prototype: Request; new (input: string | URL | Request, init?: RequestInit): Request };
interface ResponseInit {
  status?: number;
  statusText?: string;
  headers?: HeadersInit;
}
interface Response {
  readonly type: string;
  readonly url: string;
  readonly redirected: boolean;
  readonly status: number;
  readonly ok: boolean;
  readonly statusText: string;
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array> | null;
  readonly bodyUsed: boolean;
  clone(): Response;
  arrayBuffer(): Promise<ArrayBuffer>;
  blob(): Promise<Blob>;
  bytes(): Promise<Uint8Array>;
  formData(): Promise<FormData>;
  json(): Promise<any>;
  text(): Promise<string>;
}
declare var Response: {
  prototype: Response;
  new (body?: BodyInit | null, init?: ResponseInit): Response;
  error(): Response;
  json(value: any, init?: ResponseInit): Response;
  redirect(url: string | URL, status?: number): Response;
};

/** Exists if the connection may call `http.fetch`: the plugin is registered, and the permissions allow it. */
declare function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
interface EventSource extends EventTarget {
  readonly url: string;
  readonly withCredentials: boolean;
  readonly readyState: 0 | 1 | 2;
  readonly CONNECTING: 0;
  readonly OPEN: 1;
  readonly CLOSED: 2;
  onopen: ((event: Event) => any) | null;
  onmessage: ((event: MessageEvent<string>) => any) | null;
  onerror: ((event: Event) => any) | null;
  close(): void;
}
/** Exists if `fetch` does. Reconnects when the connection is lost. */
declare var EventSource: {
  prototype: EventSource;
  new (url: string | URL, options?: { withCredentials?: boolean }): EventSource;
  readonly CONNECTING: 0;
  readonly OPEN: 1;
  readonly CLOSED: 2;
};

interface CloseEvent extends Event {
  readonly wasClean: boolean;
  readonly code: number;
  readonly reason: string;
}
/** Exists if `WebSocket` does. */
declare var CloseEvent: {
  prototype: CloseEvent;
  new (
    type: string,
    options?: {
      bubbles?: boolean; cancelable?: boolean; composed?: boolean; wasClean?: boolean; code?: number; reason?: string;
    }): CloseEvent;
};
interface WebSocket extends EventTarget {
  readonly url: string;
  readonly readyState: 0 | 1 | 2 | 3;
  readonly bufferedAmount: number;
  readonly extensions: string;
  readonly protocol: string;
  binaryType: "blob" | "arraybuffer";
  readonly CONNECTING: 0;
  readonly OPEN: 1;
  readonly CLOSING: 2;
  readonly CLOSED: 3;
  onopen: ((event: Event) => any) | null;
  onmessage: ((event: MessageEvent) => any) | null;
  onerror: ((event: ErrorEvent) => any) | null;
  onclose: ((event: CloseEvent) => any) | null;
  send(data: string | ArrayBuffer | ArrayBufferView | Blob): void;
  close(code?: number, reason?: string): void;
}
/** Exists if the connection may call `http.websocket`: the plugin is registered, and the permissions allow it. */
declare var WebSocket: {
  prototype: WebSocket;
  new (url: string | URL, protocols?: string | Iterable<string>): WebSocket;
  readonly CONNECTING: 0;
  readonly OPEN: 1;
  readonly CLOSING: 2;
  readonly CLOSED: 3;
};

type Transferable = ArrayBuffer | MessagePort | ReadableStream | WritableStream | TransformStream;
interface MessagePort extends EventTarget {
  postMessage(message: any, transfer?: Transferable[] | { transfer?: Transferable[] }): void;
  start(): void;
  close(): void;
  onmessage: ((event: MessageEvent) => any) | null;
  onmessageerror: ((event: MessageEvent) => any) | null;
}
declare var MessagePort: { prototype: MessagePort; new (): never };
interface MessageChannel {
  readonly port1: MessagePort;
  readonly port2: MessagePort;
}
declare var MessageChannel: { prototype: MessageChannel; new (): MessageChannel };
interface MessageEvent<Data = any> extends Event {
  readonly data: Data;
  readonly origin: string;
  readonly lastEventId: string;
  readonly source: MessagePort | null;
  readonly ports: readonly MessagePort[];
  initMessageEvent(
    type: string, bubbles?: boolean, cancelable?: boolean, data?: any, origin?: string, lastEventId?: string,
    source?: MessagePort | null, ports?: MessagePort[]): void;
}
declare var MessageEvent: {
  prototype: MessageEvent;
  new <Data = any>(
    type: string,
    options?: {
      bubbles?: boolean; cancelable?: boolean; composed?: boolean; data?: Data; origin?: string; lastEventId?: string;
      source?: MessagePort | null; ports?: MessagePort[];
    }): MessageEvent<Data>;
};
/** Reaches the channels of the same name in this context, in its workers and in the other contexts of its pool. */
interface BroadcastChannel extends EventTarget {
  readonly name: string;
  postMessage(message: any): void;
  close(): void;
  onmessage: ((event: MessageEvent) => any) | null;
  onmessageerror: ((event: MessageEvent) => any) | null;
}
declare var BroadcastChannel: { prototype: BroadcastChannel; new (name: string): BroadcastChannel };

type BufferSource = ArrayBuffer | ArrayBufferView;
type KeyUsage = "encrypt" | "decrypt" | "sign" | "verify" | "deriveKey" | "deriveBits" | "wrapKey" | "unwrapKey";
type KeyFormat = "raw" | "pkcs8" | "spki" | "jwk";
/** The name of an algorithm, or an object with its name and its parameters. */
type AlgorithmIdentifier = string | { name: string; [parameter: string]: any };
interface JsonWebKey {
  kty?: string;
  [member: string]: any;
}
interface CryptoKeyPair {
  privateKey: CryptoKey;
  publicKey: CryptoKey;
}
interface CryptoKey {
  readonly type: "secret" | "private" | "public";
  readonly extractable: boolean;
  readonly algorithm: { name: string; [parameter: string]: any };
  readonly usages: KeyUsage[];
}
/** Exists if the host has the extension `.subtleCrypto`, as the command line does. */
declare var CryptoKey: { prototype: CryptoKey; new (): never };
interface SubtleCrypto {
  encrypt(algorithm: AlgorithmIdentifier, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>;
  decrypt(algorithm: AlgorithmIdentifier, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>;
  sign(algorithm: AlgorithmIdentifier, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>;
  verify(algorithm: AlgorithmIdentifier, key: CryptoKey, signature: BufferSource, data: BufferSource): Promise<boolean>;
  digest(algorithm: AlgorithmIdentifier, data: BufferSource): Promise<ArrayBuffer>;
  generateKey(algorithm: AlgorithmIdentifier, extractable: boolean, usages: readonly KeyUsage[]): Promise<any>;
  deriveKey(
    algorithm: AlgorithmIdentifier, key: CryptoKey, derived: AlgorithmIdentifier, extractable: boolean,
    usages: readonly KeyUsage[]): Promise<CryptoKey>;
  deriveBits(algorithm: AlgorithmIdentifier, key: CryptoKey, length?: number | null): Promise<ArrayBuffer>;
  importKey(
    format: KeyFormat, data: BufferSource | JsonWebKey, algorithm: AlgorithmIdentifier, extractable: boolean,
    usages: readonly KeyUsage[]): Promise<CryptoKey>;
  exportKey(format: "jwk", key: CryptoKey): Promise<JsonWebKey>;
  exportKey(format: KeyFormat, key: CryptoKey): Promise<any>;
  wrapKey(format: KeyFormat, key: CryptoKey, wrapping: CryptoKey, algorithm: AlgorithmIdentifier): Promise<ArrayBuffer>;
  unwrapKey(
    format: KeyFormat, data: BufferSource, unwrapping: CryptoKey, algorithm: AlgorithmIdentifier,
    unwrapped: AlgorithmIdentifier, extractable: boolean, usages: readonly KeyUsage[]): Promise<CryptoKey>;
}
/** Exists if the host has the extension `.subtleCrypto`, as the command line does. */
declare var SubtleCrypto: { prototype: SubtleCrypto; new (): never };

interface Worker extends EventTarget {
  postMessage(message: any, transfer?: Transferable[] | { transfer?: Transferable[] }): void;
  terminate(): void;
  onmessage: ((event: MessageEvent) => any) | null;
  onmessageerror: ((event: MessageEvent) => any) | null;
  onerror: ((event: ErrorEvent) => any) | null;
}
/** Exists if the runtime has modules and the host permits workers. Relative URLs are resolved against the main module. */
declare var Worker: { prototype: Worker; new (url: string | URL, options: { type: "module"; name?: string }): Worker };
/** The global object of a worker: `const scope = self as unknown as DedicatedWorkerGlobalScope`. */
type DedicatedWorkerGlobalScope = typeof globalThis & {
  readonly name: string;
  postMessage(message: any, transfer?: Transferable[] | { transfer?: Transferable[] }): void;
  close(): void;
  onmessage: ((event: MessageEvent) => any) | null;
  onmessageerror: ((event: MessageEvent) => any) | null;
};
