// Generated from Swift declarations by `causeway types`. Do not edit.

import type { Bridge as AnyBridge, CallOptions, ListenOptions, PluginListenerHandle, StreamOptions, Undo } from "causeway-bridge";

/** The head of a response. */
export interface HTTPFetchHead {
  /** The status, 200 to 599. */
  status: number;
  /** The reason phrase of the server, with characters up to U+00FF; it may be empty. */
  statusText: string;
  /** Pairs of name and value, with characters up to U+00FF. */
  headers: string[][];
  /** The URL of the response, after all redirects. */
  url: string;
  /** Whether a redirect was followed. */
  redirected: boolean;
}

/** A request of the global `fetch`. */
export interface HTTPFetchRequest {
  /** An `http:` or `https:` URL whose origin is on the list. */
  url: string;
  /** The method, `GET` by default; its case is kept. */
  method?: string | null;
  /** Pairs of name and value, with characters up to U+00FF; framing headers are ignored. */
  headers: string[][];
  /** The body; absent for none. */
  body?: Uint8Array | null;
  /** The name of a JavaScript stream handler that yields the body as bytes. */
  upload?: string | null;
  /** The length of the upload in bytes; absent if it is not known. */
  length?: number | null;
  /** What to do with a redirect; `follow` by default. */
  redirect?: HTTPRedirectMode | null;
}

/** The options of a request, with the names of Capacitor's `CapacitorHttp`. */
export interface HTTPOptions {
  /** An `http:` or `https:` URL whose origin is on the list. */
  url: string;
  /** The method, `GET` by default; only for `request` and `stream`. */
  method?: string | null;
  /** The headers, except the framing headers, which the client sets. */
  headers?: { [key: string]: string } | null;
  /** Parameters to add to the query: strings, numbers and booleans, or arrays of them. */
  params?: unknown | null;
  /** The body: bytes, a string, or a value to send as JSON. */
  data?: unknown | null;
  /** The name of a JavaScript stream handler that yields the body as bytes. */
  upload?: string | null;
  /** The type of the response's `data`; by default JSON if the server declares it, otherwise text. */
  responseType?: HTTPResponseType | null;
  /**
   * The time limit for connecting in milliseconds; the response must start within this time plus `readTimeout`.
   * From 1 to 86400000.
   */
  connectTimeout?: number | null;
  /**
   * The time limit without data from the server in milliseconds.
   * From 1 to 86400000.
   */
  readTimeout?: number | null;
  /** Returns a redirect instead of following it. */
  disableRedirects?: boolean | null;
}

/** A part of a streamed response. */
export type HTTPPart =
  /** The first part. */
  | { kind: "head"; status: number; headers: { [key: string]: string }; cookies: string[]; url: string }
  /** All other parts. */
  | { kind: "data"; bytes: Uint8Array };

/** What to do when the server redirects. */
export type HTTPRedirectMode =
  /** Follow it, within the list of origins. */
  | "follow"
  /** Fail. */
  | "error"
  /** Return the response of the redirect itself. */
  | "manual";

/** A response. */
export interface HTTPResponse {
  /** The status; every status is a response, including 404 and 500. */
  status: number;
  /** The headers, with names in lower case; repeated headers are joined by commas. */
  headers: { [key: string]: string };
  /** The values of `Set-Cookie`; the plugin does not store cookies. */
  cookies: string[];
  /** The URL of the response, after all redirects. */
  url: string;
  /** The body, with the type of `responseType`. */
  data: unknown;
}

/** The type of a response's body. */
export type HTTPResponseType = "text" | "json" | "arraybuffer";

/** The end of a connection. */
export interface WebSocketClose {
  /** The status code; 1005 if the peer sent none, 1006 if the connection was lost. */
  code: number;
  /** The peer's reason, at most 123 bytes. */
  reason: string;
  /** Whether both sides have closed the connection properly. */
  wasClean?: boolean | null;
}

/** The server's answer to the opening handshake. */
export interface WebSocketHead {
  /** The subprotocol that the server has chosen; empty for none. */
  subprotocol: string;
}

/** The opening handshake of a `WebSocket`. */
export interface WebSocketRequest {
  /** A `ws:` or `wss:` URL; its `http:` or `https:` origin is on the list. */
  url: string;
  /** The subprotocols that the client supports, in order of preference. */
  protocols: string[];
  /** The name of a JavaScript stream handler that yields the messages to send: strings, bytes, or a ``WebSocketClose``. */
  outgoing: string;
}

/**
 * Sends HTTP requests to the servers on the list of origins.
 *
 * Names and shapes are those of Capacitor's `CapacitorHttp`. Redirects are followed within the list. Cookies are
 * neither stored nor sent, and no credentials are sent to another origin. A cancelled or timed out call closes its
 * connection.
 */
export interface HttpPlugin {
  /** Sends a DELETE request. */
  delete(request: HTTPOptions, options?: CallOptions): Promise<HTTPResponse>;
  /**
   * Sends a request of the global `fetch`, and streams the response: its head, then its bytes, read on demand.
   *
   * Leaving the loop closes the connection.
   * @throws as request.
   */
  fetch(request: HTTPFetchRequest, options?: StreamOptions): AsyncIterableIterator<HTTPFetchHead | Uint8Array>;
  /** Sends a GET request. */
  get(request: HTTPOptions, options?: CallOptions): Promise<HTTPResponse>;
  /** Sends a PATCH request with `data`. */
  patch(request: HTTPOptions, options?: CallOptions): Promise<HTTPResponse>;
  /** Sends a POST request with `data`. */
  post(request: HTTPOptions, options?: CallOptions): Promise<HTTPResponse>;
  /** Sends a PUT request with `data`. */
  put(request: HTTPOptions, options?: CallOptions): Promise<HTTPResponse>;
  /**
   * Sends a request with any method, and returns the complete response.
   * @throws `PERMISSION_DENIED` for a server that is not on the list, `RESOURCE_EXHAUSTED` for a response beyond a limit, `UNAVAILABLE` for an unreachable server, `DEADLINE_EXCEEDED` for a server that sends nothing.
   */
  request(request: HTTPOptions, options?: CallOptions): Promise<HTTPResponse>;
  /**
   * Sends a request, and streams the response: its head, then its bytes, read on demand.
   *
   * Leaving the loop closes the connection.
   * @throws as request; `RESOURCE_EXHAUSTED` if this connection has too many running requests.
   */
  stream(request: HTTPOptions, options?: StreamOptions): AsyncIterableIterator<HTTPPart>;
  /**
   * Opens a connection of the global `WebSocket`: its head, then its messages, then its end.
   *
   * Leaving the loop closes the connection.
   * @throws `PERMISSION_DENIED` for a server that is not on the list, `RESOURCE_EXHAUSTED` if this connection has too many running requests, `UNAVAILABLE` for a server that cannot be reached or does not open a WebSocket.
   */
  websocket(request: WebSocketRequest, options?: StreamOptions): AsyncIterableIterator<WebSocketHead | string | Uint8Array | WebSocketClose>;
}

/** The plugins in `bridge.plugins`. */
export interface Plugins {
  readonly http: HttpPlugin;
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
