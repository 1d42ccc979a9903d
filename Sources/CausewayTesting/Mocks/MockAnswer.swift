public import Causeway

/// What a mock does with one call.
public struct MockAnswer: Sendable, Equatable {
  enum Act: Sendable, Equatable {
    case result(BridgeValue, times: Int)
    case failure(BridgeError)
    case never
    case items([BridgeValue], every: Delay, failure: BridgeError?)
  }

  let act: Act
  /// How long it takes to begin.
  let delay: Delay

  /// Answers with a value.
  public static func answer(_ value: BridgeValue, after delay: Delay = .fixed(.zero)) -> MockAnswer {
    MockAnswer(act: .result(value, times: 1), delay: delay)
  }

  /// Answers with a value more than once, as code with callbacks may do by mistake; only the first counts.
  ///
  /// - Parameter times: how often; 0 is ``never``.
  public static func answer(_ value: BridgeValue, after delay: Delay = .fixed(.zero), times: Int) -> MockAnswer {
    MockAnswer(act: .result(value, times: times), delay: delay)
  }

  /// Fails.
  public static func fail(_ error: BridgeError, after delay: Delay = .fixed(.zero)) -> MockAnswer {
    MockAnswer(act: .failure(error), delay: delay)
  }

  /// Answers nothing: the call ends by its deadline, or when its caller gives up.
  public static let never = MockAnswer(act: .never, delay: .fixed(.zero))

  /// Yields items as a stream does.
  ///
  /// - Parameters:
  ///   - rhythm: the time before each item but the first.
  ///   - error: ends the stream after its items; nil for an ordinary end.
  public static func stream(
    _ items: [BridgeValue], every rhythm: Delay = .fixed(.zero), after delay: Delay = .fixed(.zero),
    failing error: BridgeError? = nil
  ) -> MockAnswer {
    MockAnswer(act: .items(items, every: rhythm, failure: error), delay: delay)
  }

  var isStream: Bool { if case .items = act { true } else { false } }
}
