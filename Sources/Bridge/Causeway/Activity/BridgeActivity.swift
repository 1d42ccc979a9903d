/// A snapshot of a bridge: its open calls and streams, its connections, and its methods so far.
///
/// `causeway top`, its JSON and the gauges of swift-metrics are all made from this value. Any encoder writes it as an
/// object with the names of its properties. Times are in seconds.
public struct BridgeActivity: Codable, Sendable, Equatable {
  /// The open connections, the oldest first.
  public var connections: [Connection] = []
  /// The open calls and streams in both directions, the oldest first.
  ///
  /// At most the number that was passed to ``Bridge/activity(calls:)``; the statistics of the connections count all of
  /// them.
  public var calls: [Call] = []
  /// The methods that were called so far, the most frequent first; empty unless the bridge records its activity.
  public var methods: [Method] = []

  /// A connection of the bridge.
  public struct Connection: Codable, Sendable, Equatable {
    /// The number of the connection; a bridge counts its connections from 1.
    public var number: Int
    /// The connection's name in logs.
    public var name: String
    /// The counts of its calls and messages.
    public var statistics: Causeway.Connection.Statistics
    /// Events that the other side listens to, in alphabetical order; at most 100.
    public var subscriptions: [String]
  }

  /// An open call.
  public struct Call: Codable, Sendable, Equatable {
    /// Identifies the call for ``Bridge/cancelCall(_:)``.
    public var id: String
    /// The connection's number.
    public var connection: Int
    /// The method's name.
    public var method: String
    /// Whether Swift calls JavaScript; false if JavaScript calls Swift.
    public var isOutgoing: Bool
    /// How long the call has been open; nil unless the bridge records its activity or has other observers.
    public var age: Double?
    /// The time until its deadline, never negative; nil if it has none.
    public var timeRemaining: Double?
    /// The JavaScript location of the call: file, line and column, after the function's name if there is one.
    ///
    /// Nil if Swift made the call, if JavaScript runs in another process or a page, or if the bridge does not record
    /// its activity.
    public var location: String?
    /// The state of the stream; nil for a call with one answer.
    public var stream: Stream?
  }

  /// The state of an open stream.
  public struct Stream: Codable, Sendable, Equatable {
    /// Items that the producer may send before the consumer asks for more.
    public var credit: Int
    /// Items in this process that have not been consumed.
    public var waiting: Int
  }

  /// The outcomes of the calls of one method.
  public struct Method: Codable, Sendable, Equatable {
    /// The method's name.
    public var name: String
    /// Whether Swift calls JavaScript; false if JavaScript calls Swift.
    public var isOutgoing: Bool
    /// Calls that have ended, failures included.
    public var calls: Int
    /// How many of them failed, by the code of their error.
    public var failures: [String: Int]
    /// The median latency, to within 4 %.
    public var p50: Double
    /// The 99th percentile of the latency, to within 4 %.
    public var p99: Double
    /// The longest latency.
    public var longest: Double
  }
}
