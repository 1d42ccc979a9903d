/// The engine's encoding of numbers, booleans, null and undefined in the 64 bits of a value: "NaN boxing".
///
/// Reading a number through the C API takes and releases the engine's lock, about 40 ns; decoding the bits costs
/// nothing. All 64-bit builds have used this layout for years, but it is not documented as stable, so each realm
/// compares samples first (`isCurrent`) and uses the C API if one differs.
///
/// Source: Source/JavaScriptCore/runtime/JSCJSValue.h, "USE(JSVALUE64)".
package enum ImmediateValues {
  @inlinable package static var numberTag: UInt64 { 0xfffe_0000_0000_0000 }
  @inlinable package static var doubleOffset: UInt64 { 0x0002_0000_0000_0000 }
  /// The bits that the address of a heap cell never has.
  @inlinable package static var notCell: UInt64 { numberTag | 0x2 }

  @inlinable package static var null: UInt64 { 0x2 }
  @inlinable package static var undefined: UInt64 { 0xa }
  @inlinable package static var `true`: UInt64 { 0x7 }
  @inlinable package static var `false`: UInt64 { 0x6 }

  /// The number that the bits encode; nil if they encode another value.
  @inlinable @inline(__always) package static func number(_ bits: UInt64) -> Double? {
    if bits & numberTag == numberTag { return Double(Int32(truncatingIfNeeded: bits)) }
    return bits & numberTag == 0 ? nil : Double(bitPattern: bits &- doubleOffset)
  }

  @inlinable @inline(__always) package static func bits(_ number: Double) -> UInt64 {
    // The engine encodes minus zero as a double.
    if let integer = Int32(exactly: number), number.bitPattern != (-0.0).bitPattern {
      return numberTag | UInt64(UInt32(bitPattern: integer))
    }
    // All NaNs are encoded as one: the bits of another NaN could encode another value.
    return (number.isNaN ? 0x7ff8_0000_0000_0000 : number.bitPattern) &+ doubleOffset
  }

  /// The kind of value that the bits encode; nil for a string, a symbol, a big integer or an object.
  @inlinable @inline(__always) package static func kind(_ bits: UInt64) -> JSKind? {
    if bits & notCell == 0 { return nil }
    if bits & numberTag != 0 { return .number }
    return bits == undefined ? .undefined : bits == null ? .null : .boolean
  }

  /// Whether the engine uses this encoding, decided by sample values that the engine made.
  static func isCurrent(
    number make: (Double) -> UInt64, undefined: UInt64, null: UInt64, true: UInt64, false: UInt64, cell: UInt64
  ) -> Bool {
    let samples: [Double] = [
      0, 1, -1, -0.0, 0.5, -0.5, 1e300, -1e300, .leastNonzeroMagnitude, .infinity, -.infinity, .nan, 2_147_483_647,
      2_147_483_648,
      -2_147_483_648, -2_147_483_649, 9_007_199_254_740_991, .greatestFiniteMagnitude,
    ]
    let areNumbers = samples.allSatisfy { sample in
      let bits = make(sample)
      guard bits == self.bits(sample), kind(bits) == .number, let number = number(bits) else { return false }
      return number.bitPattern == sample.bitPattern || number.isNaN && sample.isNaN
    }
    return areNumbers && undefined == self.undefined && null == self.null && `true` == self.true
      && `false` == self.false && kind(cell) == nil
  }
}
