import CausewayConcurrency
import Synchronization

/// Counts the calls of a bridge that records its activity, and measures their latency.
final class ActivityRecorder: CallObserver {
  private struct Key: Hashable {
    var method: String
    let isOutgoing: Bool
  }

  fileprivate struct Counts {
    var latencies = LatencyHistogram()
    var failures: [String: Int] = [:]
  }

  private let methods = Mutex<[Key: Counts]>([:])

  func ended(_ call: ObservedCall, _ outcome: Result<Payload, BridgeError>, after duration: Duration) {
    methods.withLock { methods in
      var key = Key(method: call.method, isOutgoing: call.isOutgoing)
      if methods[key] == nil, methods.count >= BoundedLabels.methodLimit { key.method = BoundedLabels.others }
      methods[key, default: Counts()].add(duration.clampedNanoseconds, outcome.errorCode)
    }
  }

  /// The methods that were called, the most frequent first.
  var snapshot: [BridgeActivity.Method] {
    let methods = methods.withLock { $0 }
    return methods.map { key, counts in
      func seconds(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1e9 }
      return BridgeActivity.Method(
        name: key.method, isOutgoing: key.isOutgoing, calls: counts.latencies.count, failures: counts.failures,
        p50: seconds(counts.latencies.percentile(0.5)), p99: seconds(counts.latencies.percentile(0.99)),
        longest: seconds(counts.latencies.longest))
    }.sorted { ($1.calls, $0.name) < ($0.calls, $1.name) }
  }
}

extension ActivityRecorder.Counts {
  fileprivate mutating func add(_ nanoseconds: Int64, _ code: BridgeError.Code?) {
    latencies.add(nanoseconds)
    guard let code = code.map(BoundedLabels.code) else { return }
    let isKnown = failures[code] != nil || failures.count < BoundedLabels.codeLimit
    failures[isKnown ? code : BoundedLabels.others, default: 0] += 1
  }
}
