import Glibc
import LinuxFiles
import Synchronization

/// Watches the files that say how host names are looked up.
///
/// The directories are watched, not the files: whoever writes such a file replaces it.
struct FileWatch: ~Copyable {
  /// Collects the events, on the queue of `FileEvents`, for the thread that looks.
  private final class Inbox: Sendable {
    private struct State {
      var names: Set<[UInt8]> = []
      var isChanged = false
    }

    private let state = Mutex(State())
    private let wake: @Sendable () -> Void

    init(_ wake: @escaping @Sendable () -> Void) { self.wake = wake }

    func add(_ name: [UInt8]) { state.withLock { _ = $0.names.insert(name) } }

    func receive(_ event: FileEvents.Event) {
      let matters = state.withLock { state in
        // An empty name: a whole directory went, or events were lost.
        let matters = event.name.isEmpty || state.names.contains(event.name)
        if matters { state.isChanged = true }
        return matters
      }
      if matters { wake() }
    }

    func takeChange() -> Bool {
      state.withLock { state in
        defer { state.isChanged = false }
        return state.isChanged
      }
    }
  }

  private let files: ResolverFiles
  private let inbox: Inbox
  private var watches: [[UInt8]: FileEvents.Watch] = [:]

  /// Begins to watch.
  ///
  /// Where the system has no more watches, a change of these files is found with the next one of the network.
  ///
  /// - Parameter wake: called on another thread after a change; it must not block.
  init(_ files: ResolverFiles, wake: @escaping @Sendable () -> Void) {
    self.files = files
    inbox = Inbox(wake)
    aim()
  }

  /// Whether the files may have changed since the last call.
  mutating func takeChange() -> Bool {
    let isChanged = inbox.takeChange()
    // What was missing may be there now, and a link may point elsewhere.
    if isChanged { aim() }
    return isChanged
  }

  /// Watches every directory that decides; of those that are missing, the nearest above.
  private mutating func aim() {
    var aimed: [[UInt8]: FileEvents.Watch] = [:]
    for entry in files.watched {
      var entry: WatchedEntry? = entry
      while let candidate = entry {
        inbox.add(candidate.name)
        if aimed[candidate.directory] == nil { aimed[candidate.directory] = watch(candidate.directory) }
        if aimed[candidate.directory] != nil { break }
        entry = candidate.above
      }
    }
    // The earlier watches end after the new ones have begun, so that no event is lost.
    watches = aimed
  }

  /// Nil if there is no such directory, or no more watches.
  private func watch(_ directory: [UInt8]) -> FileEvents.Watch? {
    let events = IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR
    return try? FileEvents.shared.watch(directory, Int(events)) { [inbox] in inbox.receive($0) }
  }
}
