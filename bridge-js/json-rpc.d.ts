import type { Bridge, BridgeOptions, Limits, Link } from "./index.js";

/** The carrier of text: a socket, a pipe, a web view's message handler. */
export interface Port {
  /** Sends one text. An error rejects the call in the text, or closes the link if the text is a batch. */
  send(text: string, attachments?: ArrayBuffer[]): void;
  /** For a carrier of bytes: more bytes than these are passed to `send` beside the text, instead of in it as base64. */
  inline?: number;
  close?(): void;
}

export interface JsonRpcOptions extends BridgeOptions {
  /** Sends the messages of one turn of the event loop as one JSON-RPC batch. */
  batch?: boolean;
}

/** A bridge over a carrier of text, and the two functions for the carrier to call. */
export function connectJsonRpc(port: Port, options?: JsonRpcOptions): {
  readonly bridge: Bridge;
  /** Processes a text that arrived. Never throws. */
  readonly deliver: (text: string, attachments?: unknown[]) => void;
  /** Rejects all pending calls and closes the port. */
  readonly close: (code?: string, message?: string) => void;
};

export class JsonRpcLink implements Link {
  constructor(port: Port, options?: { batch?: boolean; limits?: Partial<Limits> });
  inline: number;
  open: NonNullable<Link["open"]>;
  call: Link["call"];
  post: Link["post"];
  deliver(text: string, attachments?: unknown[]): void;
  close(code?: string, message?: string): void;
}
