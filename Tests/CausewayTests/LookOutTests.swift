import Testing

@testable import Causeway

/// When a task that waits looks out before it is suspended.
@Suite(.enabled(if: LookOut.isPossible, "There is one processor: nothing can come while it looks."))
struct LookOutTests {
  /// A clock that goes on by a microsecond each time that it is read.
  private struct Clock {
    private var instant = ContinuousClock.now
    private(set) var readings = 0

    mutating func read() -> ContinuousClock.Instant {
      readings += 1
      instant += .microseconds(1)
      return instant
    }
  }

  @Test func `what comes while it looks is seen`() {
    let lookOut = LookOut()
    var clock = Clock()
    let arrived = lookOut.arrived
    let isThere = lookOut.look(beyond: arrived) {
      if clock.readings == 7 { lookOut.arrive() }
      return clock.read()
    }
    #expect(isThere)
    #expect(clock.readings == 8)
  }

  @Test func `what came before it looked is seen without looking`() {
    let lookOut = LookOut()
    let arrived = lookOut.arrived
    lookOut.arrive()
    let isThere = lookOut.look(beyond: arrived) { fatalError("It looks at the clock.") }
    #expect(isThere)
  }

  @Test func `after each look-out in vain twice as many waits go without one, up to a limit`() {
    let lookOut = LookOut()
    var rests: [Int] = []
    var clock = Clock()
    while rests.count < 11 {
      let before = clock.readings
      let isThere = lookOut.look(beyond: lookOut.arrived) { clock.read() }
      #expect(!isThere)
      if clock.readings > before { rests.append(0) } else { rests[rests.count - 1] += 1 }
    }
    #expect(rests == [1, 2, 4, 8, 16, 32, 64, 128, 256, 256, 0])
  }

  @Test func `one that was not in vain makes it look again at once`() {
    let lookOut = LookOut()
    var clock = Clock()
    for _ in 0..<20 { lookOut.look(beyond: lookOut.arrived) { clock.read() } }
    var isSeen = false
    while !isSeen {
      isSeen = lookOut.look(beyond: lookOut.arrived) {
        lookOut.arrive()
        return clock.read()
      }
    }
    let before = clock.readings
    let isThere = lookOut.look(beyond: lookOut.arrived) { clock.read() }
    #expect(!isThere)
    #expect(clock.readings > before)
  }
}
