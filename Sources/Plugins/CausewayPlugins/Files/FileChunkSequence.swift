#if Plugins
public import Causeway
import CausewayConcurrency

/// A file in chunks, each read on demand.
public struct FileChunkSequence: AsyncSequence, Sendable {
  /// Bytes: `Uint8Array` in JavaScript.
  public typealias Element = BridgeBytes

  let scopedPath: ScopedPath
  let file: Descriptor
  /// Counts the file against the connection's limit.
  let reservation: Quota.Reservation
  let offset: Int
  /// The number of bytes to read; nil for all.
  let length: Int?
  let chunkSize: Int

  /// Starts at the offset.
  public func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

  /// The iterator of the chunks.
  public struct Iterator: AsyncIteratorProtocol {
    private let sequence: FileChunkSequence
    private var taken = 0

    init(sequence: FileChunkSequence) { self.sequence = sequence }

    /// The next chunk; nil at the end of the file, or of the requested range.
    public mutating func next() async throws -> BridgeBytes? {
      let (scopedPath, file) = (sequence.scopedPath, sequence.file)
      let wanted = Swift.min(sequence.chunkSize, (sequence.length ?? .max) - taken)
      let offset = sequence.offset + taken
      guard wanted > 0 else { return nil }
      let bytes = try await BlockingExecutor.run(on: .files) {
        try scopedPath.naming("read") { try file.read(wanted, at: offset) }
      }
      guard !bytes.isEmpty else { return nil }
      taken += bytes.count
      return BridgeBytes(bytes)
    }
  }
}
#endif
