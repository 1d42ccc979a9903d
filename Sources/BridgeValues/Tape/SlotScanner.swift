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
  private var index = 0
  /// The innermost container that is open, -1 for none.
  ///
  /// While it is, its `end` is the one around it, and while another one is open within, its `next` is its `left`.
  private var container = -1
  /// The number of values that it still has; for an object whose names are beside its values, of those whose names are its
  /// shape's.
  private var left = 0
  /// Whether it is such an object.
  private var hasNames = false
  private var depth = 0

  /// A tape of slots.
  ///
  /// - Parameter shapes: by the content of the slots of objects.
  /// - Throws: `RESOURCE_EXHAUSTED` for too deep or too many, `INTERNAL` for what no writer of ours writes.
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
    // Letters may take all of the slots.
    self.text = SlotTextReader(text, capacity: slots.count * 8)
  }

  private consuming func finish() -> ValueTape {
    ValueTape(nodes: nodes, texts: text.finish(), shapes: shapes)
  }

  private mutating func scan() -> BridgeError? {
    // Each turn takes a value and what stands between it and the next.
    while true {
      guard unsafe index < slots.count else { return malformed() }
      guard nodes.count < limits.nodes else {
        return .exhausted("nodes", maximum: limits.nodes, "A message of more than \(limits.nodes) values")
      }
      let slot = unsafe slots[index]
      index += 1
      if slot.isNumber {
        append(slot)
      } else {
        guard let tag = slot.slotTag else { return malformed() }
        let content = slot.slotContent
        switch tag {
        case .nan: append(Double.nan.bitPattern)
        case .integer: append(Double(Int32(truncatingIfNeeded: content)).bitPattern)
        case .null: append(.null)
        case .false: append(.false)
        case .true: append(.true)
        case .undefined:
          append(.tag, count: Int(TapeTag.undefined.rawValue))
          nodes[nodes.count - 1].next += 1
          append(.true)
        case .text, .wideText: guard takeString(tag, content) else { return malformed() }
        case .ascii: guard takeLetters(content) else { return malformed() }
        case .array:
          // Each element has a slot at least, so that a count cannot ask for more memory than there is.
          guard unsafe content <= slots.count - index else { return malformed() }
          guard open(.array, values: content) else { return tooDeep() }
          nodes[container].count = Int32(truncatingIfNeeded: content)
        case .object, .extended:
          guard content < shapes.count else { return malformed() }
          let count = shapes[content].names.count
          guard unsafe count <= slots.count - index else { return malformed() }
          guard open(tag == .object ? .record : .object, values: count) else { return tooDeep() }
          nodes[container].start = Int32(truncatingIfNeeded: content)
          nodes[container].isEscaped = tag == .extended
          nodes[container].count = tag == .object ? Int32(truncatingIfNeeded: count) : 0
        case .date: openTag(.date)
        case .map: openTag(.map)
        case .set: openTag(.set)
        case .bigInt: openTag(.bigInt)
        case .bytes: openTag(.bytes)
        case .error: openTag(.error)
        case .jsonText: if let failure = takeJSON(content) { return failure }
        case .end: return malformed()
        }
      }
      while container >= 0 {
        if hasNames {
          guard let hasNext = beginMember() else { return malformed() }
          if hasNext { break }
        } else if left > 0 {
          left -= 1
          break
        }
        close()
      }
      if container < 0 { return unsafe index == slots.count ? nil : malformed() }
    }
  }

  // MARK: Nodes

  @inline(__always)
  private mutating func append(_ kind: TapeKind, start: Int = 0, end: Int = 0, count: Int = 0, isEscaped: Bool = false)
  {
    nodes.append(
      TapeNode(
        kind: kind, isEscaped: isEscaped, start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: end),
        next: Int32(truncatingIfNeeded: nodes.count + 1), count: Int32(truncatingIfNeeded: count)))
  }

  @inline(__always)
  private mutating func append(_ number: UInt64) {
    append(.double, start: Int(truncatingIfNeeded: number), end: Int(truncatingIfNeeded: number >> 32))
  }

  /// Begins a container; false when it lies too deep.
  @inline(__always)
  private mutating func open(_ kind: TapeKind, values: Int) -> Bool {
    guard depth < limits.depth else { return false }
    depth += 1
    begin(kind, values: values)
    return true
  }

  @inline(__always)
  private mutating func begin(_ kind: TapeKind, values: Int, count: Int = 0) {
    if container >= 0 { nodes[container].next = Int32(truncatingIfNeeded: left) }
    append(kind, end: container, count: count)
    container = nodes.count - 1
    left = values
    hasNames = kind == .object
  }

  /// Begins a value that JSON has not.
  private mutating func openTag(_ tag: TapeTag) {
    begin(.tag, values: 1, count: Int(tag.rawValue))
  }

  @inline(__always)
  private mutating func close() {
    if nodes[container].kind != .tag { depth -= 1 }
    let outer = Int(nodes[container].end)
    nodes[container].next = Int32(truncatingIfNeeded: nodes.count)
    container = outer
    guard outer >= 0 else { return }
    left = Int(nodes[outer].next)
    hasNames = nodes[outer].kind == .object
  }

  /// Takes the name of the next member of an object whose names are beside its values; false at its end, nil for neither.
  private mutating func beginMember() -> Bool? {
    if left > 0 {
      left -= 1
      let node = nodes[container]
      nodes[container].count += 1
      let (start, end) = text.append(shapes[Int(node.start)].names[Int(node.count)])
      append(.string, start: start, end: end)
      return true
    }
    guard unsafe index < slots.count else { return nil }
    let slot = unsafe slots[index]
    index += 1
    switch slot.slotTag {
    case .end: return false
    case .text, .wideText:
      nodes[container].count += 1
      return takeString(slot.slotTag!, slot.slotContent) ? true : nil
    case .ascii:
      nodes[container].count += 1
      return takeLetters(slot.slotContent) ? true : nil
    default: return nil
    }
  }

  // MARK: Texts

  private mutating func takeString(_ tag: SlotTag, _ units: Int) -> Bool {
    var bytes = units
    if tag == .wideText {
      guard unsafe index < slots.count, let count = unsafe Int(exactly: slots[index]) else { return false }
      bytes = count
      index += 1
    }
    guard let place = text.take(units: units, bytes: bytes) else { return false }
    append(.string, start: place.start, end: place.end, isEscaped: place.isEscaped)
    return true
  }

  private mutating func takeLetters(_ count: Int) -> Bool {
    let taken = (count + 7) >> 3
    guard unsafe taken <= slots.count - index else { return false }
    let start = text.count
    guard unsafe text.append(letters: slots.baseAddress! + index, count: count) else { return false }
    index += taken
    append(.string, start: start, end: text.count)
    return true
  }

  /// Takes a value that is JSON: its nodes are those of its own scan, moved to here.
  private mutating func takeJSON(_ units: Int) -> BridgeError? {
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

  // MARK: What may be wrong

  @inline(never)
  private func tooDeep() -> BridgeError {
    .exhausted("depth", maximum: limits.depth, "A value nested deeper than \(limits.depth)")
  }

  @inline(never)
  private func malformed() -> BridgeError { BridgeError(.internal, "The value's slots are damaged.") }
}
