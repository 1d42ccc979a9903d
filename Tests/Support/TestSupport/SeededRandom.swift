import Glibc
import Testing

/// Random numbers that can be had again: `TEST_SEED=7 swift test --filter …`.
///
/// Each prints its seed with the name of its test. The numbers are those of SplitMix64.
public struct SeededRandom: RandomNumberGenerator, Sendable {
  /// What the numbers follow from.
  public let seed: UInt64
  private var state: UInt64

  /// Begins with `TEST_SEED`, or else with a seed that nobody knows.
  public init() { self.init(orElse: .random(in: 0...0xFFFF_FFFF)) }

  /// Begins with `TEST_SEED`, or else with a seed that is the same in each run.
  public init(orElse usual: UInt64) {
    let wish = unsafe getenv("TEST_SEED").flatMap { unsafe UInt64(String(cString: $0)) }
    seed = wish ?? usual
    state = seed
    print("TEST_SEED=\(seed) repeats the random numbers of: \(Test.current?.name ?? "a test")")
  }

  /// Begins with a seed that another one's follows from, and prints nothing.
  public init(continuing seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
