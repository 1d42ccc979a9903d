import FoundationEssentials

extension Payload {
  /// Encodes a value of any type.
  ///
  /// - Parameter root: the name of the value in error messages: `params`, `result`.
  /// - Throws: if the type cannot encode itself, its own error or one with the path: `INVALID_ARGUMENT` for `params`,
  ///   `INTERNAL` for answers. `RESOURCE_EXHAUSTED` beyond a limit.
  @inlinable
  public init<Value: Encodable>(
    encoding value: Value, root: String = "result", limits: Limits = Limits()
  ) throws(BridgeError) {
    if Value.self == Double.self {
      self = .number(value as! Double)
    } else if Value.self == Bool.self {
      self = .bool(value as! Bool)
    } else if Value.self == Int.self, (value as! Int).magnitude <= 1 << 53 {
      self = .number(Double(value as! Int))
    } else {
      self = try Payload(text: value, root: root, limits: limits)
    }
  }

  /// Encodes a value other than a number.
  @usableFromInline
  init<Value: Encodable>(text value: Value, root: String, limits: Limits) throws(BridgeError) {
    if Value.self == String.self {
      self = .string(value as! String)
    } else if Value.self == BridgeValue.self, let primitive = Payload(primitive: value as! BridgeValue) {
      self = primitive
    } else if Value.self == Payload.self {
      self = value as! Payload
    } else {
      let tape = SlotTape(maximumDepth: limits.depth)
      do {
        try tape.encode(value)
      } catch {
        throw BridgeError(encoding: error, root: root)
      }
      self = try Payload(written: tape, root: root, limits: limits)
      return
    }
    try Payload.check(size ?? 0, limits, root: root)
  }

  /// The written value, if it is within the limits.
  init(written tape: SlotTape, root: String, limits: Limits) throws(BridgeError) {
    if tape.isTooDeep {
      throw .exhausted("depth", maximum: limits.depth, "\(root): a value nested deeper than \(limits.depth)")
    }
    try Payload.check(tape.messageSize, limits, root: root)
    if tape.hasReferences, !["params", "result", "item"].contains(root) {
      throw BridgeError(
        .unimplemented, "\(root): a function cannot cross here: only in parameters, results and stream items.")
    }
    self = tape.simple ?? .encoded(EncodedValue(tape))
  }

  private static func check(_ size: Int, _ limits: Limits, root: String) throws(BridgeError) {
    if size > limits.messageBytes {
      throw .exhausted("messageBytes", maximum: limits.messageBytes, "\(root): a value of \(size) bytes")
    }
  }

  /// A dynamic value that needs no text.
  private init?(primitive value: BridgeValue) {
    switch value {
    case .undefined: self = .undefined
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .number(let value): self = .number(value)
    case .string(let value): self = .string(value)
    default: return nil
    }
  }

  /// A scanned or written text as a payload; the literals of JSON become primitives.
  package init(_ encoded: EncodedValue) {
    switch encoded.text.first {
    case UInt8(ascii: "n"): self = .null
    case UInt8(ascii: "t"): self = .bool(true)
    case UInt8(ascii: "f"): self = .bool(false)
    default: self = .encoded(encoded)
    }
  }

  /// Bytes on their way; nil where they do not count.
  var size: Int? {
    switch self {
    case .undefined, .null, .bool, .number: nil
    case .string(let string): string.utf8.count
    case .encoded(let encoded): encoded.size
    }
  }
}

extension BridgeError {
  init(encoding error: any Error, root: String) {
    if case EncodingError.invalidValue(_, let context) = error {
      self.init(at: context.codingPath, of: root, context.debugDescription)
    } else {
      self.init(refusing: error, root: root)
    }
  }
}

extension Payload: Encodable {
  /// Only the bridge encodes payloads; see ``init(encoding:root:limits:)``.
  public func encode(to encoder: any Encoder) throws {
    guard let encoder = encoder as? ValueEncoder else {
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: "only a bridge can encode a payload"))
    }
    encoder.beginScalar()
    try encoder.tape.write(self)
  }
}

extension BridgeValue: Codable {
  /// Reads any value, by any decoder.
  ///
  /// Objects such as `{"$date":0}` are read as JavaScript values: see the table "In other formats" in docs/wire.md. The
  /// members of an object are sorted by name, except from a bridge.
  ///
  /// - Throws: `DecodingError` for a value that is nested deeper than 256 levels.
  public init(from decoder: any Decoder) throws {
    guard let decoder = decoder as? TapeDecoder else {
      try self.init(fromOther: decoder)
      return
    }
    self = decoder.source.value(decoder.index)
  }

  /// Writes the value, by any encoder.
  ///
  /// A value that JSON cannot represent becomes an object such as `{"$date":0}`: see docs/wire.md.
  ///
  /// - Throws: `EncodingError` for a value that is nested deeper than 256 levels.
  public func encode(to encoder: any Encoder) throws {
    guard encoder is ValueEncoder else { return try encode(toOther: encoder) }
    try Payload(encoding: self).encode(to: encoder)
  }
}

extension BridgeBytes: Codable {
  /// Reads bytes, by any decoder.
  public init(from decoder: any Decoder) throws {
    guard case .bytes(let bytes) = try BridgeValue(from: decoder) else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "expected bytes"))
    }
    self = bytes
  }

  /// Writes the bytes, by any encoder.
  public func encode(to encoder: any Encoder) throws { try BridgeValue.bytes(self).encode(to: encoder) }
}

extension BridgeObject: Codable {
  /// Reads any object, by any decoder; see ``BridgeValue/init(from:)``.
  ///
  /// - Throws: `DecodingError` for a value that is not a plain object.
  public init(from decoder: any Decoder) throws {
    guard case .object(let object) = try BridgeValue(from: decoder) else {
      if let decoder = decoder as? TapeDecoder { throw decoder.mismatch(BridgeObject.self, "an object") }
      throw DecodingError.typeMismatch(
        BridgeObject.self, .init(codingPath: decoder.codingPath, debugDescription: "expected an object"))
    }
    self = object
  }

  /// Writes the object, by any encoder; see ``BridgeValue/encode(to:)``.
  public func encode(to encoder: any Encoder) throws { try BridgeValue.object(self).encode(to: encoder) }
}
