#if Plugins
import Causeway
import Glibc
import LinuxFiles
import Synchronization

/// Tells what happens to a file, or in a folder and not in those within it.
///
/// Source: inotify(7).
enum FileWatch {
  /// What may wait for a slow listener; beyond it the rest is told as an overflow.
  private static let buffer = 1_024

  /// - Parameter share: counts the watch for its connection.
  /// - Throws: when it cannot be watched; `RESOURCE_EXHAUSTED` when this user watches too much already.
  static func changes(of place: Place, _ share: Quota.Reservation) throws -> AsyncThrowingStream<FileChange, any Error>
  {
    try place.naming("watched") {
      let watched = try place.open(Descriptor.placeOnly)
      let (changes, continuation) = AsyncThrowingStream.makeStream(
        of: FileChange.self, throwing: (any Error).self, bufferingPolicy: .bufferingOldest(buffer))
      let listener = Listener(continuation)
      let watching = Watching(share)
      // Set before the first event, which may end the stream.
      continuation.onTermination = { _ in watching.end() }
      do throws(FileEvents.Failure) {
        // By its descriptor, so that nobody can put something else there meanwhile.
        watching.begin(
          try FileEvents.shared.watch(
            "/proc/self/fd/\(watched.number)",
            Int(IN_CREATE | IN_CLOSE_WRITE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)
          ) { listener.hear($0) })
      } catch {
        throw failure(Errno(number: error.number), place)
      }
      return changes
    }
  }

  private static func failure(_ errno: Errno, _ place: Place) -> any Error {
    guard errno.number == EMFILE || errno.number == ENOSPC else { return errno }
    return place.refusal(
      .resourceExhausted, "cannot be watched: this user watches as much as fs.inotify of sysctl allows")
  }

  /// The watch of a stream, released when the stream ends.
  private final class Watching: Sendable {
    private typealias Held = (share: Quota.Reservation, watch: FileEvents.Watch?)

    /// Nil after the end.
    private let held: Mutex<Held?>

    init(_ share: Quota.Reservation) { held = Mutex((share, nil)) }

    func begin(_ watch: FileEvents.Watch) { held.withLock { $0?.watch = watch } }

    func end() {
      let ended = held.withLock { held in
        defer { held = nil }
        return held
      }
      withExtendedLifetime(ended) {}
    }
  }

  /// Takes the events one by one, on the queue of FileEvents.
  private final class Listener: Sendable {
    private let continuation: AsyncThrowingStream<FileChange, any Error>.Continuation
    private let isOverflowing = Atomic(false)

    init(_ continuation: AsyncThrowingStream<FileChange, any Error>.Continuation) { self.continuation = continuation }

    func hear(_ event: FileEvents.Event) {
      let name = event.name.isEmpty ? nil : String(validating: event.name, as: UTF8.self)
      if let name, name.hasPrefix(Replacement.prefix) { return }
      // A file without a name was closed: the kernel reports `#` and the number of its inode.
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
        // The watch is gone with what it watched.
        if event.has(Int(IN_IGNORED)) { continuation.finish() }
        return
      }
      // A name that is not UTF-8 cannot be told: anything may have changed.
      yield(!event.name.isEmpty && name == nil ? FileChange(kind: .overflow) : FileChange(kind: kind, name: name))
      // What moved away is not watched any more: it would be told by a name that it no longer has.
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
