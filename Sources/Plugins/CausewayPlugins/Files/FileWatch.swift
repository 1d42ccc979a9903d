#if Plugins
import Causeway
import Glibc
import LinuxFiles
import Synchronization

/// Reports changes of a file, or of the direct entries of a folder.
///
/// Source: inotify(7).
enum FileWatch {
  /// The number of buffered changes for a slow consumer; an overflow replaces further ones.
  private static let buffer = 1_024

  /// - Parameter reservation: counts the watch against the connection's limit.
  /// - Throws: if the file cannot be watched; `RESOURCE_EXHAUSTED` if this user's limit of watches is reached.
  static func changes(of scopedPath: ScopedPath, _ reservation: Quota.Reservation) throws -> AsyncThrowingStream<
    FileChange, any Error
  > {
    try scopedPath.naming("watched") {
      let watched = try scopedPath.open(Descriptor.placeOnly)
      let (changes, continuation) = AsyncThrowingStream.makeStream(
        of: FileChange.self, throwing: (any Error).self, bufferingPolicy: .bufferingOldest(buffer))
      let listener = Listener(continuation)
      let lifetime = WatchLifetime(reservation)
      // Set before the first event, which may end the stream.
      continuation.onTermination = { _ in lifetime.end() }
      do throws(FileEvents.Failure) {
        // By its descriptor, so that the path cannot be replaced meanwhile.
        lifetime.begin(
          try FileEvents.shared.watch(
            "/proc/self/fd/\(watched.number)",
            Int(IN_CREATE | IN_CLOSE_WRITE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)
          ) { listener.receive($0) })
      } catch {
        throw failure(Errno(number: error.number), scopedPath)
      }
      return changes
    }
  }

  private static func failure(_ errno: Errno, _ scopedPath: ScopedPath) -> any Error {
    guard errno.number == EMFILE || errno.number == ENOSPC else { return errno }
    return scopedPath.refusal(
      .resourceExhausted, "cannot be watched: this user has reached the limit of watches (sysctl fs.inotify)")
  }

  /// The watch of a stream, released when the stream ends.
  private final class WatchLifetime: Sendable {
    private typealias Resources = (reservation: Quota.Reservation, watch: FileEvents.Watch?)

    /// Nil after the end.
    private let resources: Mutex<Resources?>

    init(_ reservation: Quota.Reservation) { resources = Mutex((reservation, nil)) }

    func begin(_ watch: FileEvents.Watch) { resources.withLock { $0?.watch = watch } }

    func end() {
      let ended = resources.withLock { resources in
        defer { resources = nil }
        return resources
      }
      withExtendedLifetime(ended) {}
    }
  }

  /// Processes the events in order, on the queue of FileEvents.
  private final class Listener: Sendable {
    private let continuation: AsyncThrowingStream<FileChange, any Error>.Continuation
    private let isOverflowing = Atomic(false)

    init(_ continuation: AsyncThrowingStream<FileChange, any Error>.Continuation) { self.continuation = continuation }

    func receive(_ event: FileEvents.Event) {
      let name = event.name.isEmpty ? nil : String(validating: event.name, as: UTF8.self)
      if let name, name.hasPrefix(Replacement.prefix) { return }
      // A nameless file was closed: the kernel reports `#` and its inode number.
      if event.has(Int(IN_CLOSE_WRITE)), let name, name.utf8.first == UInt8(ascii: "#"),
        name.utf8.dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
      {
        return
      }
      let kind: FileChangeKind
      if event.has(Int(IN_Q_OVERFLOW)) {
        kind = .overflow
      } else if event.has(Int(IN_CREATE), Int(IN_MOVED_TO)) {
        kind = .created
      } else if event.has(Int(IN_CLOSE_WRITE)) {
        kind = .modified
      } else if event.has(Int(IN_DELETE), Int(IN_MOVED_FROM), Int(IN_DELETE_SELF), Int(IN_MOVE_SELF)) {
        kind = .deleted
      } else {
        // The watch ended with its file.
        if event.has(Int(IN_IGNORED)) { continuation.finish() }
        return
      }
      // A name that is not UTF-8 cannot be reported: anything may have changed.
      yield(!event.name.isEmpty && name == nil ? FileChange(kind: .overflow) : FileChange(kind: kind, name: name))
      // A moved file is no longer watched: its reported name would be outdated.
      if event.has(Int(IN_MOVE_SELF)) { continuation.finish() }
    }

    private func yield(_ change: FileChange) {
      if isOverflowing.load(ordering: .relaxed) {
        guard case .enqueued = continuation.yield(FileChange(kind: .overflow)) else { return }
        isOverflowing.store(false, ordering: .relaxed)
      }
      if case .dropped = continuation.yield(change) { isOverflowing.store(true, ordering: .relaxed) }
    }
  }
}
#endif
