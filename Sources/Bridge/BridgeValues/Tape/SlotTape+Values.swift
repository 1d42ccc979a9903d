import FoundationEssentials

extension SlotTape {
  /// Writes any value.
  package func write(_ value: BridgeValue) {
    defer { ascend() }
    guard descend() else { return }
    switch value {
    case .undefined: writeUndefined()
    case .null: writeNull()
    case .bool(let value): write(value)
    case .number(let value): write(value)
    case .bigInt(let digits): write(bigInt: digits)
    case .string(let value): write(value)
    case .date(let value): write(value)
    case .bytes(let value): write(value)
    case .array(let elements): write(elements)
    case .object(let object): write(object)
    case .map(let pairs):
      begin(.map)
      beginArray(pairs.count)
      for pair in pairs {
        beginArray(2)
        write(pair.key)
        write(pair.value)
      }
    case .set(let elements):
      begin(.set)
      write(elements)
    case .error(let error):
      begin(.error)
      write(error.object)
    }
  }

  private func write(_ elements: [BridgeValue]) {
    beginArray(elements.count)
    for element in elements { write(element) }
  }

  private func write(_ object: BridgeObject) {
    var writer = MemberWriter(self)
    for (key, value) in object {
      writer.begin(key)
      write(value)
    }
    writer.end()
  }

  /// Writes a payload within a value.
  ///
  /// - Throws: for a payload with functions, which are sent by the value that they were written to only.
  package func write(_ payload: Payload) throws(BridgeError) {
    switch payload {
    case .undefined: writeUndefined()
    case .null: writeNull()
    case .bool(let value): write(value)
    case .number(let value): write(value)
    case .string(let value): write(value)
    case .encoded(let encoded):
      if let json = encoded.plainText { return write(json: json) }
      if encoded.hasSentReferences || encoded.hasReferences {
        throw BridgeError(.unimplemented, "A payload with functions cannot be part of another value.")
      }
      // Rare: one that has bytes, or is slots itself.
      write((try? payload.value(limits: .unlimited)) ?? .undefined)
    }
  }
}

extension SlotTape {
  /// What was written, where it needs no tape: a primitive, or a value that is JSON as a whole.
  var simple: Payload? {
    unsafe withContent { slots, text in
      let first = unsafe slots[0]
      if first.isNumber { return .number(Double(bitPattern: first)) }
      switch first.slotTag {
      case .nan: return .number(.nan)
      case .integer: return .number(Double(Int32(truncatingIfNeeded: first.slotContent)))
      case .undefined: return .undefined
      case .null: return .null
      case .false: return .bool(false)
      case .true: return .bool(true)
      case .text, .wideText: return unsafe .string(String(decoding: text, as: UTF8.self))
      case .jsonText: return unsafe Payload(EncodedValue(text: [UInt8](text)))
      default: return nil
      }
    }
  }

  /// The value on a tape, where it can be read: values of Swift that stay in Swift are rare.
  func tape(limits: Limits) throws(BridgeError) -> ValueTape {
    try unsafe withContent { (slots, text) throws(BridgeError) in
      try unsafe SlotScanner.tape(slots, .utf8(text), shapes: shapes, limits: limits)
    }
  }
}

extension SlotTape {
  /// Copies the slots, with shapes renumbered.
  ///
  /// - Parameter numbers: for each of this tape's shapes.
  package func copy(to output: UnsafeMutableBufferPointer<UInt64>, numbers: [Int]) {
    unsafe withContent { slots, _ in
      precondition(output.count >= slots.count)
      for index in slots.indices {
        let slot = unsafe slots[index]
        unsafe output[index] = slot.hasShape ? slot.withContent(numbers[slot.slotContent]) : slot
      }
    }
  }

  /// The ends of pieces of the text, except the last.
  ///
  /// A piece has at most this many bytes, unless a single string is longer.
  package func pieces(of most: Int) -> [Int] {
    unsafe withContent { slots, text in
      guard text.count > most else { return [] }
      var ends: [Int] = []
      var (start, end) = (0, 0)
      for index in slots.indices {
        guard let bytes = unsafe slots.textLength(at: index) else { continue }
        if end > start, end - start + bytes > most {
          ends.append(end)
          start = end
        }
        end += bytes
      }
      return ends
    }
  }
}

/// Writes the members of an object whose names are found out while the program runs.
@safe struct MemberWriter {
  private let tape: SlotTape
  private let place: Int
  private var shape: Unmanaged<ObjectShape>
  private var isExtended = false

  init(_ tape: SlotTape) {
    self.tape = tape
    place = tape.beginContainer()
    unsafe shape = tape.dynamic
  }

  /// Begins a member: its value is to be written next.
  mutating func begin(_ name: String) {
    if !isExtended {
      if let next = unsafe shape._withUnsafeGuaranteedRef({ unsafe $0.step(name) }) {
        unsafe shape = next
        return
      }
      isExtended = true
    }
    tape.write(name)
  }

  func end() { unsafe tape.endObject(at: place, shape, isExtended: isExtended) }
}
