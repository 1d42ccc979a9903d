import CausewayConcurrency
public import Metrics
import Synchronization

/// Counts calls and measures their duration with swift-metrics.
///
///     bridge.observe(MetricsObserver())
///
/// `causeway_calls_total` with the dimensions `method`, `direction` (`in`, `out`) and `code` (`OK` for a result),
/// `causeway_call_duration_seconds` with the dimensions `method` and `direction`. Meters are never freed, and peers can
/// invent names and codes: methods after the first 1,000, and codes of a method after its first 32, are counted as
/// `(others)`.
public final class MetricsObserver: CallObserver {
  fileprivate struct Meters {
    var methods = BoundedLabels.Methods()
    var counters: [String: Counter] = [:]
    var timers: [String: Metrics.Timer] = [:]
  }

  private let factory: (any MetricsFactory)?
  private let meters = Mutex(Meters())

  /// Reports to a metrics system.
  ///
  /// - Parameter factory: nil for the metrics system that the program has set up.
  public init(to factory: (any MetricsFactory)? = nil) { self.factory = factory }

  /// Counts a call.
  public func ended(_ call: ObservedCall, _ outcome: Result<Payload, BridgeError>, after duration: Duration) {
    let (counter, timer) = meters(of: call, outcome.errorCode)
    counter.increment()
    timer.recordNanoseconds(duration.clampedNanoseconds)
  }

  private func meters(of call: ObservedCall, _ code: BridgeError.Code?) -> (Counter, Metrics.Timer) {
    let direction = call.direction
    let (method, code, counter, timer) = meters.withLock { meters in
      let (method, code) = meters.methods.labels(call.method, code)
      let timer = "\(direction) \(method)"
      return (method, code, meters.counters["\(timer) \(code)"], meters.timers[timer])
    }
    if let counter, let timer { return (counter, timer) }
    // Outside the lock: the metrics system is foreign code, which may do anything.
    let factory = factory ?? MetricsSystem.factory
    let dimensions = [("method", method), ("direction", direction)]
    let made = (
      Counter(label: "causeway_calls_total", dimensions: dimensions + [("code", code)], factory: factory),
      Metrics.Timer(label: "causeway_call_duration_seconds", dimensions: dimensions, factory: factory)
    )
    return meters.withLock { meters in
      meters.keep(made, "\(direction) \(method) \(code)", "\(direction) \(method)")
    }
  }
}

extension MetricsObserver.Meters {
  /// The meters of these names: the given ones, unless another thread has made them meanwhile.
  fileprivate mutating func keep(
    _ made: (Counter, Metrics.Timer), _ counter: String, _ timer: String
  ) -> (Counter, Metrics.Timer) {
    let kept = (counters[counter] ?? made.0, timers[timer] ?? made.1)
    (counters[counter], timers[timer]) = kept
    return kept
  }
}
