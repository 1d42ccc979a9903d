/// Takes the texts of strings from the text of slots, and gathers them as UTF-8 behind the slots themselves.
@safe struct SlotTextReader: ~Copyable {
  private let source: SlotText
  /// How much of the source was taken.
  private var position = 0
  private var texts: TextBuffer
  /// Where the first text is.
  let start: Int

  init(_ source: SlotText, after slots: UnsafeRawBufferPointer) {
    self.source = source
    let units =
      switch source {
      case .utf8(let bytes): bytes.count
      case .utf16(let units): units.count
      }
    start = slots.count
    texts = TextBuffer(capacity: slots.count + units)
    unsafe texts.append(slots.bindMemory(to: UInt8.self))
  }

  /// The texts that were taken.
  consuming func finish() -> TextBuffer { texts }

  /// The number of their bytes.
  var count: Int { texts.count }

  func bytes(from start: Int, to end: Int) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(rebasing: texts.bytes[start..<end])
  }

  /// Takes the next text; nil when there is not so much.
  @inline(__always)
  mutating func take(units: Int, bytes: Int) -> (start: Int, end: Int, isEscaped: Bool)? {
    let start = count
    switch source {
    case .utf8(let text):
      guard bytes >= 0, bytes <= text.count - position else { return nil }
      unsafe texts.append(UnsafeBufferPointer(rebasing: text[position..<position + bytes]))
      position += bytes
      return (start, count, false)
    case .utf16(let text):
      guard units <= text.count - position else { return nil }
      let part = unsafe UnsafeBufferPointer(rebasing: text[position..<position + units])
      position += units
      let isEscaped = unsafe append(part)
      return (start, count, isEscaped)
    }
  }

  mutating func append(_ name: String) -> (start: Int, end: Int) {
    let start = count
    var name = name
    name.withUTF8 { unsafe texts.append($0) }
    return (start, count)
  }

  /// Appends UTF-16; true when it was written with the escapes of JSON, because it has a surrogate without its other half.
  @inline(__always)
  private mutating func append(_ units: UnsafeBufferPointer<UInt16>) -> Bool {
    if unsafe texts.append(ascii: units) { return false }
    return unsafe appendWide(units)
  }

  @inline(never)
  private mutating func appendWide(_ units: UnsafeBufferPointer<UInt16>) -> Bool {
    let start = count
    if unsafe texts.append(wide: units) { return false }
    texts.removeLast(count - start)
    unsafe texts.append(escaping: units)
    return true
  }
}
