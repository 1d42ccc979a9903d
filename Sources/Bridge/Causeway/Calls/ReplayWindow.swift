/// The latest calls of the other side, to detect repeated ones.
///
/// Ids count up, so a bit for each of the last 16,384 is enough. An older call counts as repeated: a handler that runs
/// twice is worse than a call that runs to its deadline.
package struct ReplayWindow {
  static let size = 16_384
  private static let bits = UInt64(UInt64.bitWidth)
  /// Made with the first call: most connections need none.
  private var words: [UInt64] = []
  private var highest: UInt64 = 0

  package init() {}

  /// Records a call; returns false if it is repeated.
  package mutating func admit(_ id: CallID) -> Bool {
    if words.isEmpty { words = Array(repeating: 0, count: ReplayWindow.size / Int(ReplayWindow.bits)) }
    let id = id.rawValue
    if id > highest {
      // What the window leaves behind makes room for the numbers between.
      if id - highest >= UInt64(ReplayWindow.size) {
        for index in words.indices { words[index] = 0 }
      } else {
        for skipped in highest + 1...id { words[place(skipped).word] &= ~place(skipped).bit }
      }
      highest = id
    } else if highest - id >= UInt64(ReplayWindow.size) {
      return false
    }
    let place = place(id)
    defer { words[place.word] |= place.bit }
    return words[place.word] & place.bit == 0
  }

  private func place(_ id: UInt64) -> (word: Int, bit: UInt64) {
    (Int(id / ReplayWindow.bits % UInt64(words.count)), 1 << (id % ReplayWindow.bits))
  }
}
