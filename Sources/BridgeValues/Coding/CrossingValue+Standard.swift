public import FoundationEssentials

extension Bool: CrossingValue {
  /// Reads a boolean.
  public init(reading value: ValueReader) throws {
    guard let bool = value.source.bool(value.index) else { throw value.mismatch("a boolean") }
    self = bool
  }
  /// Writes a boolean.
  public func write(to writer: ValueWriter) { writer.tape.write(self) }
}

extension String: CrossingValue {
  /// Reads a string.
  public init(reading value: ValueReader) throws { self = try value.text() }
  /// Writes a string.
  public func write(to writer: ValueWriter) { writer.tape.write(self) }
}

extension Double: CrossingValue {
  /// Reads a number.
  public init(reading value: ValueReader) throws {
    guard let number = value.source.double(value.index) else { throw value.mismatch("a number") }
    self = number
  }
  /// Writes a number.
  public func write(to writer: ValueWriter) { writer.tape.write(self) }
}

extension Float: CrossingValue {
  /// Reads a number.
  public init(reading value: ValueReader) throws { self = Float(try Double(reading: value)) }
  /// Writes a number.
  public func write(to writer: ValueWriter) { writer.tape.write(Double(self)) }
}

/// Integers cross exactly: as numbers up to 2^53, beyond as a BigInt.
extension FixedWidthInteger where Self: CrossingValue {
  /// Reads an integer within the type's range.
  public init(reading value: ValueReader) throws {
    guard let integer = value.source.integer(value.index, as: Self.self) else {
      throw value.mismatch(Self.expected)
    }
    self = integer
  }
  /// Writes an integer.
  public func write(to writer: ValueWriter) { writer.tape.write(integer: self) }
}

extension Int: CrossingValue {}
extension Int8: CrossingValue {}
extension Int16: CrossingValue {}
extension Int32: CrossingValue {}
extension Int64: CrossingValue {}
extension UInt: CrossingValue {}
extension UInt8: CrossingValue {}
extension UInt16: CrossingValue {}
extension UInt32: CrossingValue {}
extension UInt64: CrossingValue {}

extension Date: CrossingValue {
  /// Reads a date.
  public init(reading value: ValueReader) throws {
    guard let date = value.source.date(value.index) else { throw value.mismatch("a Date") }
    self = date
  }
  /// Writes a date.
  public func write(to writer: ValueWriter) { writer.tape.write(self) }
}

extension Data: CrossingValue {
  /// Reads bytes.
  public init(reading value: ValueReader) throws {
    guard let bytes = value.source.bytes(value.index) else { throw value.mismatch("bytes") }
    self.init(bytes.data)
  }
  /// Writes bytes.
  public func write(to writer: ValueWriter) { writer.tape.write(BridgeBytes([UInt8](self))) }
}

extension BridgeBytes: CrossingValue {
  /// Reads bytes.
  public init(reading value: ValueReader) throws {
    guard let bytes = value.source.bytes(value.index) else { throw value.mismatch("bytes") }
    self = bytes
  }
  /// Writes bytes.
  public func write(to writer: ValueWriter) { writer.tape.write(self) }
}

extension BridgeValue: CrossingValue {
  /// Reads any value.
  public init(reading value: ValueReader) throws { self = value.source.value(value.index) }
  /// Writes the value.
  public func write(to writer: ValueWriter) { writer.tape.write(self) }
}

extension BridgeObject: CrossingValue {
  /// Reads an object.
  public init(reading value: ValueReader) throws {
    guard case .object(let object) = value.source.value(value.index) else { throw value.mismatch("an object") }
    self = object
  }
  /// Writes the object.
  public func write(to writer: ValueWriter) { writer.tape.write(BridgeValue.object(self)) }
}

extension URL: CrossingValue {
  /// Reads a URL.
  public init(reading value: ValueReader) throws {
    guard let url = value.source.string(value.index).flatMap({ URL(string: $0) }) else { throw value.mismatch("a URL") }
    self = url
  }
  /// Writes a URL.
  public func write(to writer: ValueWriter) { writer.tape.write(absoluteString) }
}
