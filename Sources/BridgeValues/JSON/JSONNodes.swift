/// What a node of a tape is.
package enum JSONKind: UInt8, BitwiseCopyable {
  case null, `true`, `false`, number, string, array, object
}

/// One value, or one member name, in a scanned JSON text.
package struct JSONNode: BitwiseCopyable {
  package var kind: JSONKind
  /// Whether the string's text holds escapes.
  var isEscaped = false
  /// Where the text begins: after the quote for a string.
  package var start: Int32
  /// One past the last byte: before the quote for a string.
  package var end: Int32
  /// The index of the node after this one and everything in it.
  package var next: Int32
  /// The number of elements or members.
  var count: Int32 = 0
}

/// The nodes of a text, which grow in number while it is scanned.
@safe package struct JSONNodes: ~Copyable {
  private var memory: GrowingMemory<JSONNode>
  private(set) var count = 0

  init(capacity: Int) { memory = GrowingMemory(capacity: capacity) }

  var capacity: Int { memory.capacity }
  var indices: Range<Int> { 0..<count }

  package subscript(index: Int) -> JSONNode {
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
  mutating func append(_ node: JSONNode) {
    memory.reserve(1, after: count)
    unsafe (memory.start + count).initialize(to: node)
    count += 1
  }
}
