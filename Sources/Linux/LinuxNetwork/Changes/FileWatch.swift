import Glibc
import LinuxFiles
import Synchronization

/// Reports changes of the resolver's configuration files.
///
/// The directories are watched, not the files, because programs replace such a file when they write it.
struct FileWatch: ~Copyable {
  /// Collects the events, on the queue of `FileEvents`, for the watcher's thread.
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
      let isRelevant = state.withLock { state in
        // An empty name: a directory was removed, or events were lost.
        let isRelevant = event.name.isEmpty || state.names.contains(event.name)
        if isRelevant { state.isChanged = true }
        return isRelevant
      }
      if isRelevant { wake() }
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

  /// Starts watching.
  ///
  /// If the system's limit of watches is reached, a changed configuration is reported with the next change of the network.
  ///
  /// - Parameter wake: called on another thread after a change; it must not block.
  init(_ files: ResolverFiles, wake: @escaping @Sendable () -> Void) {
    self.files = files
    inbox = Inbox(wake)
    addWatches()
  }

  /// Whether the files may have changed since the last call.
  mutating func takeChange() -> Bool {
    let isChanged = inbox.takeChange()
    // A missing directory may exist now, and a link may have another target.
    if isChanged { addWatches() }
    return isChanged
  }

  /// Watches every directory on the files' paths, or the nearest existing ancestor.
  private mutating func addWatches() {
    var newWatches: [[UInt8]: FileEvents.Watch] = [:]
    for entry in files.watched {
      var entry: WatchedEntry? = entry
      while let candidate = entry {
        inbox.add(candidate.name)
        if newWatches[candidate.directory] == nil { newWatches[candidate.directory] = watch(candidate.directory) }
        if newWatches[candidate.directory] != nil { break }
        entry = candidate.parent
      }
    }
    // The earlier watches end after the new ones have begun, so that no event is lost.
    watches = newWatches
  }

  /// Nil if the directory does not exist, or the limit of watches is reached.
  private func watch(_ directory: [UInt8]) -> FileEvents.Watch? {
    let events = IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR
    return try? FileEvents.shared.watch(directory, Int(events)) { [inbox] in inbox.receive($0) }
  }
}
