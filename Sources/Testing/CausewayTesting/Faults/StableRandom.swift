/// A random number generator with the same results on every machine and in every version of this library.
///
/// SplitMix64: add 0x9E3779B97F4A7C15 to the state, then mix it (Steele, Lea, Flood: Fast Splittable Pseudorandom
/// Number Generators, OOPSLA 2014). Each decision about a message has its own generator (from the seed, the decision,
/// the direction, the method and the number of the call). So a decision does not depend on the order in which threads
/// send, nor on the other settings of a plan.
public struct StableRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator with a seed.
  public init(seed: UInt64) { state = seed }

  /// Creates the generator of a seed for the decision that `parts` name.
  ///
  /// The parts are hashed with 64-bit FNV-1a, over their UTF-8 with a zero after each, and mixed with the seed.
  public init(seed: UInt64, _ parts: String...) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for part in parts {
      for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      hash = hash &* 0x100_0000_01B3
    }
    state = hash ^ StableRandom.mix(seed &+ 0x9E37_79B9_7F4A_7C15)
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state = state &+ 0x9E37_79B9_7F4A_7C15
    return StableRandom.mix(state)
  }

  /// A number from 0 to 1, without 1.
  public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A normally distributed number with mean 0 and standard deviation 1: the sum of twelve ``unit()`` values, minus 6.
  ///
  /// The sum is close to the normal distribution within three deviations. It needs no function of a C library that
  /// could round differently on another machine.
  public mutating func normal() -> Double { (0..<12).reduce(-6.0) { sum, _ in sum + unit() } }

  /// A whole number in a range.
  public mutating func integer(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound + 1))
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
