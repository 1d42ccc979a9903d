/// A value on its way to JavaScript, as the code that `@Crossing` writes writes it.
public struct ValueWriter {
  let writer: JSONWriter

  /// Begins an object; nil when it lies deeper than the limit, of which the whole value is told.
  public func beginObject() -> ObjectWriter? {
    guard writer.descend() else {
      writer.ascend()
      return nil
    }
    writer.append(UInt8(ascii: "{"))
    return ObjectWriter(writer: writer)
  }

  /// Writes a value; for enums that have raw ones.
  public func write(_ value: some CrossingValue) throws { try value.write(to: self) }

  /// Writes text; for enums.
  public func write(text: String) { writer.write(text) }

  // What lists and optionals are written with.

  @usableFromInline
  func writeNull() { writer.writeNull() }

  @usableFromInline
  func write(bytes: [UInt8]) { writer.write(BridgeBytes(bytes)) }

  /// Begins an array; false when it lies deeper than the limit, of which the whole value is told.
  @usableFromInline
  func beginArray() -> Bool {
    guard writer.descend() else {
      writer.ascend()
      return false
    }
    writer.append(UInt8(ascii: "["))
    return true
  }

  @usableFromInline
  func separate() { writer.append(UInt8(ascii: ",")) }

  @usableFromInline
  func endArray() {
    writer.append(UInt8(ascii: "]"))
    writer.ascend()
  }

  /// Writes a value by its type's `Codable` conformance.
  public func encode(_ value: some Encodable) throws { try writer.encode(value) }
}

/// An object that is being written.
public struct ObjectWriter {
  let writer: JSONWriter
  private var isFirst = true

  init(writer: JSONWriter) { self.writer = writer }

  /// Ends the object.
  public func end() {
    writer.append(UInt8(ascii: "}"))
    writer.ascend()
  }

  // A key is its text between a comma and a colon, `,"name":`, made when the type was compiled.

  @usableFromInline
  mutating func begin(_ key: StaticString) -> ValueWriter {
    writer.append(key, from: isFirst ? 1 : 0)
    isFirst = false
    return ValueWriter(writer: writer)
  }

  /// Writes a member.
  public mutating func write(_ key: StaticString, _ value: Double) throws {
    _ = begin(key)
    writer.write(value)
  }

  /// Writes a member.
  public mutating func write(_ key: StaticString, _ value: Int) throws {
    _ = begin(key)
    writer.write(integer: value)
  }

  /// Writes a member.
  public mutating func write(_ key: StaticString, _ value: String) throws {
    _ = begin(key)
    writer.write(value)
  }

  /// Writes a member.
  public mutating func write(_ key: StaticString, _ value: Bool) throws {
    _ = begin(key)
    writer.write(value)
  }

  /// Writes a member.
  @inlinable
  public mutating func write<Value: CrossingValue>(_ key: StaticString, _ value: Value) throws {
    try value.write(to: begin(key))
  }

  /// Writes a member; nil is left out.
  @inlinable
  public mutating func write<Value: CrossingValue>(_ key: StaticString, _ value: Value?) throws {
    if let value { try write(key, value) }
  }

  /// Writes a member by its type's `Codable` conformance.
  @_disfavoredOverload
  public mutating func write<Value: Encodable>(_ key: StaticString, _ value: Value) throws {
    _ = begin(key)
    try writer.encode(value, key: PathKey(stringValue: String(key.description.dropFirst(2).dropLast(2))))
  }

  /// Writes a member by its type's `Codable` conformance; nil is left out.
  @_disfavoredOverload
  public mutating func write<Value: Encodable>(_ key: StaticString, _ value: Value?) throws {
    if let value { try write(key, value) }
  }
}

extension JSONWriter {
  /// Writes a text from its byte `start` on.
  package func append(_ text: StaticString, from start: Int) {
    let bytes = unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    unsafe append(UnsafeBufferPointer(rebasing: bytes[start...]))
  }
}
