public import FoundationEssentials

extension Bool: CrossingValue {
  /// Reads a boolean.
  public init(reading value: borrowing ValueReader) throws {
    guard let bool = value.read({ $0.bool($1) }) else { throw value.mismatch("a boolean") }
    self = bool
  }
  /// Writes a boolean.
  public func write(to writer: borrowing ValueWriter) { writer.withTape { $0.write(self) } }
}

extension String: CrossingValue {
  /// Reads a string.
  public init(reading value: borrowing ValueReader) throws { self = try value.text() }
  /// Writes a string.
  public func write(to writer: borrowing ValueWriter) { writer.withTape { $0.write(self) } }
}

extension Double: CrossingValue {
  /// Reads a number.
  public init(reading value: borrowing ValueReader) throws {
    guard let number = value.read({ $0.double($1) }) else { throw value.mismatch("a number") }
    self = number
  }
  /// Writes a number.
  public func write(to writer: borrowing ValueWriter) { writer.withTape { $0.write(self) } }
}

extension Float: CrossingValue {
  /// Reads a number.
  public init(reading value: borrowing ValueReader) throws { self = Float(try Double(reading: value)) }
  /// Writes a number.
  public func write(to writer: borrowing ValueWriter) { writer.withTape { $0.write(Double(self)) } }
}

/// Integers cross exactly: as numbers up to 2^53, beyond as a BigInt.
extension FixedWidthInteger where Self: CrossingValue {
  /// Reads an integer within the type's range.
  public init(reading value: borrowing ValueReader) throws {
    guard let integer = value.read({ $0.integer($1, as: Self.self) }) else {
      throw value.mismatch(Self.expected)
    }
    self = integer
  }
  /// Writes an integer.
  public func write(to writer: borrowing ValueWriter) { writer.withTape { $0.write(integer: self) } }
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
  public init(reading value: borrowing ValueReader) throws {
    guard let date = value.read({ $0.date($1) }) else { throw value.mismatch("a Date") }
    self = date
  }
  /// Writes a date.
  public func write(to writer: borrowing ValueWriter) { writer.withTape { $0.write(self) } }
}

extension Data: CrossingValue {
  /// Reads bytes.
  public init(reading value: borrowing ValueReader) throws {
    guard let bytes = value.read({ $0.bytes($1) }) else { throw value.mismatch("bytes") }
    self.init(bytes.data)
  }
  /// Writes bytes.
  public func write(to writer: borrowing ValueWriter) { writer.withTape { $0.write(BridgeBytes([UInt8](self))) } }
}

extension BridgeBytes: CrossingValue {
  /// Reads bytes.
  public init(reading value: borrowing ValueReader) throws {
    guard let bytes = value.read({ $0.bytes($1) }) else { throw value.mismatch("bytes") }
    self = bytes
  }
  /// Writes bytes.
  public func write(to writer: borrowing ValueWriter) { writer.withTape { $0.write(self) } }
}

extension BridgeValue: CrossingValue {
  /// Reads any value.
  public init(reading value: borrowing ValueReader) throws { self = value.read({ $0.value($1) }) }
  /// Writes the value.
  public func write(to writer: borrowing ValueWriter) { writer.withTape { $0.write(self) } }
}

extension BridgeObject: CrossingValue {
  /// Reads an object.
  public init(reading value: borrowing ValueReader) throws {
    guard case .object(let object) = value.read({ $0.value($1) }) else { throw value.mismatch("an object") }
    self = object
  }
  /// Writes the object.
  public func write(to writer: borrowing ValueWriter) { writer.withTape { $0.write(BridgeValue.object(self)) } }
}

extension URL: CrossingValue {
  /// Reads a URL.
  public init(reading value: borrowing ValueReader) throws {
    guard let url = value.read({ $0.string($1) }).flatMap({ URL(string: $0) }) else { throw value.mismatch("a URL") }
    self = url
  }
  /// Writes a URL.
  public func write(to writer: borrowing ValueWriter) { writer.withTape { $0.write(absoluteString) } }
}
