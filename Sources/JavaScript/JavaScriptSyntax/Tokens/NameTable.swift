/// The distinct names of a text, each stored once.
///
/// A name is found by its bytes, without a `String`: names of up to eight bytes are compared as one word.
struct NameTable {
  private struct Entry {
    /// The first eight bytes, zeros behind a shorter name.
    var head: UInt64
    var offset: Int32
    var length: Int32
    var hash: UInt32
  }

  private var entries: [Entry]
  /// Open addressing: an index into `entries`, or 0.
  private var slots: [Int32]
  private var pool: [UInt8]

  /// A table that knows the words of the language.
  static let words = NameTable(words: Name.words)
  /// Random for each process, against prepared texts whose names collide.
  static let seed = UInt64.random(in: 0...UInt64.max)
  private let seed: UInt64

  var count: Int { entries.count }

  private init(words: String) {
    seed = NameTable.seed
    entries = [Entry(head: 0, offset: 0, length: 0, hash: 0)]
    slots = Array(repeating: 0, count: 1024)
    pool = []
    for word in words.split(separator: " ") { _ = intern(Array(word.utf8)) }
  }

  /// The name with these bytes, as an escaped identifier needs it.
  mutating func intern(_ bytes: [UInt8]) -> Name {
    let buffer = SourceBuffer(bytes.span)
    return intern(buffer.bytes, 0, bytes.count)
  }

  /// The name in the bytes from `start` to `end`.
  @inline(__always)
  mutating func intern(_ source: SourceBytes, _ start: Int, _ end: Int) -> Name {
    let length = end - start
    var head = source.word(at: start)
    if length < 8 { head &= ~(UInt64.max << UInt64(length &* 8)) }
    var mixed = (head ^ seed) &* 0x9E37_79B9_7F4A_7C15
    if length > 8 {
      var position = start + 8
      while position < end {
        var word = source.word(at: position)
        if end - position < 8 { word &= ~(UInt64.max << UInt64((end &- position) &* 8)) }
        mixed = ((mixed ^ (mixed >> 29)) ^ word) &* 0x9E37_79B9_7F4A_7C15
        position += 8
      }
    }
    mixed ^= mixed >> 32
    let hash = UInt32(truncatingIfNeeded: mixed) &+ UInt32(truncatingIfNeeded: length)
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while true {
      let index = Int(slots[slot])
      if index == 0 { break }
      let entry = entries[index]
      if entry.head == head, entry.length == length,
        length <= 8 || (entry.hash == hash && isEqual(entry, source, start))
      {
        return Name(id: Int32(truncatingIfNeeded: index))
      }
      slot = (slot + 1) & mask
    }
    return add(source, start, length, head, hash, slot)
  }

  private func isEqual(_ entry: Entry, _ source: SourceBytes, _ start: Int) -> Bool {
    for offset in 8..<Int(entry.length) where pool[Int(entry.offset) + offset] != source[start + offset] {
      return false
    }
    return true
  }

  @inline(never)
  private mutating func add(
    _ source: SourceBytes, _ start: Int, _ length: Int, _ head: UInt64, _ hash: UInt32, _ slot: Int
  ) -> Name {
    let index = Int32(entries.count)
    entries.append(Entry(head: head, offset: Int32(pool.count), length: Int32(length), hash: hash))
    source.append(start..<start + length, to: &pool)
    slots[slot] = index
    if entries.count * 2 > slots.count { grow() }
    return Name(id: index)
  }

  private mutating func grow() {
    var larger = [Int32](repeating: 0, count: slots.count * 4)
    let mask = larger.count - 1
    for index in 1..<entries.count {
      var slot = Int(entries[index].hash) & mask
      while larger[slot] != 0 { slot = (slot + 1) & mask }
      larger[slot] = Int32(index)
    }
    slots = larger
  }

  /// The text of a name.
  func text(_ name: Name) -> String {
    let entry = entries[Int(name.id)]
    return String(decoding: pool[Int(entry.offset)..<Int(entry.offset + entry.length)], as: UTF8.self)
  }

  /// The name with this text, which is added if the table does not have it.
  mutating func intern(_ text: String) -> Name { intern(Array(text.utf8)) }
}
