public import Causeway

/// The behaviour of a mock for one call.
public struct MockAnswer: Sendable, Equatable {
  enum Behavior: Sendable, Equatable {
    case result(BridgeValue, times: Int)
    case failure(BridgeError)
    case never
    case items([BridgeValue], every: Delay, failure: BridgeError?)
  }

  let behavior: Behavior
  /// The delay before it starts.
  let delay: Delay

  /// Answers with a value.
  public static func answer(_ value: BridgeValue, after delay: Delay = .fixed(.zero)) -> MockAnswer {
    MockAnswer(behavior: .result(value, times: 1), delay: delay)
  }

  /// Answers with a value several times, like code with a faulty callback; only the first answer counts.
  ///
  /// - Parameter times: the number of answers; 0 means ``never``.
  public static func answer(_ value: BridgeValue, after delay: Delay = .fixed(.zero), times: Int) -> MockAnswer {
    MockAnswer(behavior: .result(value, times: times), delay: delay)
  }

  /// Fails with an error.
  public static func fail(_ error: BridgeError, after delay: Delay = .fixed(.zero)) -> MockAnswer {
    MockAnswer(behavior: .failure(error), delay: delay)
  }

  /// Never answers: the call ends at its deadline, or when its caller cancels it.
  public static let never = MockAnswer(behavior: .never, delay: .fixed(.zero))

  /// Yields stream items.
  ///
  /// - Parameters:
  ///   - interval: the delay before each item except the first.
  ///   - error: the error after the last item; nil for a normal end.
  public static func stream(
    _ items: [BridgeValue], every interval: Delay = .fixed(.zero), after delay: Delay = .fixed(.zero),
    failing error: BridgeError? = nil
  ) -> MockAnswer {
    MockAnswer(behavior: .items(items, every: interval, failure: error), delay: delay)
  }

  var isStream: Bool { if case .items = behavior { true } else { false } }
}
