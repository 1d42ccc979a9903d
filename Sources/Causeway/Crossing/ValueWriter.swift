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

  /// Writes a value by its type's `Codable` conformance.
  public func encode(_ value: some Encodable) throws { try writer.encode(value, path: nil) }
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

  private mutating func begin(_ key: StaticString) {
    writer.append(key, from: isFirst ? 1 : 0)
    isFirst = false
  }

  /// Writes a member.
  public mutating func write(_ key: StaticString, _ value: Double) throws {
    begin(key)
    writer.write(value)
  }

  /// Writes a member.
  public mutating func write(_ key: StaticString, _ value: Int) throws {
    begin(key)
    writer.write(integer: value)
  }

  /// Writes a member.
  public mutating func write(_ key: StaticString, _ value: String) throws {
    begin(key)
    writer.write(value)
  }

  /// Writes a member.
  public mutating func write(_ key: StaticString, _ value: Bool) throws {
    begin(key)
    writer.write(value)
  }

  /// Writes a member.
  public mutating func write<Value: CrossingValue>(_ key: StaticString, _ value: Value) throws {
    begin(key)
    try value.write(to: ValueWriter(writer: writer))
  }

  /// Writes a member; nil is left out.
  public mutating func write<Value: CrossingValue>(_ key: StaticString, _ value: Value?) throws {
    if let value { try write(key, value) }
  }

  /// Writes a member by its type's `Codable` conformance.
  @_disfavoredOverload
  public mutating func write<Value: Encodable>(_ key: StaticString, _ value: Value) throws {
    begin(key)
    let name = { PathKey(stringValue: String(key.description.dropFirst(2).dropLast(2))) }
    try writer.encode(value, path: ValuePath(nil, name()))
  }

  /// Writes a member by its type's `Codable` conformance; nil is left out.
  @_disfavoredOverload
  public mutating func write<Value: Encodable>(_ key: StaticString, _ value: Value?) throws {
    if let value { try write(key, value) }
  }
}

extension JSONWriter {
  /// Writes a text from its byte `start` on.
  func append(_ text: StaticString, from start: Int) {
    let bytes = unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    unsafe self.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
  }
}
