/// The kind of a tape node.
package enum TapeKind: UInt8, BitwiseCopyable {
  /// The text of a number or a string is in the bytes of the tape; so are the names of an object's members, one node
  /// each.
  case null, `true`, `false`, number, string, array, object
  /// A number itself.
  case double
  /// An object whose names are in a shape: its nodes are the values.
  case record
  /// A value that JSON cannot represent; its content is the next node.
  case tag
}

/// One value, or one member name, on a tape.
package struct TapeNode: BitwiseCopyable {
  package var kind: TapeKind
  /// Whether the string's text holds escapes; for an object with names that it is no tag, whatever its name.
  var isEscaped = false
  /// The start of the text, after the quote for a JSON string; the index of a record's shape.
  package var start: Int32
  /// One past the last byte: before the quote for a string of JSON.
  package var end: Int32
  /// The index of the node after this one and everything in it.
  package var next: Int32
  /// The number of elements or members; which tag it is.
  var count: Int32 = 0

  /// Whether it is an object, however its names are stored.
  package var isObject: Bool { kind == .object || kind == .record }

  /// The number of a node that is one itself, in the place of where a text begins and ends.
  var double: Double {
    Double(bitPattern: UInt64(UInt32(bitPattern: end)) << 32 | UInt64(UInt32(bitPattern: start)))
  }
}

/// The nodes of a tape, which grow in number while it is made.
@safe package struct TapeNodes: ~Copyable {
  private var memory: GrowingMemory<TapeNode>
  private(set) var count = 0

  init(capacity: Int) { memory = GrowingMemory(capacity: capacity) }

  var capacity: Int { memory.capacity }
  var indices: Range<Int> { 0..<count }

  package subscript(index: Int) -> TapeNode {
    @inline(__always) get {
      precondition(index >= 0 && index < count)
      return unsafe memory.start[index]
    }
    @inline(__always) _modify {
      precondition(index >= 0 && index < count)
      yield unsafe &memory.start[index]
    }
  }

  @inline(__always)
  mutating func append(_ node: TapeNode) {
    memory.reserve(1, after: count)
    unsafe (memory.start + count).initialize(to: node)
    count += 1
  }

  /// Appends a node of a value that ends with it.
  @inline(__always)
  mutating func append(_ kind: TapeKind, start: Int = 0, end: Int = 0, count: Int = 0, isEscaped: Bool = false) {
    append(
      TapeNode(
        kind: kind, isEscaped: isEscaped, start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: end),
        next: Int32(truncatingIfNeeded: self.count &+ 1), count: Int32(truncatingIfNeeded: count)))
  }

  /// Appends the node of a number.
  @inline(__always)
  mutating func append(number: UInt64) {
    append(.double, start: Int(truncatingIfNeeded: number), end: Int(truncatingIfNeeded: number >> 32))
  }
}
