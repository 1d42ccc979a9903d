extension Optional: CrossingValue where Wrapped: CrossingValue {
  /// `T | null`.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription {
    .optional(Wrapped.describe(in: &catalog))
  }
  /// Nil: an optional member need not be there.
  public static var missing: Self? { .some(nil) }
  /// Reads a value, or null or undefined.
  public init(reading value: ValueReader) throws {
    self = value.source.isNil(value.index) ? nil : try Wrapped(reading: value)
  }
  /// Writes the value, or null.
  public func write(to writer: ValueWriter) throws {
    if let self { try self.write(to: writer) } else { writer.writer.writeNull() }
  }
}

extension Array: CrossingValue where Element: CrossingValue {
  /// `T[]`; `Uint8Array` for bytes.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription {
    Element.self == UInt8.self ? .bytes : .list(Element.describe(in: &catalog))
  }

  /// Reads an array; bytes also from a typed array, anything from a `Set`.
  public init(reading value: ValueReader) throws {
    let source = value.source
    if let list = source.primitiveList(Self.self, at: value.index) {
      self = list
      return
    }
    if Self.self == PrimitiveLists.bytes, let bytes = source.bytes(value.index) {
      self = bytes.data as! Self
      return
    }
    let array: Int
    switch source.resolve(value.index) {
    case .plain(let node, let index) where node.kind == .array: array = index
    case .tagged("$set", let inner) where source.tape.nodes[inner].kind == .array: array = inner
    default: throw value.mismatch(Element.self == UInt8.self ? "bytes" : "an array")
    }
    self.init()
    let nodes = source.tape.nodes
    reserveCapacity(Int(nodes[array].count))
    let end = Int(nodes[array].next)
    var index = array + 1
    while index < end {
      do {
        append(try Element(reading: ValueReader(source: source, index: index)))
      } catch {
        throw ValueMismatch(error, in: PathKey(intValue: count)) ?? error
      }
      index = Int(nodes[index].next)
    }
  }

  /// Writes the elements.
  public func write(to writer: ValueWriter) throws {
    let json = writer.writer
    if json.writePrimitiveList(self) { return }
    if Self.self == PrimitiveLists.bytes { return json.write(BridgeBytes(self as! [UInt8])) }
    defer { json.ascend() }
    guard json.descend() else { return }
    json.append(UInt8(ascii: "["))
    var isFirst = true
    for element in self {
      if !isFirst { json.append(UInt8(ascii: ",")) }
      isFirst = false
      try element.write(to: writer)
    }
    json.append(UInt8(ascii: "]"))
  }
}

extension Set: CrossingValue where Element: CrossingValue {
  /// `T[]`.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription {
    .list(Element.describe(in: &catalog))
  }
  /// Reads an array or a `Set`.
  public init(reading value: ValueReader) throws { self.init(try [Element](reading: value)) }
  /// Writes the elements as an array.
  public func write(to writer: ValueWriter) throws { try Array(self).write(to: writer) }
}

extension Dictionary: CrossingValue where Key == String, Value: CrossingValue {
  /// `Record<string, T>`.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription {
    .dictionary(Value.describe(in: &catalog))
  }

  /// Reads the members of an object.
  public init(reading value: ValueReader) throws {
    let source = value.source
    guard case .plain(let node, var index) = source.resolve(value.index), node.kind == .object else {
      throw value.mismatch("an object")
    }
    self.init(minimumCapacity: Int(node.count))
    let nodes = source.tape.nodes
    index += 1
    while index < Int(node.next) {
      let name = source.tape.string(nodes[index])
      do {
        self[name] = try Value(reading: ValueReader(source: source, index: index + 1))
      } catch {
        throw ValueMismatch(error, in: PathKey(stringValue: name)) ?? error
      }
      index = Int(nodes[index + 1].next)
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
