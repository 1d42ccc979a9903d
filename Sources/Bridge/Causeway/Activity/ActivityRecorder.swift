import CausewayConcurrency
import Synchronization

/// Counts the calls of a bridge that records its activity, and measures their latency.
final class ActivityRecorder: Sendable {
  private struct Key: Hashable {
    var method: String
    let isOutgoing: Bool
  }

  fileprivate struct Counts {
    var latencies = LatencyHistogram()
    var failures: [String: Int] = [:]
  }

  private let clock: AnyClock
  private let methods = Mutex<[Key: Counts]>([:])

  init(clock: AnyClock) { self.clock = clock }

  func begin(_ method: String, isOutgoing: Bool) -> CallRecord {
    CallRecord(recorder: self, method: method, isOutgoing: isOutgoing, start: clock.now)
  }

  fileprivate func ended(_ call: CallRecord, _ code: BridgeError.Code?) {
    let nanoseconds = call.start.duration(to: clock.now).clampedNanoseconds
    methods.withLock { methods in
      var key = Key(method: call.method, isOutgoing: call.isOutgoing)
      if methods[key] == nil, methods.count >= BoundedLabels.methodLimit { key.method = BoundedLabels.others }
      methods[key, default: Counts()].add(nanoseconds, code)
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

/// One open call of a bridge that records its activity.
final class CallRecord: Sendable {
  /// A name that JavaScript gave its source may be of any length.
  private static let locationLimit = 256

  private let recorder: ActivityRecorder
  let method: String
  let isOutgoing: Bool
  let start: Instant
  private let place = Mutex<String?>(nil)

  fileprivate init(recorder: ActivityRecorder, method: String, isOutgoing: Bool, start: Instant) {
    self.recorder = recorder
    self.method = method
    self.isOutgoing = isOutgoing
    self.start = start
  }

  /// The line of JavaScript that made the call; nil if it is not known.
  var location: String? {
    get { place.withLock { $0 } }
    set {
      place.withLock { $0 = newValue.map { String(decoding: $0.utf8.suffix(CallRecord.locationLimit), as: UTF8.self) } }
    }
  }

  /// Counts the call, which has ended.
  ///
  /// - Parameter code: that of its error; nil for a result.
  func ended(_ code: BridgeError.Code?) { recorder.ended(self, code) }
}

extension Result where Failure == BridgeError {
  /// The code of the error; nil for a success.
  var errorCode: BridgeError.Code? { if case .failure(let error) = self { error.code } else { nil } }
}
