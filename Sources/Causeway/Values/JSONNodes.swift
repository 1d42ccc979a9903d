/// What a node of a tape is.
enum JSONKind: UInt8 {
  case null, `true`, `false`, number, string, array, object
}

/// One value, or one member name, in a scanned JSON text.
struct JSONNode {
  var kind: JSONKind
  /// Whether the string's text holds escapes.
  var isEscaped = false
  /// Where the text begins: after the quote for a string.
  var start: Int32
  /// One past the last byte: before the quote for a string.
  var end: Int32
  /// The index of the node after this one and everything in it.
  var next: Int32
  /// The number of elements or members.
  var count: Int32 = 0
}

/// The nodes of a text, which grow in number while it is scanned.
///
/// An array asks with each change whether it is shared; this one cannot be.
@safe struct JSONNodes: ~Copyable {
  private var start: UnsafeMutablePointer<JSONNode>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    unsafe start = .allocate(capacity: capacity)
  }

  deinit { unsafe start.deallocate() }

  var indices: Range<Int> { 0..<count }

  subscript(index: Int) -> JSONNode {
    @inline(__always) get {
      precondition(index >= 0 && index < count)
      return unsafe start[index]
    }
    @inline(__always) _modify {
      precondition(index >= 0 && index < count)
      yield unsafe &start[index]
    }
  }

  @inline(__always)
  mutating func append(_ node: JSONNode) {
    if count == capacity { grow() }
    unsafe (start + count).initialize(to: node)
    count += 1
  }

  @inline(never)
  private mutating func grow() {
    capacity = max(capacity * 2, 8)
    let larger = UnsafeMutablePointer<JSONNode>.allocate(capacity: capacity)
    unsafe larger.moveInitialize(from: start, count: count)
    unsafe start.deallocate()
    unsafe start = larger
  }
}
