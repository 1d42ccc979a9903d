#if Plugins
import Causeway
import CausewayConcurrency
import Glibc

/// The chosen files, one after the other: each file is opened, and each chunk read, on demand.
public struct PickedPartSequence: AsyncSequence, Sendable {
  /// A file, or bytes of it.
  public typealias Element = PickedPart

  /// The URIs from the portal.
  let uris: [String]
  let chunkSize: Int
  /// Counts the open file and its folder against the connection's limit.
  let reservation: Quota.Reservation

  /// Starts with the first file.
  public func makeAsyncIterator() -> Iterator {
    Iterator(uris: uris[...], chunkSize: chunkSize, reservation: reservation)
  }

  /// The iterator of the files.
  public struct Iterator: AsyncIteratorProtocol {
    private var uris: ArraySlice<String>
    private let chunkSize: Int
    private let reservation: Quota.Reservation
    private var chunks: FileChunkSequence.Iterator?

    init(uris: ArraySlice<String>, chunkSize: Int, reservation: Quota.Reservation) {
      self.uris = uris
      self.chunkSize = chunkSize
      self.reservation = reservation
    }

    /// The next part; nil after the last file.
    public mutating func next() async throws -> PickedPart? {
      if let bytes = try await chunks?.next() { return .data(bytes: bytes.data) }
      // This closes the previous file.
      chunks = nil
      guard let uri = uris.popFirst() else { return nil }
      let (file, descriptor, info) = try await BlockingExecutor.run(on: .files) {
        let file = try ChosenFile(uri)
        let descriptor = try file.scopedPath.openHeldFile(verb: "read")
        return (file, descriptor, FileInfo(file.name, try file.scopedPath.naming("read") { try descriptor.status() }))
      }
      chunks =
        FileChunkSequence(
          scopedPath: file.scopedPath, file: descriptor, reservation: reservation, offset: 0, length: nil,
          chunkSize: chunkSize
        ).makeAsyncIterator()
      return .file(name: info.name, size: info.size, mimeType: file.mimeType, mtime: info.mtime)
    }
  }
}
#endif
