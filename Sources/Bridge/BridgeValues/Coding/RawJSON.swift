/// Any value that can cross, in its encoded form, for code that stores or forwards values without decoding them.
///
/// It preserves even values that a Swift `String` cannot represent, such as half a surrogate pair, or two names that
/// are equal in Swift. Bytes are in the text, in base64.
public struct RawJSON: Sendable, Hashable {
  /// Bridge JSON, in UTF-8: docs/wire.md.
  public let text: [UInt8]

  /// Creates a value from stored text.
  ///
  /// - Throws: `INVALID_ARGUMENT` if the text is not valid JSON, `RESOURCE_EXHAUSTED` if it exceeds the limits.
  public init(text: [UInt8], limits: Limits = Limits()) throws(BridgeError) {
    try RawJSON.check(text)
    _ = try ValueTape(text, limits: limits)
    self.text = text
  }

  /// Creates a value from foreign JSON, in which `{"$date":0}` is an ordinary object.
  ///
  /// - Throws: `INVALID_ARGUMENT` if the text is not valid JSON, `RESOURCE_EXHAUSTED` if it exceeds the limits.
  public init(json: [UInt8], limits: Limits = Limits()) throws(BridgeError) {
    try RawJSON.check(json)
    let tape = try ValueTape(json, limits: limits)
    // Objects that look like tags are marked as what they are; two members of one name are one in JavaScript.
    let lookalikes = tape.nodes.indices.filter {
      tape.nodes[$0].kind == .object && tape.nodes[$0].count > 0 && tape.firstTag(ofObject: $0) != nil
    }.map { tape.nodes[$0] }
    guard !lookalikes.isEmpty else {
      text = json
      return
    }
    let marks =
      lookalikes.map { (at: Int($0.start), mark: Array(#"{"$object":"#.utf8)) }
      + lookalikes.map { (at: Int($0.end), mark: Array("}".utf8)) }
    var text: [UInt8] = []
    var position = 0
    for (at, mark) in marks.sorted(by: { $0.at < $1.at }) {
      text += json[position..<at]
      text += mark
      position = at
    }
    self.text = text + json[position...]
  }

  /// The text of a value.
  public init(_ value: BridgeValue) {
    let writer = JSONWriter(isWire: true, maximumDepth: .max)
    writer.write(value)
    text = writer.bytes
  }

  /// `null`.
  public static let null = RawJSON(BridgeValue.null)

  /// `undefined`.
  public static let undefined = RawJSON(BridgeValue.undefined)

  /// The value that the text represents.
  public var value: BridgeValue {
    // It was scanned when it was made.
    (try? Payload.encoded(EncodedValue(text: text)).value(limits: .unlimited)) ?? .undefined
  }

  /// Takes a value's text over, with the bytes that lie beside it.
  private init(source: TapeSource, index: Int) throws {
    let writer = JSONWriter(isWire: true, maximumDepth: .max)
    if source.tape.isJSON { try RawJSON.copy(source, index, to: writer) } else { writer.write(source, index) }
    text = writer.bytes
  }

  /// A text is passed on as it is: the link to a page would wait for ever for one that no engine takes for a text.
  private static func check(_ text: [UInt8]) throws(BridgeError) {
    guard text.isUTF8 else { throw BridgeError(.invalidArgument, "The JSON text is not UTF-8.") }
  }

  /// Copies a value's text; its bytes go to where the writer has them.
  private static func copy(_ source: TapeSource, _ index: Int, to writer: JSONWriter) throws {
    func node(_ index: Int) -> TapeNode { source.tape.nodes[index] }
    let root = node(index)
    // The text of a string node lies between its quotes.
    let quote = root.kind == .string ? 1 : 0
    var position = Int(root.start) - quote
    var literal = -1
    for index in index..<Int(root.next) where node(index).kind == .object && index != literal {
      guard let (tag, inner) = source.tape.tag(at: index) else { continue }
      switch tag {
      case "$object" where node(inner).kind == .object: literal = inner
      case "$bytes" where node(inner).kind == .array && node(inner).count == 2:
        let content = node(inner + 1)
        guard let bytes = source.bytes(index) else {
          // A number that leads nowhere might lead somewhere where the text goes.
          if content.kind == .number { throw ValueMismatch("refers to missing bytes") }
          continue
        }
        let quote = content.kind == .string ? 1 : 0
        writer.append(contentsOf: source.tape.bytes[position..<Int(content.start) - quote])
        writer.writeContent(of: bytes.data)
        position = Int(content.end) + quote
      default: continue
      }
    }
    writer.append(contentsOf: source.tape.bytes[position..<Int(root.end) + quote])
    writer.noteTag()
  }

  /// Whether the text may hold bytes.
  private var mayHoldBytes: Bool {
    // A key may be written with escapes.
    if text.has(UInt8(ascii: "\\")) { return true }
    guard text.has(UInt8(ascii: "$")) else { return false }
    return text.indices.contains { text[$0] == UInt8(ascii: "$") && text[$0...].starts(with: "$bytes\"".utf8) }
  }
}

extension RawJSON: CrossingValue {
  /// Reads any value.
  public init(reading value: borrowing ValueReader) throws { try self.init(source: value.source, index: value.index) }

  /// Writes the value.
  public func write(to writer: borrowing ValueWriter) throws {
    let tape = writer.tape
    guard mayHoldBytes else { return tape.write(json: text) }
    let json = JSONWriter(isWire: true, maximumDepth: .max)
    try RawJSON.copy(try TapeSource(EncodedValue(text: text), limits: .unlimited), 0, to: json)
    tape.write(json: json.bytes)
  }

  /// Reads any value that crossed the bridge.
  public init(from decoder: any Decoder) throws {
    guard let decoder = decoder as? TapeDecoder else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "only a bridge can decode a payload"))
    }
    try self.init(source: decoder.source, index: decoder.index)
  }

  /// Writes the value as bridge JSON.
  public func encode(to encoder: any Encoder) throws {
    guard let encoder = encoder as? ValueEncoder else { return try value.encode(to: encoder) }
    encoder.beginScalar()
    try encoder.tape.write(crossing: self)
  }
}
