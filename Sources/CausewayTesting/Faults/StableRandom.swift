/// Random numbers that are the same on every machine and in every version of this library.
///
/// SplitMix64: add 0x9E3779B97F4A7C15 to the state, then mix it (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
/// Generators, OOPSLA 2014). A generator is made for one question about one message (`seed`, the question, the direction,
/// the method, the number of the call), so an answer depends on nothing else: not on the order in which threads happen to
/// send, and not on the other settings of a plan.
public struct StableRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A sequence that begins with `seed`.
  public init(seed: UInt64) { state = seed }

  /// A sequence for what `parts` name, among all those of one seed.
  ///
  /// The parts are hashed by FNV-1a, 64 bits, over their UTF-8 with a zero after each, and mixed with the seed.
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

  /// A number from 0 up to, not including, 1.
  public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number around 0 with a standard deviation of 1: twelve of ``unit()`` added up, less 6.
  ///
  /// The sum comes close to the normal distribution within three deviations, and needs no function of a C library that
  /// could round differently elsewhere.
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
