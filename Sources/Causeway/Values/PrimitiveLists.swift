/// Lists of one primitive type, which cross without a container, a decoder or an encoder for each element.
///
/// `static let`: the metadata of a generic type is looked up in a table each time that its name stands in code.
enum PrimitiveLists {
  static let bytes: Any.Type = [UInt8].self
  static let doubles: Any.Type = [Double].self
  static let integers: Any.Type = [Int].self
  static let strings: Any.Type = [String].self
}

/// A list that was read.
enum PrimitiveList {
  case doubles([Double])
  case strings([String])
  case integers([Int])

  /// The list as the type that was asked for, which the caller has compared.
  @inline(__always)
  func cast<List>() -> List {
    switch self {
    case .doubles(let list): unsafe unsafeBitCast(list, to: List.self)
    case .strings(let list): unsafe unsafeBitCast(list, to: List.self)
    case .integers(let list): unsafe unsafeBitCast(list, to: List.self)
    }
  }
}

extension TapeSource {
  /// The list at an index, if both it and the type are of one primitive.
  ///
  /// Nil for everything else, a list with one element of another type too: `Decodable` then says which.
  @inline(__always)
  func primitiveList(_ type: Any.Type, at index: Int) -> PrimitiveList? {
    if type == PrimitiveLists.doubles { return list(index, double).map { .doubles($0) } }
    if type == PrimitiveLists.strings { return list(index, string).map { .strings($0) } }
    if type == PrimitiveLists.integers { return list(index) { integer($0, as: Int.self) }.map { .integers($0) } }
    return nil
  }

  @inline(__always)
  private func list<Element>(_ index: Int, _ element: (Int) -> Element?) -> [Element]? {
    guard case .plain(let node, var index) = resolve(index), node.kind == .array else { return nil }
    var elements: [Element] = []
    elements.reserveCapacity(Int(node.count))
    index += 1
    while index < Int(node.next) {
      guard let element = element(index) else { return nil }
      elements.append(element)
      index = Int(tape.nodes[index].next)
    }
    return elements
  }
}

extension JSONWriter {
  /// Writes a list of one primitive type; false when the value is something else.
  @inline(__always)
  func writePrimitiveList<Value>(_ value: Value) -> Bool {
    if Value.self == PrimitiveLists.doubles {
      unsafe list(unsafeBitCast(value, to: [Double].self)) { write($0) }
    } else if Value.self == PrimitiveLists.strings {
      unsafe list(unsafeBitCast(value, to: [String].self)) { write($0) }
    } else if Value.self == PrimitiveLists.integers {
      unsafe list(unsafeBitCast(value, to: [Int].self)) { write(integer: $0) }
    } else {
      return false
    }
    return true
  }

  @inline(__always)
  private func list<Element>(_ elements: [Element], _ write: (Element) -> Void) {
    defer { ascend() }
    guard descend() else { return }
    append(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      write(element)
    }
    append(UInt8(ascii: "]"))
  }
}
