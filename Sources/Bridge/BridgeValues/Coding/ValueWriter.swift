/// A value on its way to JavaScript, as the code that `@Crossing` writes writes it.
///
/// It can be used only while it is borrowed, so it need not retain its tape.
@safe public struct ValueWriter: ~Copyable {
  /// The lender of this writer keeps it alive.
  private let unretained: Unmanaged<SlotTape>

  /// - Parameter tape: must exist for as long as the writer does.
  init(_ tape: Unmanaged<SlotTape>) { unsafe unretained = tape }

  @inline(__always)
  func withTape<Result>(_ body: (SlotTape) throws -> Result) rethrows -> Result {
    try unsafe unretained._withUnsafeGuaranteedRef { try body($0) }
  }

  var tape: SlotTape { unsafe unretained.takeUnretainedValue() }

  /// Begins an object that has some of these members.
  ///
  /// - Returns: nil if the object is nested deeper than the limit; the whole value then fails with that error.
  public func beginObject(_ names: MemberNames) -> ObjectWriter? {
    guard descend() else { return nil }
    let place = withTape { $0.beginContainer() }
    return ObjectWriter(tape: tape, place: place, names: names)
  }

  /// Writes a value; for enums with raw values.
  public func write(_ value: some CrossingValue) throws { try value.write(to: self) }

  /// Writes text; for enums.
  public func write(text: String) { withTape { $0.write(text) } }

  /// Writes a function or an object of this side.
  package func write(_ reference: any SentReference, names: [String] = []) {
    withTape { $0.write(reference, names: names) }
  }

  // What lists and optionals are written with.

  @usableFromInline
  func writeNull() { withTape { $0.writeNull() } }

  @usableFromInline
  func write(bytes: [UInt8]) { withTape { $0.write(BridgeBytes(bytes)) } }

  /// Begins an array; returns false, and fails the whole value, if it is nested deeper than the limit.
  @usableFromInline
  func beginArray(_ count: Int) -> Bool {
    guard descend() else { return false }
    withTape { $0.beginArray(count) }
    return true
  }

  /// Enters a container, unless it lies too deep.
  @inline(__always)
  private func descend() -> Bool {
    withTape { tape in
      if tape.descend() { return true }
      tape.ascend()
      return false
    }
  }

  @usableFromInline
  func endArray() { withTape { $0.ascend() } }

  /// Writes a value by its type's `Codable` conformance.
  public func encode(_ value: some Encodable) throws { try withTape { try $0.encode(value) } }
}

/// An object that is being written: its members in the order of their names, of which some may be left out.
@safe public struct ObjectWriter: ~Copyable {
  private let tape: SlotTape
  private let names: MemberNames
  private let place: Int
  /// The position of the next member, as long as none was left out; then -1.
  private var next = 0
  /// The shape of the members so far, once one was left out; retained by the tree of all declared shapes, which lives as
  /// long as the program.
  private var shape: Unmanaged<ObjectShape>?
  /// Whether the names are written beside the values, as there are too many.
  private var isExtended = false

  @inline(__always)
  fileprivate init(tape: SlotTape, place: Int, names: MemberNames) {
    self.tape = tape
    self.place = place
    unsafe shape = nil
    if unsafe names.shape == nil {
      unsafe shape = .passUnretained(.declared)
      next = -1
    }
    self.names = names
  }

  /// Ends the object.
  public consuming func end() {
    if next == names.names.count {
      unsafe tape.endObject(at: place, names.shape!)
    } else {
      if next >= 0 { leaveOut() }
      unsafe tape.endObject(at: place, shape!, isExtended: isExtended)
    }
    tape.ascend()
  }

  /// Begins a member: its value is to be written next.
  @inline(__always)
  private mutating func begin(_ position: Int) {
    if position == next { next += 1 } else { begin(after: position) }
  }

  @inline(never)
  private mutating func begin(after position: Int) {
    if next >= 0 { leaveOut() }
    let name = names.names[position]
    if !isExtended, let longer = unsafe DeclaredSteps.step(shape!, name) {
      unsafe shape = longer
    } else {
      isExtended = true
      tape.write(name.description)
    }
  }

  /// Goes on by the names of the single members.
  private mutating func leaveOut() {
    unsafe shape = names.findShape(of: next)
    next = -1
  }

  @usableFromInline
  mutating func writer(_ position: Int) -> ValueWriter {
    begin(position)
    return unsafe ValueWriter(.passUnretained(tape))
  }

  /// Writes the member at a position.
  public mutating func write(_ position: Int, _ value: Double) throws {
    begin(position)
    tape.write(value)
  }

  /// Writes the member at a position.
  public mutating func write(_ position: Int, _ value: Int) throws {
    begin(position)
    tape.write(integer: value)
  }

  /// Writes the member at a position.
  public mutating func write(_ position: Int, _ value: String) throws {
    begin(position)
    tape.write(value)
  }

  /// Writes the member at a position.
  public mutating func write(_ position: Int, _ value: Bool) throws {
    begin(position)
    tape.write(value)
  }

  /// Writes the member at a position.
  @inlinable
  public mutating func write<Value: CrossingValue>(_ position: Int, _ value: Value) throws {
    try value.write(to: writer(position))
  }

  /// Writes the member at a position; nil is left out.
  @inlinable
  public mutating func write<Value: CrossingValue>(_ position: Int, _ value: Value?) throws {
    if let value { try write(position, value) }
  }

  /// Writes the member at a position by its type's `Codable` conformance.
  @_disfavoredOverload
  public mutating func write<Value: Encodable>(_ position: Int, _ value: Value) throws {
    begin(position)
    try tape.encode(value, key: PathKey(stringValue: names.names[position].description))
  }

  /// Writes the member at a position by its type's `Codable` conformance; nil is left out.
  @_disfavoredOverload
  public mutating func write<Value: Encodable>(_ position: Int, _ value: Value?) throws {
    if let value { try write(position, value) }
  }
}

extension SlotTape {
  /// Writes a value by its `CrossingValue` conformance.
  func write(crossing value: some CrossingValue) throws {
    defer { extendLifetime(self) }
    try unsafe value.write(to: ValueWriter(.passUnretained(self)))
  }
}
