// @ts-check
// The modules of the globals. This part is evaluated when a global is first used.

import * as abort from "#deferred/web/abort/abort.js";
import * as base64 from "#deferred/web/encoding/base64.js";
import * as printing from "#deferred/web/console/console.js";
import * as compression from "#deferred/web/compression/compression.js";
import * as randomness from "#deferred/web/crypto/crypto.js";
import * as keys from "#deferred/web/crypto/crypto-key.js";
import * as cryptography from "#deferred/web/crypto/subtle.js";
import * as exceptions from "#deferred/web/errors/dom-exception.js";
import * as events from "#deferred/web/events/event.js";
import * as targets from "#deferred/web/events/event-target.js";
import * as microtasks from "#deferred/web/timers/microtasks.js";
import * as navigation from "#deferred/web/navigator.js";
import * as measuring from "#deferred/web/performance/performance.js";
import * as entries from "#deferred/web/performance/entries.js";
import * as observing from "#deferred/web/performance/observer.js";
import * as report from "#deferred/web/events/report.js";
import * as cloning from "#deferred/web/clone/structured-clone.js";
import * as decoding from "#deferred/web/encoding/text-decoder.js";
import * as encoding from "#deferred/web/encoding/text-encoder.js";
import * as readable from "#deferred/web/streams/readable-stream.js";
import * as strategies from "#deferred/web/streams/strategies.js";
import * as texts from "#deferred/web/streams/text-streams.js";
import * as transforms from "#deferred/web/streams/transform-stream.js";
import * as writable from "#deferred/web/streams/writable-stream.js";
import * as blobs from "#deferred/web/files/blob.js";
import * as forms from "#deferred/web/files/form-data.js";
import * as eventSources from "#deferred/web/fetch/event-source.js";
import * as fetching from "#deferred/web/fetch/fetch.js";
import * as headers from "#deferred/web/fetch/headers.js";
import * as requests from "#deferred/web/fetch/request.js";
import * as responses from "#deferred/web/fetch/response.js";
import * as stacks from "#deferred/web/resources/stacks.js";
import * as suppression from "#deferred/web/resources/suppressed-error.js";
import * as messages from "#deferred/web/messaging/message-event.js";
import * as broadcasts from "#deferred/web/messaging/broadcast-channel.js";
import * as ports from "#deferred/web/messaging/message-port.js";
import * as closing from "#deferred/web/sockets/close-event.js";
import * as sockets from "#deferred/web/sockets/web-socket.js";
import * as timers from "#deferred/web/timers/timers.js";
import * as addresses from "#deferred/web/url/url.js";
import * as patterns from "#deferred/web/url/pattern/url-pattern.js";
import * as workers from "#deferred/web/workers/worker.js";
import * as compilation from "#deferred/web/web-assembly.js";

/**
 * The globals, each with the module that exports it.
 * @type {{ [name: string]: { readonly [name: string]: unknown } }}
 */
const globals = /** @type {*} */ ({
  __proto__: null,
  navigator: navigation,
  performance: measuring,
  Performance: measuring,
  PerformanceEntry: entries,
  PerformanceMark: entries,
  PerformanceMeasure: entries,
  PerformanceObserver: observing,
  PerformanceObserverEntryList: observing,
  setTimeout: timers,
  setInterval: timers,
  clearTimeout: timers,
  clearInterval: timers,
  queueMicrotask: microtasks,
  Event: events,
  CustomEvent: events,
  ErrorEvent: events,
  PromiseRejectionEvent: events,
  EventTarget: targets,
  addEventListener: targets,
  removeEventListener: targets,
  dispatchEvent: targets,
  AbortController: abort,
  AbortSignal: abort,
  DOMException: exceptions,
  ReadableStream: readable,
  ReadableStreamDefaultReader: readable,
  ReadableStreamBYOBReader: readable,
  ReadableStreamDefaultController: readable,
  ReadableByteStreamController: readable,
  ReadableStreamBYOBRequest: readable,
  WritableStream: writable,
  WritableStreamDefaultWriter: writable,
  WritableStreamDefaultController: writable,
  TransformStream: transforms,
  TransformStreamDefaultController: transforms,
  ByteLengthQueuingStrategy: strategies,
  CountQueuingStrategy: strategies,
  TextEncoderStream: texts,
  TextDecoderStream: texts,
  Blob: blobs,
  File: blobs,
  FormData: forms,
  Headers: headers,
  Request: requests,
  Response: responses,
  MessageChannel: ports,
  MessagePort: ports,
  MessageEvent: messages,
  BroadcastChannel: broadcasts,
  structuredClone: cloning,
  TextEncoder: encoding,
  TextDecoder: decoding,
  URL: addresses,
  URLSearchParams: addresses,
  URLPattern: patterns,
  crypto: randomness,
  Crypto: randomness,
  atob: base64,
  btoa: base64,
  reportError: report,
  console: printing,
  WebAssembly: compilation,
  SuppressedError: suppression,
  DisposableStack: stacks,
  AsyncDisposableStack: stacks,
  // Those of the extensions, which exist where the host adds them.
  CompressionStream: compression,
  DecompressionStream: compression,
  CryptoKey: keys,
  SubtleCrypto: cryptography,
  Worker: workers,
  // Those of the bridge, which exist where the connection has its methods.
  fetch: fetching,
  EventSource: eventSources,
  WebSocket: sockets,
  CloseEvent: closing,
});

/**
 * The value of a global.
 * @param {string} name
 */
export function valueOfGlobal(name) {
  return globals[name]?.[name];
}
