import FoundationEssentials

// Bridge values in the coders of other libraries: JSON, property lists, YAML.
//
// They have the form of the wire: what such a format lacks is an object with one key, such as `{"$date":0}`. The wire's
// own writer and reader are used, so that there is one definition of that form.

extension BridgeValue {
  init(fromOther decoder: any Decoder) throws {
    let text = try PlainText(from: decoder)
    do {
      self = try TapeSource(EncodedValue(text: text.bytes), limits: .unlimited).value(0)
    } catch {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: error.message))
    }
  }

  func encode(toOther encoder: any Encoder) throws {
    let writer = JSONWriter(isWire: true)
    writer.write(self)
    guard !writer.isTooDeep else {
      let sentence = "the value is nested deeper than \(Limits().depth)"
      throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: sentence))
    }
    try PlainNode(source: TapeSource(writer.finish(), limits: .unlimited), index: 0).encode(to: encoder)
  }
}

/// Whatever a decoder has, as JSON, in which a tag is an object like any other.
private struct PlainText: Decodable {
  let bytes: [UInt8]

  init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= Limits().depth else {
      let sentence = "the value is nested deeper than \(Limits().depth)"
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: sentence))
    }
    let writer = JSONWriter(isWire: true)
    if let object = try? decoder.container(keyedBy: PathKey.self) {
      // Most decoders know no order, and this one is the same each time.
      let keys = object.allKeys.sorted { $0.stringValue < $1.stringValue }
      try writer.append(keys, between: "{", "}") { key in
        writer.write(key.stringValue)
        writer.append(":")
        writer.append(contentsOf: try object.decode(PlainText.self, forKey: key).bytes)
      }
    } else if var array = try? decoder.unkeyedContainer() {
      var elements: [PlainText] = []
      while !array.isAtEnd { elements.append(try array.decode(PlainText.self)) }
      writer.append(elements, between: "[", "]") { writer.append(contentsOf: $0.bytes) }
    } else {
      try writer.write(try decoder.singleValueContainer())
    }
    bytes = writer.bytes
  }
}

extension JSONWriter {
  fileprivate func append<Element>(
    _ elements: [Element], between opening: StaticString, _ closing: StaticString,
    _ write: (Element) throws -> Void
  ) rethrows {
    append(opening)
    for (index, element) in elements.enumerated() {
      if index > 0 { append(",") }
      try write(element)
    }
    append(closing)
  }

  /// Dates and bytes are asked for last: a decoder of a format without them may read a number or a text as one.
  fileprivate func write(_ value: any SingleValueDecodingContainer) throws {
    if value.decodeNil() { return writeNull() }
    if let bool = try? value.decode(Bool.self) { return write(bool) }
    if let number = try? value.decode(Double.self) {
      if number.magnitude >= 0x1p53, let digits = JSONWriter.inexactInteger(value) { return write(bigInt: digits) }
      return write(number)
    }
    // A decoder that tells integers from other numbers.
    if let digits = JSONWriter.inexactInteger(value) { return write(bigInt: digits) }
    if let integer = try? value.decode(Int64.self) { return write(Double(integer)) }
    if let integer = try? value.decode(UInt64.self) { return write(Double(integer)) }
    if let string = try? value.decode(String.self) { return write(string) }
    if let date = try? value.decode(Date.self) { return write(date) }
    write(BridgeBytes([UInt8](try value.decode(Data.self))))
  }

  /// The digits of an integer that JavaScript's numbers cannot hold; nil for any other value.
  ///
  /// A number that they can hold stays a number, whatever its size, so that each number that was written is read back.
  private static func inexactInteger(_ value: any SingleValueDecodingContainer) -> String? {
    if let integer = try? value.decode(Int64.self) { return Double(exactly: integer) == nil ? String(integer) : nil }
    if let integer = try? value.decode(UInt64.self) { return Double(exactly: integer) == nil ? String(integer) : nil }
    return nil
  }
}

/// A place in bridge JSON, as a value of the encoder's own types.
private struct PlainNode: Encodable {
  let source: TapeSource
  let index: Int

  func encode(to encoder: any Encoder) throws {
    let node = source.tape.nodes[index]
    switch node.kind {
    case .object, .record, .tag:  // It is JSON.
      var object = encoder.container(keyedBy: PathKey.self)
      var member = index + 1
      while member < Int(node.next) {
        let key = PathKey(stringValue: source.tape.string(source.tape.nodes[member]))
        try object.encode(PlainNode(source: source, index: member + 1), forKey: key)
        member = Int(source.tape.nodes[member + 1].next)
      }
    case .array:
      var array = encoder.unkeyedContainer()
      for element in source.elements(index) { try array.encode(PlainNode(source: source, index: element)) }
    case .null:
      var value = encoder.singleValueContainer()
      try value.encodeNil()
    case .true, .false:
      var value = encoder.singleValueContainer()
      try value.encode(node.kind == .true)
    case .string:
      var value = encoder.singleValueContainer()
      try value.encode(source.tape.string(node))
    case .number, .double:
      var value = encoder.singleValueContainer()
      // Formats that tell integers from other numbers keep them.
      if let integer = source.tape.smallInteger(node) {
        try value.encode(integer)
      } else {
        try value.encode(source.tape.number(node))
      }
    }
  }
}
