import CausewayConcurrency

extension CallContext {
  /// Does work of a handler that takes real time, such as input and output.
  ///
  ///     let answer = try await CallContext.holdTime { try await database.query(text) }
  ///
  /// With a `VirtualClock`, the clock does not advance by itself meanwhile, so the call does not exceed its deadline. With
  /// any other clock, and outside handlers, this only calls `body`.
  ///
  /// - Parameter longest: the real time after which the clock may advance again: 30 seconds by default. For what another
  ///   program sends when it likes, such as messages, a second is enough.
  nonisolated(nonsending)
    public static func holdTime<Value, Failure>(
      atMost longest: Duration = .seconds(30), while body: nonisolated(nonsending) () async throws(Failure) -> Value
    ) async throws(Failure) -> Value
  {
    try await RealTime.hold(atMost: longest, while: body)
  }
}
