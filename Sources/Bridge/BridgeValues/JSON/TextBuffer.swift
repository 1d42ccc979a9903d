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

  /// Inserts bytes at ascending places.
  mutating func insert(_ parts: [(place: Int, elements: UnsafeBufferPointer<UInt8>)]) {
    count = unsafe memory.insert(parts, among: count)
  }

  /// Appends UTF-16 if it is ASCII; false if it is not.
  @inline(__always)
  mutating func append(ascii units: UnsafeBufferPointer<UInt16>) -> Bool {
    reserve(units.count)
    var bits: UInt16 = 0
    let target = unsafe memory.start + count
    for index in units.indices {
      let unit = unsafe units[index]
      bits |= unit
      unsafe target[index] = UInt8(truncatingIfNeeded: unit)
    }
    guard bits < 0x80 else { return false }
    count += units.count
    return true
  }

  /// Appends UTF-16 as UTF-8; false if it has a surrogate without its other half, and only a part was appended.
  mutating func append(wide units: UnsafeBufferPointer<UInt16>) -> Bool {
    reserve(units.count * 3)
    var index = 0
    while index < units.count {
      let unit = unsafe units[index]
      index += 1
      var scalar = UInt32(unit)
      if UTF16.isSurrogate(unit) {
        guard UTF16.isLeadSurrogate(unit), index < units.count, case let trail = unsafe units[index],
          UTF16.isTrailSurrogate(trail)
        else { return false }
        index += 1
        scalar = 0x10000 + (scalar - 0xD800) << 10 + (UInt32(trail) - 0xDC00)
      }
      put(scalar)
    }
    return true
  }

  /// Appends a character, for which there is room.
  @inline(__always)
  private mutating func put(_ scalar: UInt32) {
    func put(_ byte: UInt32) {
      unsafe memory.start[count] = UInt8(truncatingIfNeeded: byte)
      count += 1
    }
    if scalar < 0x80 { return put(scalar) }
    if scalar < 0x800 {
      put(0xC0 | scalar >> 6)
    } else {
      if scalar < 0x10000 {
        put(0xE0 | scalar >> 12)
      } else {
        put(0xF0 | scalar >> 18)
        put(0x80 | scalar >> 12 & 0x3F)
      }
      put(0x80 | scalar >> 6 & 0x3F)
    }
    put(0x80 | scalar & 0x3F)
  }

  mutating func removeLast(_ number: Int) { count -= number }

  /// Appends UTF-16 as JSON writes it between quotes; a surrogate without its other half as the escape of its code.
  mutating func append(escaping units: UnsafeBufferPointer<UInt16>) {
    var index = 0
    while index < units.count {
      let unit = unsafe units[index]
      index += 1
      if UTF16.isLeadSurrogate(unit), index < units.count, unsafe UTF16.isTrailSurrogate(units[index]) {
        let scalar = unsafe 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(units[index]) - 0xDC00)
        index += 1
        append(Unicode.Scalar(scalar)!)
      } else if UTF16.isSurrogate(unit) {
        append(UInt8(ascii: "\\"))
        append(UInt8(ascii: "u"))
        for shift in [12, 8, 4, 0] {
          let digit = UInt8(truncatingIfNeeded: unit >> UInt16(shift) & 15)
          append(digit < 10 ? digit + 48 : digit + 87)
        }
      } else if unit < 0x20 || unit == UInt16(UInt8(ascii: "\"")) || unit == UInt16(UInt8(ascii: "\\")) {
        escape(UInt8(truncatingIfNeeded: unit))
      } else {
        append(Unicode.Scalar(unit)!)
      }
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    reserve(4)
    put(scalar.value)
  }

  /// What was appended, as long as nothing else is.
  var bytes: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(start: memory.start, count: count) }

  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result { unsafe body(bytes) }

  @inline(__always)
  private mutating func reserve(_ more: Int) { memory.reserve(more, after: count) }
}
