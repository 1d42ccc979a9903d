import Testing

@testable import JavaScriptRuntime

/// Whether a JavaScript thread with nothing to do looks out for more or sleeps; times in nanoseconds.
@Suite struct LullTests {
  /// Whether it is over at each of the moments, one after the other, after a sleep.
  private func isOver(at moments: [UInt64], after sleep: UInt64, processors: Int = 2) -> [Bool] {
    var lull = Lull(processors: processors)
    lull.slept(sleep)
    return moments.map { lull.isOver(at: $0) }
  }

  @Test func `a thread that has not slept yet, or slept long, sleeps at once`() {
    var fresh = Lull(processors: 2)
    let isOver = fresh.isOver(at: 5)
    #expect(isOver)
    #expect(self.isOver(at: [5], after: Lull.shortSleep + 1) == [true])
  }

  @Test func `after a short sleep it looks out for so long`() {
    let moments = [1_000, 1_000 + Lull.patience, 1_001 + Lull.patience]
    #expect(isOver(at: moments, after: Lull.shortSleep) == [false, false, true])
  }

  @Test func `with each work it looks out anew`() {
    var lull = Lull(processors: 2)
    lull.slept(1)
    let first = lull.isOver(at: 0)
    lull.end()
    let second = lull.isOver(at: 90_000)
    #expect([first, second] == [false, false])
  }

  @Test func `on one processor it never does`() {
    #expect(isOver(at: [1_000], after: 1, processors: 1) == [true])
  }
}
