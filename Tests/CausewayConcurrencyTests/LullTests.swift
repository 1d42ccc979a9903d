import CausewayConcurrency
import Testing

/// Whether a thread with nothing to do looks out for more or sleeps; times in nanoseconds.
@Suite struct LullTests {
  /// How often a thread looks out that sleeps so many times, and never finds anything.
  private func lookOuts(before sleeps: Int, _ lull: inout Lull) -> Int {
    var count = 0
    for _ in 0..<sleeps {
      if !lull.isOver(at: 0) {
        count += 1
        #expect(finishes(&lull))
      }
      lull.slept()
    }
    return count
  }

  private func finishes(_ lull: inout Lull) -> Bool { lull.isOver(at: Lull.patience + 1) }

  @Test func `it looks out for so long`() {
    var lull = Lull(processors: 2)
    let isOver = [1_000, 1_000 + Lull.patience, 1_001 + Lull.patience].map { lull.isOver(at: $0) }
    #expect(isOver == [false, false, true])
  }

  @Test func `with each work it looks out anew`() {
    var lull = Lull(processors: 2)
    let first = lull.isOver(at: 0)
    lull.end()
    let second = lull.isOver(at: 90_000)
    #expect([first, second] == [false, false])
  }

  @Test func `who never finds anything hardly looks out any more`() {
    var lull = Lull(processors: 2)
    #expect(lookOuts(before: 511, &lull) == 9)
    #expect(lookOuts(before: 10 * Lull.mostRests, &lull) == 10)
  }

  @Test func `who finds something looks out before each sleep again`() {
    var lull = Lull(processors: 2)
    while lookOuts(before: 1_000, &lull) > 4 {}
    var sleeps = 0
    while lull.isOver(at: 0) {
      lull.slept()
      sleeps += 1
    }
    #expect(sleeps <= Lull.mostRests)
    lull.end()
    #expect(lookOuts(before: 2, &lull) == 2)
  }

  @Test func `on one processor it never does`() {
    var lull = Lull(processors: 1)
    let isOver = lull.isOver(at: 1_000)
    #expect(isOver)
  }
}
