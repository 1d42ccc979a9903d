import CausewayConcurrency
import Testing

/// When a wait begins with a spin.
@Suite struct AdaptiveSpinTests {
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

  @Test func `an arrival ends the spin`() {
    let spin = AdaptiveSpin(isEnabled: true)
    var clock = Clock()
    let arrived = spin.arrived
    let isThere = spin.spin(beyond: arrived) {
      if clock.readings == 7 { spin.arrive() }
      return clock.read()
    }
    #expect(isThere)
    #expect(clock.readings == 8)
  }

  @Test func `an earlier arrival is found without a spin`() {
    let spin = AdaptiveSpin(isEnabled: true)
    let arrived = spin.arrived
    spin.arrive()
    let isThere = spin.spin(beyond: arrived) { fatalError("It reads the clock.") }
    #expect(isThere)
  }

  @Test func `after each spin in vain twice as many waits go without one, up to a limit`() {
    let spin = AdaptiveSpin(isEnabled: true)
    var skips: [Int] = []
    var clock = Clock()
    while skips.count < 11 {
      let before = clock.readings
      let isThere = spin.spin(beyond: spin.arrived) { clock.read() }
      #expect(!isThere)
      if clock.readings > before { skips.append(0) } else { skips[skips.count - 1] += 1 }
    }
    #expect(skips == [1, 2, 4, 8, 16, 32, 64, 128, 256, 256, 0])
  }

  @Test func `after a spin that paid the next wait spins again`() {
    let spin = AdaptiveSpin(isEnabled: true)
    var clock = Clock()
    for _ in 0..<20 { spin.spin(beyond: spin.arrived) { clock.read() } }
    var isSeen = false
    while !isSeen {
      isSeen = spin.spin(beyond: spin.arrived) {
        spin.arrive()
        return clock.read()
      }
    }
    let before = clock.readings
    let isThere = spin.spin(beyond: spin.arrived) { clock.read() }
    #expect(!isThere)
    #expect(clock.readings > before)
  }

  @Test func `on one processor there is no spin`() {
    let spin = AdaptiveSpin(isEnabled: false)
    for _ in 0..<3 {
      let isThere = spin.spin(beyond: spin.arrived) { fatalError("It reads the clock.") }
      #expect(!isThere)
    }
  }
}
