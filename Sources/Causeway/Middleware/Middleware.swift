import CausewayConcurrency
public import Logging
import Metrics
import Synchronization

/// Logs the end of each call: its method, its code and how long it took.
public struct LoggingMiddleware: BridgeMiddleware {
  private let logger: Logger
  private let level: Logger.Level

  /// Logs to `logger`; failed calls at `warning`, the others at `level`.
  public init(_ logger: Logger, level: Logger.Level = .debug) {
    self.logger = logger
    self.level = level
  }

  /// Handles a call by way of the rest of the chain.
  public func intercept(
    _ call: CallContext, _ params: Payload, next: @Sendable (Payload) async throws -> Payload
  ) async throws -> Payload {
    var metadata: Logger.Metadata = [
      "method": "\(call.method)", "call": "\(call.id)", "connection": "\(call.connection.name)",
    ]
    for (key, value) in call.metadata { metadata[key] = "\(value)" }
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
      metadata["code"] = "\(bridgeError.code.rawValue)"
      logger.warning("A call failed.", metadata: metadata.merging(["error": "\(bridgeError.message)"]) { $1 })
      throw error
    }
  }
}

/// Counts calls and measures how long they take, through swift-metrics.
///
/// `causeway_calls_total` with the dimensions `method` and `code` (`OK` for a result), `causeway_call_duration_seconds`
/// with the dimension `method`.
public final class MetricsMiddleware: BridgeMiddleware {
  private struct Meters {
    var counters: [String: Counter] = [:]
    var timers: [String: Metrics.Timer] = [:]
  }

  private let meters = Mutex(Meters())

  /// Reports to the metrics system that the program has set up.
  public init() {}

  /// Handles a call by way of the rest of the chain.
  public func intercept(
    _ call: CallContext, _ params: Payload, next: @Sendable (Payload) async throws -> Payload
  ) async throws -> Payload {
    let clock = call.connection.clock
    let start = clock.now
    do {
      let result = try await next(params)
      record(call.method, "OK", start.duration(to: clock.now))
      return result
    } catch {
      record(call.method, BridgeError(error).code.rawValue, start.duration(to: clock.now))
      throw error
    }
  }

  private func record(_ method: String, _ code: String, _ duration: Duration) {
    // Only handlers that exist get here, so the number of meters is bounded by theirs.
    let name = "\(method) \(code)"
    let known = meters.withLock { ($0.counters[name], $0.timers[method]) }
    // Outside of the lock: the metrics system is code of somebody's, which may do anything.
    let counter =
      known.0 ?? Counter(label: "causeway_calls_total", dimensions: [("method", method), ("code", code)])
    let timer =
      known.1 ?? Metrics.Timer(label: "causeway_call_duration_seconds", dimensions: [("method", method)])
    if known.0 == nil || known.1 == nil {
      meters.withLock { meters in
        if meters.counters[name] == nil { meters.counters[name] = counter }
        if meters.timers[method] == nil { meters.timers[method] = timer }
      }
    }
    counter.increment()
    timer.recordNanoseconds(
      duration.components.seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000)
  }
}

/// Asks a question before each call: throwing refuses it.
public struct AuthorizingMiddleware: BridgeMiddleware {
  private let authorize: @Sendable (CallContext) async throws -> Void

  /// Refuses the calls for which `authorize` throws, with the error that it throws.
  public init(_ authorize: @escaping @Sendable (CallContext) async throws -> Void) { self.authorize = authorize }

  /// Handles a call by way of the rest of the chain.
  public func intercept(
    _ call: CallContext, _ params: Payload, next: @Sendable (Payload) async throws -> Payload
  ) async throws -> Payload {
    try await authorize(call)
    return try await next(params)
  }
}

/// Tries a call again that failed for a passing reason.
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

  /// Handles a call by way of the rest of the chain.
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
