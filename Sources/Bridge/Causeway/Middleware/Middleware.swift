import CausewayConcurrency
public import Logging
import Metrics
import Synchronization

/// Logs the end of each call: its method, its code and its duration.
///
/// The keys of the log's metadata are `method`, `call`, `connection`, `milliseconds`, `code`, `error`, and `metadata`
/// for the metadata of the call.
public struct LoggingMiddleware: BridgeMiddleware {
  private let logger: Logger
  private let level: Logger.Level

  /// Logs to `logger`; failed calls at `warning`, the others at `level`.
  public init(_ logger: Logger, level: Logger.Level = .debug) {
    self.logger = logger
    self.level = level
  }

  /// Handles a call with the rest of the chain.
  public func intercept(
    _ call: CallContext, _ params: Payload, next: @Sendable (Payload) async throws -> Payload
  ) async throws -> Payload {
    var metadata: Logger.Metadata = [
      "method": "\(call.method)", "call": "\(call.id)", "connection": "\(call.connection.name)",
    ]
    // Keys that a caller invents are not those of the log.
    if !call.metadata.isEmpty { metadata["metadata"] = .dictionary(call.metadata.mapValues { .string($0) }) }
    let clock = call.connection.clock
    let start = clock.now
    do {
      let result = try await next(params)
      metadata["milliseconds"] = "\(start.duration(to: clock.now) / .milliseconds(1))"
      logger.log(level: level, "A call was answered.", metadata: metadata)
      return result
    } catch {
      let bridgeError = BridgeError(error)
      metadata["milliseconds"] = "\(start.duration(to: clock.now) / .milliseconds(1))"
      metadata["code"] = "\(BoundedLabels.code(bridgeError.code))"
      metadata["error"] = "\(BridgeError.short(bridgeError.message))"
      logger.warning("A call failed.", metadata: metadata)
      throw error
    }
  }
}

/// Counts calls and measures their duration with swift-metrics.
///
/// `causeway_calls_total` with the dimensions `method` and `code` (`OK` for a result), `causeway_call_duration_seconds`
/// with the dimension `method`. Meters are never freed, and peers can invent names and codes: methods after the first
/// 1,000, and codes of a method after its first 32, are counted as `(others)`.
public final class MetricsMiddleware: BridgeMiddleware {
  private struct Meters {
    var methods = BoundedLabels.Methods()
    var counters: [String: Counter] = [:]
    var timers: [String: Metrics.Timer] = [:]
  }

  private let meters = Mutex(Meters())

  /// Reports to the metrics system that the program has set up.
  public init() {}

  /// Handles a call with the rest of the chain.
  public func intercept(
    _ call: CallContext, _ params: Payload, next: @Sendable (Payload) async throws -> Payload
  ) async throws -> Payload {
    let clock = call.connection.clock
    let start = clock.now
    do {
      let result = try await next(params)
      record(call.method, nil, start.duration(to: clock.now))
      return result
    } catch {
      record(call.method, BridgeError(error).code, start.duration(to: clock.now))
      throw error
    }
  }

  private func record(_ method: String, _ code: BridgeError.Code?, _ duration: Duration) {
    let (method, code, name, counter, timer) = meters.withLock { meters in
      let (method, code) = meters.methods.labels(method, code)
      let name = "\(method) \(code)"
      return (method, code, name, meters.counters[name], meters.timers[method])
    }
    if let counter, let timer { return record(duration, counter, timer) }
    // Outside the lock: the metrics system is foreign code, which may do anything.
    let made = (
      Counter(label: "causeway_calls_total", dimensions: [("method", method), ("code", code)]),
      Metrics.Timer(label: "causeway_call_duration_seconds", dimensions: [("method", method)])
    )
    let kept = meters.withLock { meters in
      if meters.counters[name] == nil { meters.counters[name] = made.0 }
      if meters.timers[method] == nil { meters.timers[method] = made.1 }
      return (meters.counters[name] ?? made.0, meters.timers[method] ?? made.1)
    }
    record(duration, kept.0, kept.1)
  }

  private func record(_ duration: Duration, _ counter: Counter, _ timer: Metrics.Timer) {
    counter.increment()
    timer.recordNanoseconds(
      duration.components.seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000)
  }
}

/// Authorizes each call: an error refuses it.
public struct AuthorizingMiddleware: BridgeMiddleware {
  private let authorize: @Sendable (CallContext) async throws -> Void

  /// Refuses the calls for which `authorize` throws, with the error that it throws.
  public init(_ authorize: @escaping @Sendable (CallContext) async throws -> Void) { self.authorize = authorize }

  /// Handles a call with the rest of the chain.
  public func intercept(
    _ call: CallContext, _ params: Payload, next: @Sendable (Payload) async throws -> Payload
  ) async throws -> Payload {
    try await authorize(call)
    return try await next(params)
  }
}

/// Retries calls that failed for a temporary reason.
///
/// For handlers that may run twice.
public struct RetryingMiddleware: BridgeMiddleware {
  private let attempts: Int
  private let codes: Set<BridgeError.Code>
  private let methods: Permissions

  /// Runs the handlers that `methods` names up to `attempts` times while they fail with one of `codes`.
  public init(methods: Permissions, attempts: Int = 3, codes: Set<BridgeError.Code> = [.unavailable, .aborted]) {
    self.methods = methods
    self.attempts = max(1, attempts)
    self.codes = codes
  }

  /// Handles a call with the rest of the chain.
  public func intercept(
    _ call: CallContext, _ params: Payload, next: @Sendable (Payload) async throws -> Payload
  ) async throws -> Payload {
    guard methods.allows(call.method) else { return try await next(params) }
    var attempt = 1
    while true {
      do {
        return try await next(params)
      } catch  where attempt < attempts && codes.contains(BridgeError(error).code) && !call.isSettled {
        attempt += 1
      }
    }
  }
}
