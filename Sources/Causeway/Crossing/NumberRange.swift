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

extension PluginArguments {
  /// The one parameter, if it is within the range.
  public func checked<Number: BinaryInteger>(_ value: Number, within range: ClosedRange<Double>) throws -> Number {
    try NumberRange.check(Double(value), range)
    return value
  }

  /// The one parameter, if it is within the range.
  public func checked<Number: BinaryFloatingPoint>(_ value: Number, within range: ClosedRange<Double>) throws -> Number
  {
    try NumberRange.check(Double(value), range)
    return value
  }
}

enum NumberRange {
  static func check(_ value: Double, _ range: ClosedRange<Double>) throws {
    if range.contains(value) { return }
    let text = "from \(TypeScriptTypes.number(range.lowerBound)) to \(TypeScriptTypes.number(range.upperBound))"
    throw ValueMismatch("expected a number \(text), got \(TypeScriptTypes.number(value))")
  }
}
