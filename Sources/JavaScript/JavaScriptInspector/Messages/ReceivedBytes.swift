/// Bytes that arrive at the end and are read at the beginning.
struct ReceivedBytes {
  private var bytes: [UInt8] = []
  /// The index of the first byte that was not read.
  private var start = 0

  /// The number of bytes that were not read.
  var count: Int { bytes.count - start }

  /// A byte by its place behind those that were read.
  subscript(place: Int) -> UInt8 { bytes[start + place] }

  /// Bytes by their places behind those that were read.
  subscript(places: Range<Int>) -> ArraySlice<UInt8> {
    bytes[(start + places.lowerBound)..<(start + places.upperBound)]
  }

  mutating func append(_ more: [UInt8]) {
    // Bytes that were read are dropped when they are at least half of all, so that each byte moves a few times.
    if start > 0, start >= count {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += more
  }

  /// Marks bytes as read.
  mutating func removeFirst(_ number: Int) { start += number }
}
