public import Causeway

/// What became of calls, and how long they took.
public struct CallSummary: Sendable {
  /// The calls of one method.
  public struct Method: Sendable {
    /// Its name.
    public let name: String
    /// How many calls were made.
    public let calls: Int
    /// How many had a result.
    public let answered: Int
    /// How many failed, by their code.
    public let failed: [BridgeError.Code: Int]
    /// How many had not ended when the summary was made.
    public let open: Int
    /// How long the calls took that ended, the shortest first.
    public let latencies: [Duration]

    /// The time within which so many of a hundred calls ended; nil if none has.
    ///
    /// The nearest rank: a time that a call really took.
    public func latency(percentile: Double) -> Duration? {
      if latencies.isEmpty { return nil }
      let rank = (percentile / 100 * Double(latencies.count)).rounded(.up)
      return latencies[min(max(Int(rank), 1), latencies.count) - 1]
    }
  }

  /// All calls together.
  public let total: Method
  /// The calls by their method, in the order of the names.
  public let methods: [Method]

  init(_ calls: [CallObserver.Call]) {
    total = Method("", calls)
    methods = Dictionary(grouping: calls, by: \.method).map { Method($0, $1) }.sorted { $0.name < $1.name }
  }
}

extension CallSummary.Method {
  init(_ name: String, _ calls: [CallObserver.Call]) {
    self.name = name
    self.calls = calls.count
    let ends = calls.compactMap(\.end)
    answered = ends.count { $0.code == nil }
    failed = Dictionary(ends.compactMap { end in end.code.map { ($0, 1) } }, uniquingKeysWith: +)
    open = calls.count - ends.count
    latencies = calls.compactMap { call in call.end.map { $0.time - call.start } }.sorted()
  }
}
