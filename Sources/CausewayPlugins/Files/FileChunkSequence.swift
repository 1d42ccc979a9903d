#if Plugins
public import Causeway

/// A file, piece by piece: no piece is read before somebody wants it.
public struct FileChunkSequence: AsyncSequence, Sendable {
  /// Bytes: `Uint8Array` in JavaScript.
  public typealias Element = BridgeBytes

  let place: Place
  let file: Descriptor
  /// Counts the file for its connection.
  let share: Quota.Reservation
  let offset: Int
  /// How many bytes are wanted; nil for all.
  let length: Int?
  let chunkSize: Int

  /// Begins at the offset.
  public func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

  /// Reads one piece after the other.
  public struct Iterator: AsyncIteratorProtocol {
    private let sequence: FileChunkSequence
    private var taken = 0

    init(sequence: FileChunkSequence) { self.sequence = sequence }

    /// The next piece; nil at the end of the file, or of the part that was asked for.
    public mutating func next() async throws -> BridgeBytes? {
      let (place, file) = (sequence.place, sequence.file)
      let wanted = Swift.min(sequence.chunkSize, (sequence.length ?? .max) - taken)
      let offset = sequence.offset + taken
      guard wanted > 0 else { return nil }
      let bytes = try await BlockingWork.run { try place.naming("read") { try file.read(wanted, at: offset) } }
      guard !bytes.isEmpty else { return nil }
      taken += bytes.count
      return BridgeBytes(bytes)
    }
  }
}
#endif
