/// Bytes of a text that grows at its end.
@safe struct TextBuffer: ~Copyable {
  private var memory: GrowingMemory<UInt8>
  private(set) var count = 0

  init(capacity: Int) { memory = GrowingMemory(capacity: capacity) }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    unsafe memory.start[count] = byte
    count += 1
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let other = bytes.baseAddress else { return }
    reserve(bytes.count)
    unsafe (memory.start + count).initialize(from: other, count: bytes.count)
    count += bytes.count
  }

  /// Appends a whole number in decimal digits.
  mutating func append(decimal value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    var digits = 1
    var bound: UInt64 = 10
    while rest >= bound, digits < 19 {
      digits += 1
      bound &*= 10
    }
    reserve(digits)
    var place = count + digits
    repeat {
      place -= 1
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      unsafe memory.start[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
      rest = quotient
    } while place > count
    count += digits
  }

  /// Appends text as a string of JSON: in quotes, with escapes where it needs them.
  mutating func append(quoting utf8: UnsafeBufferPointer<UInt8>) {
    let end = unsafe JSONBytes.special(in: utf8, from: 0)
    append(UInt8(ascii: "\""))
    unsafe append(UnsafeBufferPointer(rebasing: utf8[..<end]))
    if end < utf8.count { unsafe append(escaping: utf8, from: end) }
    append(UInt8(ascii: "\""))
  }

  /// Appends what comes after the first byte that needs an escape, which is at `end`.
  @inline(never)
  private mutating func append(escaping utf8: UnsafeBufferPointer<UInt8>, from end: Int) {
    var end = end
    while end < utf8.count {
      unsafe escape(utf8[end])
      let start = end + 1
      unsafe end = JSONBytes.special(in: utf8, from: start)
      unsafe append(UnsafeBufferPointer(rebasing: utf8[start..<end]))
    }
  }

  private mutating func escape(_ byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0D: append(UInt8(ascii: "r"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
    default:
      append(UInt8(ascii: "u"))
      append(UInt8(ascii: "0"))
      append(UInt8(ascii: "0"))
      append(byte >> 4 + 48)
      append(byte & 15 < 10 ? byte & 15 + 48 : byte & 15 + 87)
    }
  }

  /// Puts bytes in front of what was appended from `offset` on.
  mutating func insert(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    precondition(offset <= count)
    guard let other = bytes.baseAddress else { return }
    reserve(bytes.count)
    unsafe (memory.start + offset + bytes.count).update(from: memory.start + offset, count: count - offset)
    unsafe (memory.start + offset).update(from: other, count: bytes.count)
    count += bytes.count
  }

  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    unsafe body(UnsafeBufferPointer(start: memory.start, count: count))
  }

  @inline(__always)
  private mutating func reserve(_ more: Int) { memory.reserve(more, after: count) }
}
