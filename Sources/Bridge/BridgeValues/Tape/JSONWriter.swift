package import FoundationEssentials

/// Writes bridge JSON.
@safe package final class JSONWriter {
  private struct State: ~Copyable {
    var text = TextBuffer(capacity: 256)
    var attachments: [[UInt8]] = []
    var hasTags = false
    /// How deep the value that is being written lies, and whether one lay too deep.
    var depth = 0
    var isTooDeep = false
  }

  /// Unchecked: each byte that is appended would be preceded by a check for exclusive access at run time, which costs
  /// more than the byte.
  ///
  /// No access of the state calls anything that could reach this writer, so none overlaps another.
  @exclusivity(unchecked) private var state = State()
  /// Whether bytes go into the text, in base64, because the text leaves the process.
  let isWire: Bool
  private let maximumDepth: Int

  package init(isWire: Bool = false, maximumDepth: Int = Limits().depth) {
    self.isWire = isWire
    self.maximumDepth = maximumDepth
  }

  /// The text written so far.
  package var bytes: [UInt8] { unsafe state.text.withBytes { unsafe [UInt8]($0) } }
  private(set) var attachments: [[UInt8]] {
    _read { yield unsafe state.attachments }
    _modify { yield unsafe &state.attachments }
  }
  private(set) var hasTags: Bool {
    get { unsafe state.hasTags }
    set { unsafe state.hasTags = newValue }
  }
  private(set) var isTooDeep: Bool {
    get { unsafe state.isTooDeep }
    set { unsafe state.isTooDeep = newValue }
  }
  private var depth: Int {
    get { unsafe state.depth }
    set { unsafe state.depth = newValue }
  }

  /// Bytes so far, those beside the text too.
  var size: Int { attachments.reduce(count) { $0 + $1.count } }

  package func finish() -> EncodedValue { EncodedValue(text: bytes, hasTags: hasTags, attachments: attachments) }

  var count: Int { unsafe state.text.count }

  package func append(_ byte: UInt8) { unsafe state.text.append(byte) }
  package func append(_ text: StaticString) {
    unsafe append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
  package func append(_ bytes: UnsafeBufferPointer<UInt8>) { unsafe state.text.append(bytes) }
  package func append(contentsOf bytes: [UInt8]) { unsafe bytes.withUnsafeBufferPointer { unsafe append($0) } }
  package func append(contentsOf bytes: ArraySlice<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append($0) }
  }

  func noteTag() { hasTags = true }

  // MARK: Scalars

  func writeNull() { append("null") }
  package func write(_ value: Bool) { if value { append("true") } else { append("false") } }

  func writeUndefined() {
    hasTags = true
    append(#"{"$undefined":true}"#)
  }

  package func write(_ value: Double) {
    if value.isFinite, value != 0 || value.sign == .plus {
      if let integer = Int32(exactly: value) { return writeDigits(Int64(integer)) }
      if let integer = Int64(exactly: value), integer.magnitude <= 1 << 53 { return writeDigits(integer) }
      return append(verbatim: value.description)
    }
    hasTags = true
    append(#"{"$number":""#)
    if value.isNaN {
      append("NaN")
    } else if value == 0 {
      append("-0")
    } else {
      append(value < 0 ? "-Infinity" : "Infinity")
    }
    append("\"}")
  }

  /// Writes an integer: a number if a JavaScript number represents it exactly, otherwise a BigInt.
  package func write<Integer: FixedWidthInteger>(integer value: Integer) {
    if let small = Int64(exactly: value), small.magnitude <= 1 << 53 { return writeDigits(small) }
    write(bigInt: String(value))
  }

  package func write(bigInt digits: String) {
    hasTags = true
    append(#"{"$bigint":""#)
    append(verbatim: digits)
    append("\"}")
  }

  /// Writes text in quotes, with escapes where it needs them.
  func append(quoting utf8: UnsafeBufferPointer<UInt8>) { unsafe state.text.append(quoting: utf8) }

  private func writeDigits(_ value: Int64) { unsafe state.text.append(decimal: value) }

  /// Writes text that needs no escapes.
  private func append(verbatim text: String) { unsafe JSONWriter.withUTF8(of: text) { unsafe append($0) } }

  package func write(_ value: String) {
    unsafe JSONWriter.withUTF8(of: value) { unsafe state.text.append(quoting: $0) }
  }

  /// The bytes of a string where they are: every string that Swift made itself has them in one piece.
  ///
  /// `withUTF8` asks for a variable, and so for a copy.
  private static func withUTF8(of string: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    if unsafe string.utf8.withContiguousStorageIfAvailable(body) != nil { return }
    var string = string
    string.withUTF8(body)
  }

  package func write(_ date: Date) {
    hasTags = true
    append(#"{"$date":"#)
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    // Beyond this no JavaScript date is valid.
    if milliseconds.magnitude <= 8.64e15 { write(milliseconds == 0 ? 0 : milliseconds) } else { writeNull() }
    append(UInt8(ascii: "}"))
  }

  package func write(_ value: BridgeBytes) {
    hasTags = true
    append(#"{"$bytes":["#)
    writeContent(of: value.data)
    append(UInt8(ascii: ","))
    write(value.view)
    append("]}")
  }

  /// Writes where bytes are: in the text, or beside it.
  func writeContent(of bytes: [UInt8]) {
    if isWire { return write(Data(bytes).base64EncodedString()) }
    writeDigits(Int64(attachments.count))
    attachments.append(bytes)
  }

  // MARK: Any value

  /// Enters a container; false when it lies too deep, which ends up as an error of the whole value.
  func descend() -> Bool {
    depth += 1
    if depth > maximumDepth { isTooDeep = true }
    return !isTooDeep
  }

  func ascend() { depth -= 1 }

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
    case .array(let elements): writeList(elements) { write($0) }
    case .object(let object): write(object)
    case .map(let pairs):
      tagged(#"{"$map":"#) {
        writeList(pairs) { pair in writeList([pair.key, pair.value]) { write($0) } }
      }
    case .set(let elements): tagged(#"{"$set":"#) { writeList(elements) { write($0) } }
    case .error(let error): tagged(#"{"$error":"#) { write(error.object) }
    }
  }

  private func write(_ object: BridgeObject) {
    let isEscaped = object.count == 1 && object.contains { key, _ in key.isTagLike }
    if isEscaped {
      hasTags = true
      append(#"{"$object":"#)
    }
    append(UInt8(ascii: "{"))
    var isFirst = true
    for (key, value) in object {
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      write(key)
      append(UInt8(ascii: ":"))
      write(value)
    }
    append(isEscaped ? "}}" : "}")
  }

  private func tagged(_ opening: StaticString, _ body: () -> Void) {
    hasTags = true
    append(opening)
    body()
    append(UInt8(ascii: "}"))
  }

  /// The content of an error, without its tag.
  func writeContent(of error: BridgeError) { write(error.object) }

  package func write(_ payload: Payload) {
    switch payload {
    case .undefined: writeUndefined()
    case .null: writeNull()
    case .bool(let value): write(value)
    case .number(let value): write(value)
    case .string(let value): write(value)
    case .encoded(let encoded):
      if case .text(let text) = encoded.content, !isWire || encoded.attachments.isEmpty {
        hasTags = hasTags || encoded.hasTags
        append(contentsOf: text)
      } else if let source = try? TapeSource(encoded, limits: .unlimited) {
        // Bytes move to where this writer has them.
        write(source, 0)
      }
    }
  }

  /// Writes the elements in brackets.
  @inline(__always)
  func writeList<Element>(_ elements: [Element], _ write: (Element) -> Void) {
    append(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      write(element)
    }
    append(UInt8(ascii: "]"))
  }
}
