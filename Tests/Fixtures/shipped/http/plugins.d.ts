// Made from Swift's declarations by `causeway types`. Do not edit.

import type { Bridge as AnyBridge, CallOptions, ListenOptions, PluginListenerHandle, StreamOptions, Undo } from "causeway-bridge";

/** What is to be fetched, as Capacitor's `CapacitorHttp` takes it. */
export interface HTTPOptions {
  /** An `http:` or `https:` address whose origin is on the list. */
  url: string;
  /** `GET` when left out; for `request` and `stream` only. */
  method?: string | null;
  /** Names and values; what frames the message is the client's own affair. */
  headers?: { [key: string]: string } | null;
  /** Added to the query: strings, numbers and booleans, or arrays of them. */
  params?: unknown | null;
  /** The body: bytes, a string, or anything that JSON can say. */
  data?: unknown | null;
  /** The name of a stream that this side handles, whose items are bytes: they are the body. */
  upload?: string | null;
  /** What `data` of the answer is; when left out JSON where the server says so, else text. */
  responseType?: HTTPResponseType | null;
  /**
   * Milliseconds until the connection stands, added to `readTimeout` for the answer to begin.
   * From 1 to 86400000.
   */
  connectTimeout?: number | null;
  /**
   * Milliseconds that the server may say nothing.
   * From 1 to 86400000.
   */
  readTimeout?: number | null;
  /** Answers with the redirect itself. */
  disableRedirects?: boolean | null;
}

/** A part of an answer that is streamed. */
export type HTTPPart =
  /** The first part. */
  | { kind: "head"; status: number; headers: { [key: string]: string }; cookies: string[]; url: string }
  /** Every other part. */
  | { kind: "data"; bytes: Uint8Array };

/** An answer. */
export interface HTTPResponse {
  /** Any status is an answer, 404 and 500 as well. */
  status: number;
  /** By their names in small letters; several of one name are joined by commas. */
  headers: { [key: string]: string };
  /** What `Set-Cookie` says, each by itself: nobody keeps cookies here. */
  cookies: string[];
  /** The address that answered, after all redirects. */
  url: string;
  /** The body, as `responseType` has it. */
  data: unknown;
}

/** What the body of an answer is given as. */
export type HTTPResponseType = "text" | "json" | "arraybuffer";

/**
 * Asks servers on the list of origins.
 *
 * Names and shapes are those of Capacitor's `CapacitorHttp`. Redirects are followed as far as the list goes; cookies are
 * neither kept nor sent, and no credentials follow to another origin. A call that is aborted, or whose time is over,
 * closes its connection.
 */
export interface HttpPlugin {
  /** Has the server remove what is at the address. */
  delete(request: HTTPOptions, options?: CallOptions): Promise<HTTPResponse>;
  /** Reads. */
  get(request: HTTPOptions, options?: CallOptions): Promise<HTTPResponse>;
  /** Sends `data`, for the server to change what is at the address. */
  patch(request: HTTPOptions, options?: CallOptions): Promise<HTTPResponse>;
  /** Sends `data`, for the server to do something with it. */
  post(request: HTTPOptions, options?: CallOptions): Promise<HTTPResponse>;
  /** Sends `data`, for the server to keep it at the address. */
  put(request: HTTPOptions, options?: CallOptions): Promise<HTTPResponse>;
  /**
   * Asks a server, by whatever method, and answers when all of the answer is there.
   * @throws `PERMISSION_DENIED` for a server that is not on the list, `RESOURCE_EXHAUSTED` for an answer that is too long, `UNAVAILABLE` for a server that is not there, `DEADLINE_EXCEEDED` for one that says nothing.
   */
  request(request: HTTPOptions, options?: CallOptions): Promise<HTTPResponse>;
  /**
   * Asks a server, and gives the answer as it comes: its head, then its bytes, no faster than they are taken.
   *
   * Leaving the loop closes the connection.
   * @throws as request; `RESOURCE_EXHAUSTED` when as many requests of this connection are under way as may be.
   */
  stream(request: HTTPOptions, options?: StreamOptions): AsyncIterableIterator<HTTPPart>;
}

/** What `bridge.plugins` holds. */
export interface Plugins {
  readonly http: HttpPlugin;
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
