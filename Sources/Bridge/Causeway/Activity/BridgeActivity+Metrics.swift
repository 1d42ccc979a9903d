public import Metrics

extension BridgeActivity {
  /// Sets the gauges of swift-metrics.
  ///
  /// `causeway_connections`, `causeway_calls_in_flight` with the dimension `direction` (`in`, `out`),
  /// `causeway_subscriptions`, `causeway_bytes_in_flight`, `causeway_events_dropped`. A program calls it periodically,
  /// such as every ten seconds; ``MetricsObserver`` counts and times the calls.
  ///
  /// - Parameter factory: nil for the metrics system that the program has set up.
  public func recordMetrics(to factory: (any MetricsFactory)? = nil) {
    let factory = factory ?? MetricsSystem.factory
    func record(_ label: String, _ value: Int, _ dimensions: [(String, String)] = []) {
      Gauge(label: label, dimensions: dimensions, factory: factory).record(value)
    }
    func sum(_ property: KeyPath<Causeway.Connection.Statistics, Int>) -> Int {
      connections.reduce(0) { $0 + $1.statistics[keyPath: property] }
    }
    record("causeway_connections", connections.count)
    record("causeway_calls_in_flight", sum(\.running), [("direction", "in")])
    record("causeway_calls_in_flight", sum(\.pending), [("direction", "out")])
    record("causeway_subscriptions", sum(\.subscriptions))
    record("causeway_bytes_in_flight", sum(\.bytesInFlight))
    record("causeway_events_dropped", sum(\.dropped))
  }
}
