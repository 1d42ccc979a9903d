public import Causeway

/// The results and the latencies of calls.
public struct CallSummary: Sendable {
  /// The calls of one method.
  public struct Method: Sendable {
    /// The name of the method.
    public let name: String
    /// The number of calls.
    public let calls: Int
    /// The number of calls with a result.
    public let answered: Int
    /// The number of failed calls, by error code.
    public let failed: [BridgeError.Code: Int]
    /// The number of calls that had not ended.
    public let open: Int
    /// The latencies of the ended calls, shortest first.
    public let latencies: [Duration]

    /// The latency that this percentage of the calls does not exceed; nil if none has ended.
    ///
    /// The nearest rank: a measured latency.
    public func latency(percentile: Double) -> Duration? {
      if latencies.isEmpty { return nil }
      let rank = (percentile / 100 * Double(latencies.count)).rounded(.up)
      return latencies[min(max(Int(rank), 1), latencies.count) - 1]
    }
  }

  /// All calls together.
  public let total: Method
  /// The calls by method, sorted by name.
  public let methods: [Method]

  init(_ calls: [CallCounter.Call]) {
    total = Method("", calls)
    methods = Dictionary(grouping: calls, by: \.method).map { Method($0, $1) }.sorted { $0.name < $1.name }
  }
}

extension CallSummary.Method {
  init(_ name: String, _ calls: [CallCounter.Call]) {
    self.name = name
    self.calls = calls.count
    let ends = calls.compactMap(\.end)
    answered = ends.count { $0.code == nil }
    failed = Dictionary(ends.compactMap { end in end.code.map { ($0, 1) } }, uniquingKeysWith: +)
    open = calls.count - ends.count
    latencies = ends.map(\.latency).sorted()
  }
}
