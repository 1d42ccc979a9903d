import type { Bridge, Code, HandlerContext, Limits } from "./index.js";
export { BridgeError } from "./index.js";

/** A time with its unit (`"300ms"`), or a distribution: `"100ms..300ms"`, `"200ms±50ms"`, `"normal(200ms,50ms)"`, `"longtail(50ms,2s)"`. */
export type Time = string;

/** What a mocked method does with one call: the shapes of a mock file (docs/testing.md). */
export type MockAnswer =
  | { answer: unknown; after?: Time; /** How often it is answered; only the first counts. */ times?: number }
  | { fail: Code; message?: string; data?: unknown; after?: Time }
  | { never: true }
  | { stream: readonly unknown[]; every?: Time; after?: Time; fail?: Code; message?: string; data?: unknown };

/** Answers a call, or yields a stream's items, in place of written answers. */
export type MockHandler = (params: any, context: HandlerContext) => unknown;

/** One answer for all calls, one for each (the last for all that follow), or a function. */
export type MockMethod = MockAnswer | readonly MockAnswer[] | MockHandler;

export interface MockOptions {
  /**
   * How time passes for answers and deadlines. `"auto"`, when left out: it goes to the next event as soon as nothing else
   * is ready, so no wait takes time. `"manual"`: by `advance`. `"real"`: by `setTimeout`.
   */
  time?: "auto" | "manual" | "real";
  /** Decides how long a delay is that is not fixed. */
  seed?: number;
  limits?: Partial<Limits>;
  reportError?: (error: unknown) => void;
}

/** A call that the program made. */
export interface MockCall {
  readonly method: string;
  readonly params: unknown;
  /** Milliseconds, as the program gave them. */
  readonly timeout: number | undefined;
  readonly isStream: boolean;
  /** When it was made, in milliseconds since the beginning. */
  readonly at: number;
  /** When and how it ended: a code if it failed. `undefined` while it is pending. */
  readonly ended: { readonly at: number; readonly code?: Code } | undefined;
}

export interface Mock {
  /** The bridge to give to the code that is tested. */
  readonly bridge: Bridge;
  /** Milliseconds since the beginning. */
  now(): number;
  /** Waits on the mock's time, as the tested code may do between two tries. */
  sleep(milliseconds: number): Promise<void>;
  /** Mocks one more method, or the same anew. */
  mock(method: string, answers: MockMethod): void;
  /** The calls that were made, in their order: all, or those of methods such as `wifi.*`. */
  calls(pattern?: string): MockCall[];
  /** The calls that have not ended. */
  pending(pattern?: string): MockCall[];
  /** The mocked methods that nobody has called. */
  uncalled(): string[];
  /** The events that the program listens to. */
  listening(): string[];
  /** Tells of something that happened. False when nobody listens: then it did nothing. */
  emit(event: string, value?: unknown): boolean;
  /** Lets so many milliseconds pass, stopping at each event until all that it made ready has run. */
  advance(milliseconds: number): Promise<void>;
  /** Loses the link: every pending call rejects. */
  close(code?: Code, message?: string): void;
  /** Throws when a call, a stream or a listener is left open, and names them all. */
  requireQuiet(): void;
}

/**
 * A bridge whose other side is written down.
 *
 *     const { bridge, calls } = createMock({ "wifi.ssid": [{ never: true }, { answer: "Home", after: "300ms" }] });
 */
export function createMock(methods?: { readonly [method: string]: MockMethod }, options?: MockOptions): Mock;
