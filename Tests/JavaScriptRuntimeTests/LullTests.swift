import Testing

@testable import JavaScriptRuntime

/// Whether a JavaScript thread with nothing to do looks out for more or sleeps; times in nanoseconds.
@Suite struct LullTests {
  private func lull(after sleep: UInt64, processors: Int = 2) -> Lull {
    var lull = Lull(processors: processors)
    lull.slept(sleep)
    return lull
  }

  @Test func `a thread that has not slept yet, or slept long, sleeps at once`() {
    var fresh = Lull(processors: 2)
    #expect(fresh.isOver(at: 5))
    var rested = lull(after: Lull.shortSleep + 1)
    #expect(rested.isOver(at: 5))
  }

  @Test func `after a short sleep it looks out for so long, and from each work on anew`() {
    var lull = lull(after: Lull.shortSleep)
    #expect(!lull.isOver(at: 1_000))
    #expect(!lull.isOver(at: 1_000 + Lull.patience))
    #expect(lull.isOver(at: 1_001 + Lull.patience))
    lull.end()
    #expect(!lull.isOver(at: 90_000))
    lull.slept(Lull.shortSleep + 1)
    #expect(lull.isOver(at: 90_001))
  }

  @Test func `on one processor it never does`() {
    var lull = lull(after: 1, processors: 1)
    #expect(lull.isOver(at: 1_000))
  }
}
