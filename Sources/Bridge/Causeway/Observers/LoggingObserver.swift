import CausewayConcurrency
public import Logging

/// Logs the end of each call: its method, its code and its duration.
///
///     bridge.observe(LoggingObserver(logger))
///
/// The keys of the log's metadata are `method`, `direction` (`in`, `out`), `call`, `connection`, `milliseconds`, `code`,
/// `error`, and `metadata` for the metadata of the call.
public struct LoggingObserver: CallObserver {
  private let logger: Logger
  private let level: Logger.Level

  /// Logs to `logger`; failed calls at `warning`, the others at `level`.
  public init(_ logger: Logger, level: Logger.Level = .debug) {
    self.logger = logger
    self.level = level
  }

  /// Logs a call.
  public func ended(_ call: ObservedCall, _ outcome: Result<Payload, BridgeError>, after duration: Duration) {
    let level = outcome.errorCode == nil ? level : .warning
    guard level >= logger.logLevel else { return }
    var metadata: Logger.Metadata = [
      "method": "\(call.method)", "direction": "\(call.direction)", "call": "\(call.id)",
      "connection": "\(call.connection)", "milliseconds": "\(duration / .milliseconds(1))",
    ]
    // Beneath a key of their own: those that a caller makes up would replace the others.
    if !call.metadata.isEmpty { metadata["metadata"] = .dictionary(call.metadata.mapValues { .string($0) }) }
    guard case .failure(let error) = outcome else {
      return logger.log(level: level, "A call was answered.", metadata: metadata)
    }
    metadata["code"] = "\(BoundedLabels.code(error.code))"
    metadata["error"] = "\(BridgeError.short(error.message))"
    logger.log(level: level, "A call failed.", metadata: metadata)
  }
}
