import type { Bridge, BridgeOptions, Limits, Link } from "./index.js";

/** What carries the text: a socket, a pipe, a web view's message handler. */
export interface Port {
  /** Sends one text. Throwing rejects the call that it carries, or closes the link when that text was a batch. */
  send(text: string, attachments?: ArrayBuffer[]): void;
  /** For a carrier of bytes: those of more than so many are handed to `send` beside the text, instead of in it as base64. */
  inline?: number;
  close?(): void;
}

export interface JsonRpcOptions extends BridgeOptions {
  /** Sends what one turn posts as one JSON-RPC batch. */
  batch?: boolean;
}

/** A bridge over a carrier of text, and the two functions that its carrier calls. */
export function connectJsonRpc(port: Port, options?: JsonRpcOptions): {
  readonly bridge: Bridge;
  /** Takes what arrived. Never throws. */
  readonly deliver: (text: string, attachments?: unknown[]) => void;
  /** Rejects all that waits and closes the port. */
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
