import Causeway
import Dispatch
import Glibc
import Synchronization

/// Tells what happens to a file, or in a folder and not in those within it.
///
/// Source: inotify(7).
enum FileWatch {
  /// What may wait for a slow listener; beyond it the rest is told as an overflow.
  private static let buffer = 1_024

  /// - Throws: when it cannot be watched; `RESOURCE_EXHAUSTED` when this user watches too much already.
  static func changes(of place: Place) throws -> AsyncThrowingStream<FileChange, any Error> {
    try place.naming("watched") {
      let watched = try place.open(Descriptor.placeOnly)
      let number = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard number >= 0 else { throw watchFailure(place) }
      let descriptor = Descriptor(number)
      let events = UInt32(IN_CREATE | IN_CLOSE_WRITE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
      let ends = UInt32(IN_DELETE_SELF | IN_MOVE_SELF)
      // By its descriptor, so that nobody can put something else there meanwhile.
      guard unsafe inotify_add_watch(number, "/proc/self/fd/\(watched.number)", events | ends) >= 0 else {
        throw watchFailure(place)
      }
      return AsyncThrowingStream(bufferingPolicy: .bufferingOldest(buffer)) { continuation in
        let source = DispatchSource.makeReadSource(
          fileDescriptor: number, queue: DispatchQueue(label: "causeway.watch"))
        let listener = Listener(continuation)
        source.setEventHandler { listener.hear(descriptor) }
        // The descriptor outlives the source that waits for it.
        source.setCancelHandler { _ = descriptor }
        let watching = Watching(source)
        continuation.onTermination = { _ in watching.end() }
        source.resume()
      }
    }
  }

  private static func watchFailure(_ place: Place) -> any Error {
    let failure = Errno.current
    guard failure.number == EMFILE || failure.number == ENOSPC else { return failure }
    return place.refusal(
      .resourceExhausted, "cannot be watched: this user watches as much as fs.inotify of sysctl allows")
  }

  /// What is ended when nobody listens any more.
  ///
  /// `@unchecked Sendable`: the one property that is not Sendable is a source of Dispatch, which any thread may cancel.
  private final class Watching: @unchecked Sendable {
    private let source: any DispatchSourceRead

    init(_ source: any DispatchSourceRead) { self.source = source }

    func end() { source.cancel() }
  }

  /// Takes the events apart, on one queue.
  private final class Listener: Sendable {
    private let continuation: AsyncThrowingStream<FileChange, any Error>.Continuation
    private let isOverflowing = Atomic(false)

    init(_ continuation: AsyncThrowingStream<FileChange, any Error>.Continuation) { self.continuation = continuation }

    func hear(_ descriptor: Descriptor) {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor.number, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      // `struct inotify_event`: the watch, the mask, a cookie and the length of the name, four bytes each, and the name.
      var rest = buffer[..<count]
      while rest.count >= 16 {
        let words = rest.prefix(16)
        func word(_ index: Int) -> UInt32 {
          (0..<4).reduce(0) { $0 | UInt32(words[words.startIndex + index * 4 + $1]) << (8 * UInt32($1)) }
        }
        let length = Int(word(3))
        let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
        tell(word(1), String(validating: name, as: UTF8.self), isNamed: !name.isEmpty)
        rest = rest.dropFirst(16 + length)
      }
    }

    private func tell(_ mask: UInt32, _ name: String?, isNamed: Bool) {
      func has(_ flags: Int) -> Bool { mask & UInt32(flags) != 0 }
      if let name, name.hasPrefix(Replacement.prefix) { return }
      let kind: FileChangeKind
      if has(Int(IN_Q_OVERFLOW)) {
        kind = .overflow
      } else if has(Int(IN_CREATE) | Int(IN_MOVED_TO)) {
        kind = .created
      } else if has(Int(IN_CLOSE_WRITE)) {
        kind = .modified
      } else if has(Int(IN_DELETE) | Int(IN_MOVED_FROM) | Int(IN_DELETE_SELF) | Int(IN_MOVE_SELF)) {
        kind = .deleted
      } else {
        // The watch is gone with what it watched.
        if has(Int(IN_IGNORED)) { continuation.finish() }
        return
      }
      // A name that is not UTF-8 cannot be told: anything may have changed.
      yield(isNamed && name == nil ? FileChange(kind: .overflow) : FileChange(kind: kind, name: isNamed ? name : nil))
      // What moved away is not watched any more: it would be told by a name that it no longer has.
      if has(Int(IN_MOVE_SELF)) { continuation.finish() }
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
