import Testing

@testable import CausewayProcess

/// The decision whether a JavaScript thread has been busy for too long.
@Suite struct TurnWatchTests {
  private static let begin = SuspendingClock.now

  /// The verdict when the child used this processor time since the question.
  private func verdict(
    after passed: Duration, used: Duration?, before: Duration? = .seconds(7), turn: Duration = .seconds(10),
    response: Duration? = nil
  ) -> TurnWatch.Verdict? {
    var limits = ProcessLimits()
    limits.turn = turn
    limits.response = response
    var watch = TurnWatch(limits)
    watch.ask(at: Self.begin, used: before)
    return watch.verdict(at: Self.begin + passed, used: used.map { (before ?? .zero) + $0 })
  }

  @Test func `only processor time counts as busy`() {
    #expect(verdict(after: .seconds(11), used: .seconds(11)) == .turn(.seconds(10)))
    #expect(verdict(after: .seconds(11), used: .seconds(10)) == nil)
    #expect(verdict(after: .seconds(59), used: .seconds(2)) == nil)
    #expect(verdict(after: .seconds(45), used: .seconds(11)) == .turn(.seconds(10)))
  }

  @Test func `several threads do not use up the limit sooner than the clock`() {
    #expect(verdict(after: .seconds(9), used: .seconds(36)) == nil)
    #expect(verdict(after: .seconds(11), used: .seconds(44)) == .turn(.seconds(10)))
  }

  @Test func `a thread that sleeps has six times the limit, and at least a minute`() {
    #expect(verdict(after: .seconds(60), used: .zero) == nil)
    #expect(verdict(after: .seconds(61), used: .zero) == .response(.seconds(60)))
    #expect(verdict(after: .seconds(119), used: .zero, turn: .seconds(20)) == nil)
    #expect(verdict(after: .seconds(121), used: .zero, turn: .seconds(20)) == .response(.seconds(120)))
    #expect(verdict(after: .seconds(2), used: .zero, response: .seconds(1)) == .response(.seconds(1)))
    #expect(verdict(after: .seconds(1 << 40), used: .zero, turn: .seconds(Int64.max)) == nil)
  }

  @Test func `where the processor time is unknown, the clock counts`() {
    #expect(verdict(after: .seconds(11), used: nil) == .turn(.seconds(10)))
    #expect(verdict(after: .seconds(11), used: .zero, before: nil) == .turn(.seconds(10)))
    #expect(verdict(after: .seconds(9), used: nil) == nil)
  }

  @Test func `without an open question there is no verdict`() {
    var watch = TurnWatch(ProcessLimits())
    #expect(!watch.isLate(at: Self.begin + .seconds(1000)))
    watch.ask(at: Self.begin, used: .zero)
    #expect(!watch.isLate(at: Self.begin + .seconds(10)))
    #expect(watch.isLate(at: Self.begin + .seconds(11)))
    watch.answered()
    #expect(!watch.isLate(at: Self.begin + .seconds(1000)))
    #expect(watch.verdict(at: Self.begin + .seconds(1000), used: .seconds(1000)) == nil)
  }
}
