extension Optional: CrossingValue where Wrapped: CrossingValue {
  /// Nil: an optional member need not be there.
  @inlinable
  public static var missing: Self? { .some(nil) }
  /// Reads a value, or null or undefined.
  @inlinable
  public init(reading value: ValueReader) throws {
    self = value.isNil ? nil : try Wrapped(reading: value)
  }
  /// Writes the value, or null.
  @inlinable
  public func write(to writer: ValueWriter) throws {
    if let self { try self.write(to: writer) } else { writer.writeNull() }
  }
}

// What follows is inlinable so that a list of a client's type is read and written by code made for that type: the
// unspecialised code looks up the metadata of each generic type that it touches, element by element.

extension Array: CrossingValue where Element: CrossingValue {
  /// Reads an array; bytes also from a typed array, anything from a `Set`.
  @inlinable
  public init(reading value: ValueReader) throws {
    if Element.self == UInt8.self, let bytes = value.bytes() {
      self = unsafe unsafeBitCast(bytes, to: Self.self)
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
  public func write(to writer: ValueWriter) throws {
    if Element.self == UInt8.self { return unsafe writer.write(bytes: unsafeBitCast(self, to: [UInt8].self)) }
    guard writer.beginArray() else { return }
    for index in indices {
      if index > 0 { writer.separate() }
      try self[index].write(to: writer)
    }
    writer.endArray()
  }
}

extension Set: CrossingValue where Element: CrossingValue {
  /// Reads an array or a `Set`.
  public init(reading value: ValueReader) throws { self.init(try [Element](reading: value)) }
  /// Writes the elements as an array.
  public func write(to writer: ValueWriter) throws { try Array(self).write(to: writer) }
}

extension Dictionary: CrossingValue where Key == String, Value: CrossingValue {
  /// Reads the members of an object.
  public init(reading value: ValueReader) throws {
    let source = value.source
    guard case .plain(let node, let object) = source.resolve(value.index), node.kind == .object else {
      throw value.mismatch("an object")
    }
    self.init(minimumCapacity: Int(node.count))
    var index = object + 1
    while index < Int(node.next) {
      let name = source.tape.string(source.tape.nodes[index])
      do {
        self[name] = try Value(reading: ValueReader(source: source, index: index + 1))
      } catch {
        throw ValueMismatch(error, in: PathKey(stringValue: name)) ?? error
      }
      index = Int(source.tape.nodes[index + 1].next)
    }
    // Of a name that comes twice the last value counts; of two that only look the same none may get lost.
    guard count < Int(node.count) else { return }
    var seen = Set<String>()
    if let name = source.object(object).keys.first(where: { !seen.insert($0).inserted }) {
      throw ValueMismatch("has two names \(Suggestion.quoted(name)), which JavaScript tells apart and Swift does not")
    }
  }

  /// Writes the members.
  public func write(to writer: ValueWriter) throws {
    let json = writer.writer
    defer { json.ascend() }
    guard json.descend() else { return }
    // An object whose one name begins with $ would be taken for a tag.
    let isEscaped = count == 1 && keys.first?.utf8.first == UInt8(ascii: "$")
    if isEscaped {
      json.noteTag()
      json.append(#"{"$object":"#)
    }
    json.append(UInt8(ascii: "{"))
    var isFirst = true
    for (key, value) in self {
      if !isFirst { json.append(UInt8(ascii: ",")) }
      isFirst = false
      json.write(key)
      json.append(UInt8(ascii: ":"))
      try value.write(to: writer)
    }
    json.append(isEscaped ? "}}" : "}")
  }
}
