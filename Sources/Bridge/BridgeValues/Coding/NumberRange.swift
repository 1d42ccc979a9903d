/// Numbers within a range, where one was declared.
extension ObjectReader {
  /// The value of a member, if it is within the range.
  public func checked<Number: BinaryInteger>(
    _ position: Int, _ value: Number, within range: ClosedRange<Double>
  ) throws -> Number {
    try within(position) { try NumberRange.check(Double(value), range) }
    return value
  }

  /// The value of a member, if it is within the range.
  public func checked<Number: BinaryFloatingPoint>(
    _ position: Int, _ value: Number, within range: ClosedRange<Double>
  ) throws -> Number {
    try within(position) { try NumberRange.check(Double(value), range) }
    return value
  }

  /// The value of a member, if it is nil or within the range.
  public func checked<Number: BinaryInteger>(
    _ position: Int, _ value: Number?, within range: ClosedRange<Double>
  ) throws -> Number? {
    try value.map { try checked(position, $0, within: range) }
  }

  /// The value of a member, if it is nil or within the range.
  public func checked<Number: BinaryFloatingPoint>(
    _ position: Int, _ value: Number?, within range: ClosedRange<Double>
  ) throws -> Number? {
    try value.map { try checked(position, $0, within: range) }
  }
}

/// Compares numbers with a declared range.
package enum NumberRange {
  /// - Throws: an error if the number is outside the range.
  package static func check(_ value: Double, _ range: ClosedRange<Double>) throws {
    if range.contains(value) { return }
    let text = "from \(JavaScriptLiteral.number(range.lowerBound)) to \(JavaScriptLiteral.number(range.upperBound))"
    throw ValueMismatch("expected a number \(text), got \(JavaScriptLiteral.number(value))")
  }
}
