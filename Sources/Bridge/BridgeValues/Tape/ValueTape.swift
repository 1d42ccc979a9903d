/// A value as a flat list of nodes in document order.
///
/// It is made from a JSON text or from slots. The scanner is strict and iterative, and bounds depth and nodes before it
/// allocates memory; values are decoded only on request.
///
/// `@unchecked Sendable`: it is immutable once it is created.
@safe package final class ValueTape: @unchecked Sendable {
  /// The JSON text; empty for a tape made from slots.
  package let bytes: [UInt8]
  package let nodes: TapeNodes
  /// The names of records.
  let shapes: [ObjectShape]
  /// The texts of strings of slots.
  private let texts: TextBuffer
  /// Where the texts of strings are: in one of both.
  private let start: UnsafePointer<UInt8>?

  /// Whether it was made from JSON, so that the text positions of container nodes are valid.
  let isJSON: Bool

  /// Scans a whole text (RFC 8259).
  ///
  /// - Throws: `INVALID_ARGUMENT` with the offset if the text is not valid JSON, `RESOURCE_EXHAUSTED` if it exceeds a
  ///   limit.
  init(_ bytes: [UInt8], limits: Limits) throws(BridgeError) {
    guard bytes.count <= limits.messageBytes else {
      throw .exhausted("messageBytes", maximum: limits.messageBytes, "A message of \(bytes.count) bytes")
    }
    // Texts of objects have a node for every six bytes or so; a long one has to show that it has so many.
    var scanner = JSONScanner(limits: limits, capacity: min(bytes.count / 6 + 4, 4096))
    let failure = unsafe bytes.withUnsafeBufferPointer { unsafe scanner.scan($0) }
    if let failure { throw failure }
    self.bytes = bytes
    nodes = scanner.finish()
    shapes = []
    texts = TextBuffer(capacity: 0)
    // The elements of an array stay where they are as long as it exists and is not changed.
    unsafe start = bytes.withUnsafeBufferPointer { $0.baseAddress }
    isJSON = true
    textSize = bytes.count
  }

  init(nodes: consuming TapeNodes, texts: consuming TextBuffer, textSize: Int, shapes: [ObjectShape]) {
    bytes = []
    self.nodes = nodes
    unsafe start = texts.bytes.baseAddress
    self.texts = texts
    self.textSize = textSize
    self.shapes = shapes
    isJSON = false
  }

  /// The text of a string's or of a number's node, as it is written.
  @inline(__always)
  func text(of node: TapeNode) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: start! + Int(node.start), count: Int(node.end) - Int(node.start))
  }

  /// The bytes of the texts of strings.
  package let textSize: Int

  /// The bytes of memory that it takes.
  var size: Int { bytes.count + texts.count + (isJSON ? 0 : nodes.count * MemoryLayout<TapeNode>.size) }

  /// The text of a string node.
  package func string(_ node: TapeNode) -> String {
    if node.isEscaped { return unsafe JSONEscapes.decode([UInt8](text(of: node))[...]) }
    return unsafe String(decoding: text(of: node), as: UTF8.self)
  }

  /// Whether a string node's text is `key`, compared without making a string where there are no escapes.
  @inline(__always)
  func isEqual(_ node: TapeNode, to key: UnsafeBufferPointer<UInt8>) -> Bool {
    if node.isEscaped { return unsafe string(node).utf8.elementsEqual(key) }
    let text = unsafe text(of: node)
    guard text.count == key.count else { return false }
    for index in key.indices where unsafe text[index] != key[index] { return false }
    return true
  }

  /// The index of a member's value; nil if the object has no member of that name.
  ///
  /// If a name occurs twice, the last member counts, as in JavaScript.
  package func member(_ name: String, of object: Int) -> Int? {
    if nodes[object].kind == .record {
      guard let ordinal = shape(ofRecord: object).ordinal(of: name) else { return nil }
      return value(ordinal, ofRecord: object)
    }
    var name = name
    return name.withUTF8 { name in
      var found: Int?
      var index = object + 1
      let end = Int(nodes[object].next)
      while index < end {
        if unsafe isEqual(nodes[index], to: name) { found = index + 1 }
        index = Int(nodes[index + 1].next)
      }
      return found
    }
  }

  /// The shape of a record.
  func shape(ofRecord index: Int) -> ObjectShape { shapes[Int(nodes[index].start)] }

  /// Says where a type's members are in a record.
  @inline(__always)
  func withPlan(ofRecord index: Int, for names: MemberNames, _ body: (MemberPlan) -> Void) {
    let shape = unsafe Unmanaged.passUnretained(shapes[Int(nodes[index].start)])
    unsafe shape._withUnsafeGuaranteedRef { $0.withPlan(for: names, body) }
  }

  /// The name of the first member of a record that a type has not.
  func firstMember(ofRecord index: Int, notIn names: MemberNames) -> String? {
    var name: String?
    withPlan(ofRecord: index, for: names) { plan in
      name = plan.positions.firstIndex(of: -1).map { shape(ofRecord: index).names[$0] }
    }
    return name
  }

  /// The place of a name among a record's, looked for first where it is when members are asked for in their order.
  @inline(__always)
  func ordinal(of name: String, ofRecord index: Int, expected: Int) -> Int? {
    let shape = unsafe Unmanaged.passUnretained(shapes[Int(nodes[index].start)])
    return unsafe shape._withUnsafeGuaranteedRef { shape in
      if expected < shape.names.count, MemberName(shape.names[expected]) == MemberName(name) { return expected }
      return shape.ordinal(of: name)
    }
  }

  /// The index of a value by its place among a record's.
  func value(_ ordinal: Int, ofRecord index: Int) -> Int {
    var value = index + 1
    for _ in 0..<ordinal { value = Int(nodes[value].next) }
    return value
  }

  /// The value of a number node, to the nearest `Double`.
  @inline(__always)
  package func number(_ node: TapeNode) -> Double {
    if node.kind == .double { return node.double }
    return unsafe JSONNumber.parse(text(of: node))
  }

  /// The integer of a number node that has neither fraction nor exponent nor more than 18 digits; nil for others.
  @inline(__always)
  func smallInteger(_ node: TapeNode) -> Int64? {
    if node.kind == .double {
      let double = node.double
      return double.magnitude <= 0x1p53 ? Int64(exactly: double) : nil
    }
    return unsafe JSONNumber.parseInteger(text(of: node))
  }

  /// The text of a number node, for exact integers and for messages.
  func numberText(_ node: TapeNode) -> Substring {
    if node.kind == .double { return JSONNumber.text(node.double)[...] }
    return unsafe Substring(String(decoding: text(of: node), as: UTF8.self))
  }

  /// The tag of a value that JSON cannot represent, and the index of its content; nil for other values.
  ///
  /// In JSON that is an object's one name, when that begins with `$`, however often it occurs.
  @inline(__always)
  func tag(at index: Int) -> (name: String, content: Int)? {
    let node = nodes[index]
    if node.kind == .tag { return (TapeTag(rawValue: node.count)!.name, index + 1) }
    guard node.kind == .object, !node.isEscaped, node.count > 0, mayBeTag(nodes[index + 1]) else { return nil }
    return node.count == 1 ? firstTag(ofObject: index).map { ($0, index + 2) } : repeatedTag(at: index)
  }

  /// Whether the name is short enough for a tag, of which each character can be an escape.
  ///
  /// A longer name is not converted to a string at each query.
  private func mayBeTag(_ name: TapeNode) -> Bool { name.end - name.start <= 6 * 10 }

  private func repeatedTag(at index: Int) -> (name: String, content: Int)? {
    guard let name = firstTag(ofObject: index) else { return nil }
    var content = index + 2
    while nodes[content].next < nodes[index].next {
      let key = Int(nodes[content].next)
      guard MemberName(string(nodes[key])) == MemberName(name) else { return nil }
      content = key + 1
    }
    return (name, content)
  }

  /// The first name of an object that has some, when it begins with `$`.
  func firstTag(ofObject index: Int) -> String? {
    let key = nodes[index + 1]
    guard key.end > key.start, unsafe key.isEscaped || text(of: key)[0] == UInt8(ascii: "$") else { return nil }
    let name = string(key)
    return name.isTagLike ? name : nil
  }
}

extension String {
  /// Whether the name of a member begins as that of a tag.
  ///
  /// Compares the first byte, as JavaScript does: for Swift, a `$` with a combining character is another character.
  var isTagLike: Bool { utf8.first == UInt8(ascii: "$") }
}

/// The values that JSON has not, by the names that they have in bridge JSON.
enum TapeTag: Int32 {
  case undefined, bigInt, date, map, set, error, bytes, reference

  var name: String {
    switch self {
    case .undefined: "$undefined"
    case .bigInt: "$bigint"
    case .date: "$date"
    case .map: "$map"
    case .set: "$set"
    case .error: "$error"
    case .bytes: "$bytes"
    case .reference: ReferencingText.tag
    }
  }
}

/// Iterates over the members of an object.
package struct TapeMembers {
  private let tape: ValueTape
  private let shape: ObjectShape?
  private let end: Int
  private var index: Int
  private var ordinal = 0

  init(of object: Int, on tape: ValueTape) {
    self.tape = tape
    shape = tape.nodes[object].kind == .record ? tape.shape(ofRecord: object) : nil
    end = Int(tape.nodes[object].next)
    index = object + 1
  }

  /// The name and the index of the value.
  package mutating func next() -> (name: String, value: Int)? {
    guard index < end else { return nil }
    let name: String
    if let shape {
      name = shape.names[ordinal]
      ordinal += 1
    } else {
      name = tape.string(tape.nodes[index])
      index += 1
    }
    defer { index = Int(tape.nodes[index].next) }
    return (name, index)
  }
}

extension ValueTape {
  /// The members of an object, in order.
  package func members(of object: Int) -> TapeMembers { TapeMembers(of: object, on: self) }
}

extension [UInt8] {
  /// Whether these bytes are valid UTF-8, which a scan does not check.
  package var isUTF8: Bool {
    do throws(UTF8.ValidationError) { _ = try UTF8Span(validating: span) } catch { return false }
    return true
  }
}
