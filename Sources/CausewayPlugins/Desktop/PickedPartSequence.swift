#if Plugins
import Causeway
import Glibc

/// Files that somebody chose, one after the other: none is opened, and no piece read, before somebody wants it.
public struct PickedPartSequence: AsyncSequence, Sendable {
  /// A file, or bytes of it.
  public typealias Element = PickedPart

  /// As the portal tells them.
  let uris: [String]
  let chunkSize: Int
  /// Counts the file that is read, and its folder, for the connection.
  let share: Quota.Reservation

  /// Begins with the first file.
  public func makeAsyncIterator() -> Iterator { Iterator(uris: uris[...], chunkSize: chunkSize, share: share) }

  /// Reads one file after the other.
  public struct Iterator: AsyncIteratorProtocol {
    private var uris: ArraySlice<String>
    private let chunkSize: Int
    private let share: Quota.Reservation
    private var chunks: FileChunkSequence.Iterator?

    init(uris: ArraySlice<String>, chunkSize: Int, share: Quota.Reservation) {
      self.uris = uris
      self.chunkSize = chunkSize
      self.share = share
    }

    /// The next part; nil after the last file.
    public mutating func next() async throws -> PickedPart? {
      if let bytes = try await chunks?.next() { return .data(bytes: bytes.data) }
      // The file before is closed by now.
      chunks = nil
      guard let uri = uris.popFirst() else { return nil }
      let (file, descriptor, info) = try await BlockingWork.run {
        let file = try ChosenFile(uri)
        let descriptor = try file.place.openHeldFile(verb: "read")
        return (file, descriptor, FileInfo(file.name, try file.place.naming("read") { try descriptor.status() }))
      }
      chunks =
        FileChunkSequence(
          place: file.place, file: descriptor, share: share, offset: 0, length: nil, chunkSize: chunkSize
        ).makeAsyncIterator()
      return .file(name: info.name, size: info.size, mimeType: file.mimeType, mtime: info.mtime)
    }
  }
}
#endif
