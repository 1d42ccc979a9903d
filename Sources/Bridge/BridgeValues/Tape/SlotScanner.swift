/// The texts that slots refer to, one after the other.
@safe package enum SlotText {
  case utf8(UnsafeBufferPointer<UInt8>)
  case utf16(UnsafeBufferPointer<UInt16>)
}

/// Makes nodes of slots: one pass, no recursion; nothing that a slot says is trusted.
@safe package struct SlotScanner: ~Copyable {
  private var nodes: TapeNodes
  private let limits: Limits
  private let shapes: [ObjectShape]
  private let slots: UnsafeBufferPointer<UInt64>
  private var text: SlotTextReader
  /// The number of letters in slots.
  private var letters = 0

  /// A tape of slots.
  ///
  /// - Parameter shapes: the shapes, indexed by the content of object slots.
  /// - Throws: `RESOURCE_EXHAUSTED` for too much depth or too many values, `INTERNAL` for slots that our writers never
  ///   write.
  package static func tape(
    _ slots: UnsafeBufferPointer<UInt64>, _ text: SlotText, shapes: [ObjectShape], limits: Limits
  ) throws(BridgeError) -> ValueTape {
    var scanner = unsafe SlotScanner(slots, text, shapes, limits)
    if let failure = scanner.scan() { throw failure }
    // Places in the texts are 32-bit numbers.
    guard scanner.text.count <= Int(Int32.max) else {
      throw .exhausted("messageBytes", maximum: limits.messageBytes, "A message of \(scanner.text.count) bytes")
    }
    return scanner.finish()
  }

  private init(_ slots: UnsafeBufferPointer<UInt64>, _ text: SlotText, _ shapes: [ObjectShape], _ limits: Limits) {
    nodes = TapeNodes(capacity: slots.count + 1)
    self.limits = limits
    self.shapes = shapes
    unsafe self.slots = slots
    // Where letters are in the slots, they are in the texts.
    self.text = unsafe SlotTextReader(text, after: UnsafeRawBufferPointer(slots))
  }

  private consuming func finish() -> ValueTape {
    let textSize = text.count - text.start + letters
    return ValueTape(nodes: nodes, texts: text.finish(), textSize: textSize, shapes: shapes)
  }

  /// The innermost container that is open.
  ///
  /// While it is, its node's `end` is the one around it, and while another one is open within, its node's `next` is its
  /// `left`.
  private struct Container {
    /// Its node; -1 for none.
    var node = -1
    /// The number of values that it still has; for an object whose names are beside its values, of those whose names are its
    /// shape's.
    var left = 0
    /// Whether it is such an object.
    var hasNames = false
  }

  private mutating func scan() -> BridgeError? {
    // In variables of this function, which stay in registers: the compiler cannot know that no node that is stored lies where
    // a property does.
    var index = 0
    var container = Container()
    var depth = 0
    let (slots, mostNodes, mostDepth) = unsafe (slots, limits.nodes, limits.depth)

    // Each iteration reads a value, and the slots before the next one.
    while true {
      guard index < slots.count else { return malformed() }
      guard nodes.count < mostNodes else { return tooMany() }
      let slot = unsafe slots[index]
      index &+= 1
      if slot.isNumber {
        nodes.append(number: slot)
      } else {
        guard let tag = slot.slotTag else { return malformed() }
        let content = slot.slotContent
        switch tag {
        case .integer: nodes.append(number: Double(Int32(truncatingIfNeeded: content)).bitPattern)
        case .ascii: guard takeLetters(content, at: &index) else { return malformed() }
        case .text, .wideText: guard takeString(tag, content, at: &index) else { return malformed() }
        case .array:
          // Each element has a slot at least, so that a count cannot ask for more memory than there is.
          guard content <= slots.count - index else { return malformed() }
          guard depth < mostDepth else { return tooDeep() }
          depth &+= 1
          begin(&container, .array, values: content, count: content)
        case .object, .extended:
          guard content < shapes.count else { return malformed() }
          let count = shapes[content].names.count
          guard count <= slots.count - index else { return malformed() }
          guard depth < mostDepth else { return tooDeep() }
          depth &+= 1
          if tag == .object {
            begin(&container, .record, values: count, start: content, count: count)
          } else {
            begin(&container, .object, values: count, start: content, isEscaped: true)
          }
        case .null: nodes.append(.null)
        case .false: nodes.append(.false)
        case .true: nodes.append(.true)
        case .nan: nodes.append(number: Double.nan.bitPattern)
        case .undefined:
          nodes.append(.tag, count: Int(TapeTag.undefined.rawValue))
          nodes[nodes.count - 1].next += 1
          nodes.append(.true)
        case .date: begin(&container, .tag, values: 1, count: Int(TapeTag.date.rawValue))
        case .map: begin(&container, .tag, values: 1, count: Int(TapeTag.map.rawValue))
        case .set: begin(&container, .tag, values: 1, count: Int(TapeTag.set.rawValue))
        case .bigInt: begin(&container, .tag, values: 1, count: Int(TapeTag.bigInt.rawValue))
        case .bytes: begin(&container, .tag, values: 1, count: Int(TapeTag.bytes.rawValue))
        case .error: begin(&container, .tag, values: 1, count: Int(TapeTag.error.rawValue))
        case .reference: begin(&container, .tag, values: 1, count: Int(TapeTag.reference.rawValue))
        case .jsonText: if let failure = takeJSON(content, at: &index) { return failure }
        case .end: return malformed()
        }
      }
      while container.node >= 0 {
        if container.hasNames {
          guard let hasNext = beginMember(of: &container, at: &index) else { return malformed() }
          if hasNext { break }
        } else if container.left > 0 {
          container.left &-= 1
          break
        }
        if nodes[container.node].kind != .tag { depth &-= 1 }
        container = close(container)
      }
      if container.node < 0 { return index == slots.count ? nil : malformed() }
    }
  }

  // MARK: Containers

  @inline(__always)
  private mutating func begin(
    _ container: inout Container, _ kind: TapeKind, values: Int, start: Int = 0, count: Int = 0, isEscaped: Bool = false
  ) {
    if container.node >= 0 { nodes[container.node].next = Int32(truncatingIfNeeded: container.left) }
    let node = nodes.count
    nodes.append(kind, start: start, end: container.node, count: count, isEscaped: isEscaped)
    container = Container(node: node, left: values, hasNames: kind == .object)
  }

  /// Ends a container; returns the one around it.
  @inline(__always)
  private mutating func close(_ container: Container) -> Container {
    let outer = Int(nodes[container.node].end)
    nodes[container.node].next = Int32(truncatingIfNeeded: nodes.count)
    guard outer >= 0 else { return Container() }
    let node = nodes[outer]
    return Container(node: outer, left: Int(node.next), hasNames: node.kind == .object)
  }

  /// Takes the name of the next member of an object whose names are beside its values; false at its end, nil for neither.
  private mutating func beginMember(of container: inout Container, at index: inout Int) -> Bool? {
    if container.left > 0 {
      container.left -= 1
      let node = nodes[container.node]
      nodes[container.node].count += 1
      let (start, end) = text.append(shapes[Int(node.start)].names[Int(node.count)])
      nodes.append(.string, start: start, end: end)
      return true
    }
    guard unsafe index < slots.count else { return nil }
    let slot = unsafe slots[index]
    index += 1
    switch slot.slotTag {
    case .end: return false
    case .text, .wideText:
      nodes[container.node].count += 1
      return takeString(slot.slotTag!, slot.slotContent, at: &index) ? true : nil
    case .ascii:
      nodes[container.node].count += 1
      return takeLetters(slot.slotContent, at: &index) ? true : nil
    default: return nil
    }
  }

  // MARK: Texts

  private mutating func takeString(_ tag: SlotTag, _ units: Int, at index: inout Int) -> Bool {
    var bytes = units
    if tag == .wideText {
      guard unsafe index < slots.count, let count = unsafe Int(exactly: slots[index]) else { return false }
      bytes = count
      index += 1
    }
    guard let place = text.take(units: units, bytes: bytes) else { return false }
    nodes.append(.string, start: place.start, end: place.end, isEscaped: place.isEscaped)
    return true
  }

  @inline(__always)
  private mutating func takeLetters(_ count: Int, at index: inout Int) -> Bool {
    let taken = (count + 7) >> 3
    guard unsafe taken <= slots.count - index else { return false }
    let start = index << 3
    guard unsafe isASCII(slots.baseAddress! + index, bytes: count) else { return false }
    index += taken
    letters += count
    nodes.append(.string, start: start, end: start + count)
    return true
  }

  /// Whether the first bytes of words are ASCII.
  @inline(__always)
  private func isASCII(_ words: UnsafePointer<UInt64>, bytes: Int) -> Bool {
    let whole = bytes >> 3
    var bits: UInt64 = 0
    for index in 0..<whole { unsafe bits |= words[index] }
    // The bytes of the last word that do not count may have any value.
    let rest = bytes & 7
    if rest > 0 { unsafe bits |= words[whole] & (1 << UInt64(rest &* 8) &- 1) }
    return bits & 0x8080_8080_8080_8080 == 0
  }

  /// Takes a value that is JSON: its nodes are those of its own scan, moved to here.
  private mutating func takeJSON(_ units: Int, at index: inout Int) -> BridgeError? {
    guard unsafe index < slots.count, let count = unsafe Int(exactly: slots[index]),
      let place = text.take(units: units, bytes: count)
    else { return malformed() }
    index += 1
    var scanner = JSONScanner(limits: limits, capacity: 16)
    if let failure = unsafe scanner.scan(text.bytes(from: place.start, to: place.end)) { return failure }
    let inner = scanner.finish()
    let offset = Int32(truncatingIfNeeded: nodes.count)
    for index in inner.indices {
      var node = inner[index]
      node.start += Int32(truncatingIfNeeded: place.start)
      node.end += Int32(truncatingIfNeeded: place.start)
      node.next += offset
      nodes.append(node)
    }
    return nil
  }

  // MARK: Errors

  @inline(never)
  private func tooMany() -> BridgeError {
    .exhausted("nodes", maximum: limits.nodes, "A message of more than \(limits.nodes) values")
  }

  @inline(never)
  private func tooDeep() -> BridgeError {
    .exhausted("depth", maximum: limits.depth, "A value nested deeper than \(limits.depth)")
  }

  @inline(never)
  private func malformed() -> BridgeError { BridgeError(.internal, "The value's slots are damaged.") }
}
