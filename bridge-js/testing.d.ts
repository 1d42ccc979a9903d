import type { Bridge, Code, HandlerContext, Limits } from "./index.js";
export { BridgeError } from "./index.js";

/** A time with its unit (`"300ms"`), or a distribution: `"100ms..300ms"`, `"200ms±50ms"`, `"normal(200ms,50ms)"`, `"longtail(50ms,2s)"`. */
export type Time = string;

/** The reaction of a mocked method to one call, in the format of a mock file (docs/testing.md). */
export type MockAnswer =
  | { answer: unknown; after?: Time; /** The number of copies of the answer; only the first counts. */ times?: number }
  | { fail: Code; message?: string; data?: unknown; after?: Time }
  | { never: true }
  | { stream: readonly unknown[]; every?: Time; after?: Time; fail?: Code; message?: string; data?: unknown };

/** A function that answers a call, or yields the items of a stream. */
export type MockHandler = (params: any, context: HandlerContext) => unknown;

/** One answer for all calls, a list with one for each (the last for all later calls), or a function. */
export type MockMethod = MockAnswer | readonly MockAnswer[] | MockHandler;

export interface MockOptions {
  /**
   * How time passes for answers and deadlines. `"auto"`, the default: it advances to the next event as soon as nothing else
   * is ready, so that no wait takes time. `"manual"`: by `advance`. `"real"`: by `setTimeout`.
   */
  time?: "auto" | "manual" | "real";
  /** The seed of the random delays. */
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
  /** The time of the call, in milliseconds since the mock was made. */
  readonly at: number;
  /** The time of its end, and the code if it failed. `undefined` while it is pending. */
  readonly ended: { readonly at: number; readonly code?: Code } | undefined;
}

export interface Mock {
  /** The bridge for the tested code. */
  readonly bridge: Bridge;
  /** Milliseconds since the mock was made. */
  now(): number;
  /** Waits by the clock of the mock, as the tested code may do between two attempts. */
  sleep(milliseconds: number): Promise<void>;
  /** Mocks a method, or replaces the answers of a mocked one. */
  mock(method: string, answers: MockMethod): void;
  /** The calls in order: all, or those of methods that match a pattern such as `wifi.*`. */
  calls(pattern?: string): MockCall[];
  /** The calls that have not ended. */
  pending(pattern?: string): MockCall[];
  /** The mocked methods without a call. */
  uncalled(): string[];
  /** The events that the program listens to. */
  listening(): string[];
  /** Sends an event. False when there is no listener: then it has no effect. */
  emit(event: string, value?: unknown): boolean;
  /** Advances the time. At each event it waits until everything that the event made ready has run. */
  advance(milliseconds: number): Promise<void>;
  /** Closes the link: every pending call rejects. */
  close(code?: Code, message?: string): void;
  /** Throws when a call, a stream or a listener is left open, and names them all. */
  requireQuiet(): void;
}

/**
 * A bridge to a native side defined in JavaScript.
 *
 *     const { bridge, calls } = createMock({ "wifi.ssid": [{ never: true }, { answer: "Home", after: "300ms" }] });
 */
export function createMock(methods?: { readonly [method: string]: MockMethod }, options?: MockOptions): Mock;
