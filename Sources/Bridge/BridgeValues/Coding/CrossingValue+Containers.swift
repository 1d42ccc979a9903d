extension Optional: CrossingValue where Wrapped: CrossingValue {
  /// Nil: an optional member may be missing.
  @inlinable
  public static var missing: Self? { .some(nil) }
  /// Reads a value, or null or undefined.
  @inlinable
  public init(reading value: borrowing ValueReader) throws {
    self = value.isNil ? nil : try Wrapped(reading: value)
  }
  /// Writes the value, or null.
  @inlinable
  public func write(to writer: borrowing ValueWriter) throws {
    if let self { try self.write(to: writer) } else { writer.writeNull() }
  }
}

// What follows is inlinable so that a list of a client's type is read and written by code made for that type: the
// unspecialised code looks up the metadata of each generic type that it touches, element by element.

extension Array: CrossingValue where Element: CrossingValue {
  /// Reads an array; bytes also from a typed array, anything from a `Set`.
  @inlinable
  public init(reading value: borrowing ValueReader) throws {
    if Element.self == UInt8.self, let bytes = value.bytes() {
      self = unsafe unsafeBitCast(bytes, to: Self.self)
      return
    }
    if let list = value.primitives(of: Element.self) as [Element]? {
      self = list
      return
    }
    var elements = try value.elements(of: Element.self == UInt8.self ? "bytes" : "an array")
    self.init()
    reserveCapacity(elements.count)
    while let element = elements.next() {
      do { append(try Element(reading: element)) } catch { throw elements.located(error) }
    }
  }

  /// Writes the elements.
  @inlinable
  public func write(to writer: borrowing ValueWriter) throws {
    if Element.self == UInt8.self { return unsafe writer.write(bytes: unsafeBitCast(self, to: [UInt8].self)) }
    guard writer.beginArray(count) else { return }
    try forEachBorrowed { try $0.write(to: writer) }
    writer.endArray()
  }
}

extension Set: CrossingValue where Element: CrossingValue {
  /// Reads an array or a `Set`.
  public init(reading value: borrowing ValueReader) throws { self.init(try [Element](reading: value)) }
  /// Writes the elements as an array.
  public func write(to writer: borrowing ValueWriter) throws { try Array(self).write(to: writer) }
}

extension Dictionary: CrossingValue where Key == String, Value: CrossingValue {
  /// Reads the members of an object.
  public init(reading value: borrowing ValueReader) throws {
    // Retained for this long, so that its values can be lent.
    let source = value.source
    guard case .plain(let node, let object) = source.resolve(value.index), node.isObject else {
      throw value.mismatch("an object")
    }
    self.init(minimumCapacity: Int(node.count))
    var members = source.tape.members(of: object)
    while let (name, index) = members.next() {
      do {
        self[name] = try source.read(Value.self, at: index)
      } catch {
        throw ValueMismatch(error, in: PathKey(stringValue: name)) ?? error
      }
    }
    // Of a name that comes twice the last value counts; of two that only look the same none may get lost.
    guard count < Int(node.count) else { return }
    var seen = Set<String>()
    if let name = source.object(object).keys.first(where: { !seen.insert($0).inserted }) {
      throw ValueMismatch("has two names \(Suggestion.quoted(name)), which differ in JavaScript but are equal in Swift")
    }
  }

  /// Writes the members.
  public func write(to writer: borrowing ValueWriter) throws {
    let tape = writer.tape
    defer { tape.ascend() }
    guard tape.descend() else { return }
    // The names are data: they make no shapes.
    let place = tape.beginContainer()
    for (key, value) in self {
      tape.write(key)
      try value.write(to: writer)
    }
    tape.endObjectOfNames(at: place)
  }
}
