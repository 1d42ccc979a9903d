/// A value on its way to JavaScript, as the code that `@Crossing` writes writes it.
public struct ValueWriter {
  let tape: SlotTape

  /// Begins an object; nil when it lies deeper than the limit, of which the whole value is told.
  public func beginObject() -> ObjectWriter? {
    guard tape.descend() else {
      tape.ascend()
      return nil
    }
    return ObjectWriter(tape: tape)
  }

  /// Writes a value; for enums that have raw ones.
  public func write(_ value: some CrossingValue) throws { try value.write(to: self) }

  /// Writes text; for enums.
  public func write(text: String) { tape.write(text) }

  // What lists and optionals are written with.

  @usableFromInline
  func writeNull() { tape.writeNull() }

  @usableFromInline
  func write(bytes: [UInt8]) { tape.write(BridgeBytes(bytes)) }

  /// Begins an array; false when it lies deeper than the limit, of which the whole value is told.
  @usableFromInline
  func beginArray(_ count: Int) -> Bool {
    guard tape.descend() else {
      tape.ascend()
      return false
    }
    tape.beginArray(count)
    return true
  }

  @usableFromInline
  func endArray() { tape.ascend() }

  /// Writes a value by its type's `Codable` conformance.
  public func encode(_ value: some Encodable) throws { try tape.encode(value) }
}

/// An object that is being written.
@safe public struct ObjectWriter: ~Copyable {
  let tape: SlotTape
  private let place: Int
  /// Retained by the tree of all declared shapes, which lives as long as the program.
  private var shape: Unmanaged<ObjectShape>
  /// Whether the names are written beside the values, as there are too many.
  private var isExtended = false

  init(tape: SlotTape) {
    self.tape = tape
    place = tape.beginContainer()
    unsafe shape = .passUnretained(.declared)
  }

  /// Ends the object.
  public func end() {
    unsafe tape.endObject(at: place, shape, isExtended: isExtended)
    tape.ascend()
  }

  // A key is `,"name":`: its text in JSON between a comma and a colon, made when the type was compiled.

  @usableFromInline
  mutating func begin(_ key: StaticString) -> ValueWriter {
    if !isExtended, let next = unsafe DeclaredSteps.step(shape, key) {
      unsafe shape = next
    } else {
      isExtended = true
      tape.write(DeclaredSteps.name(of: key))
    }
    return ValueWriter(tape: tape)
  }

  /// Writes a member.
  public mutating func write(_ key: StaticString, _ value: Double) throws {
    _ = begin(key)
    tape.write(value)
  }

  /// Writes a member.
  public mutating func write(_ key: StaticString, _ value: Int) throws {
    _ = begin(key)
    tape.write(integer: value)
  }

  /// Writes a member.
  public mutating func write(_ key: StaticString, _ value: String) throws {
    _ = begin(key)
    tape.write(value)
  }

  /// Writes a member.
  public mutating func write(_ key: StaticString, _ value: Bool) throws {
    _ = begin(key)
    tape.write(value)
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
    try tape.encode(value, key: PathKey(stringValue: DeclaredSteps.name(of: key)))
  }

  /// Writes a member by its type's `Codable` conformance; nil is left out.
  @_disfavoredOverload
  public mutating func write<Value: Encodable>(_ key: StaticString, _ value: Value?) throws {
    if let value { try write(key, value) }
  }
}
