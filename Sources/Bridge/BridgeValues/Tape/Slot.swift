/// The tags of slots.
///
/// A slot has 64 bits. It is a number, or the high half is a tag and the low half is the tag's content: no number has these
/// bits, as each number that is not a number is written as a tag. docs/tape.md describes the format.
enum SlotTag: UInt32, CaseIterable {
  case nan = 0x7ff9_0000
  /// Content: the number, with its sign.
  case integer
  case undefined, null, `false`, `true`
  /// A string. Content: its length in UTF-16 units, which in a UTF-8 text is also its length in bytes.
  case text
  /// A string that is not ASCII. Content: its length in UTF-16 units; the next slot: its length in bytes.
  case wideText
  /// A short string of ASCII, from JavaScript only. Content: its length; its letters are in the next slots.
  case ascii
  /// Content: the number of elements, which follow.
  case array
  /// An object. Content: its shape; the values of the members follow.
  case object
  /// An object with more members than its shape: after their values, names and values follow, then `end`.
  case extended
  case end
  /// Tags of the value that follows: a number or null; an array of pairs; an array; digits; an index of the attachments and the
  /// name of a view, in an array; an object.
  case date, map, set, bigInt, bytes, error
  /// A value as bridge JSON. Content: the length of the text in UTF-16 units; the next slot: the length in bytes.
  case jsonText
  /// Tag of the value that follows: the number of a function or an object, or an array of it and names.
  case reference

  /// What the high half of a number is at most, as a signed number.
  static let numbers: Int32 = 0x7ff8_0000
}

extension UInt64 {
  @inline(__always)
  static func slot(_ tag: SlotTag, _ content: Int = 0) -> UInt64 {
    UInt64(tag.rawValue) << 32 | UInt64(UInt32(truncatingIfNeeded: content))
  }

  /// Whether the slot is a number.
  @inline(__always)
  var isNumber: Bool { Int32(truncatingIfNeeded: self >> 32) <= SlotTag.numbers }

  @inline(__always)
  var slotTag: SlotTag? { SlotTag(rawValue: UInt32(truncatingIfNeeded: self >> 32)) }

  /// Whether the slot is an object's, with a shape as its content.
  @inline(__always)
  var hasShape: Bool {
    let tag = UInt32(truncatingIfNeeded: self >> 32)
    return tag == SlotTag.object.rawValue || tag == SlotTag.extended.rawValue
  }

  @inline(__always)
  func withContent(_ content: Int) -> UInt64 { self & ~0xffff_ffff | UInt64(UInt32(truncatingIfNeeded: content)) }

  @inline(__always)
  var slotContent: Int { Int(UInt32(truncatingIfNeeded: self)) }
}

extension UnsafeBufferPointer<UInt64> {
  /// The bytes of the text that a slot refers to; nil for one that refers to none.
  func textLength(at index: Int) -> Int? {
    let slot = unsafe self[index]
    switch slot.slotTag {
    case .text: return slot.slotContent
    case .wideText, .jsonText: return index + 1 < count ? unsafe Int(self[index + 1]) : nil
    default: return nil
    }
  }
}
