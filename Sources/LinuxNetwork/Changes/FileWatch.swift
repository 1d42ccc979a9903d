/// Reports changes of the resolver's configuration files.
///
/// The directories are watched, not the files, because programs replace such a file when they write it.
struct FileWatch: ~Copyable {
  private let descriptor: FileDescriptor
  private let files: ResolverFiles
  private var names: Set<[UInt8]> = []

  /// Starts watching.
  ///
  /// `nil` if the system's limit of inotify instances is reached: then a changed configuration is reported with the
  /// next change of the network.
  init?(_ files: ResolverFiles) {
    guard let descriptor = SystemCalls.fileWatch() else { return nil }
    self.descriptor = descriptor
    self.files = files
    addWatches()
  }

  var readable: SystemCalls.Readable { descriptor.readable }

  /// Reads the pending events; returns whether the files may have changed.
  mutating func readEvents() -> Bool {
    // An empty name: a directory was removed, or events were lost.
    let isRelevant = SystemCalls.changedEntries(of: descriptor).contains { $0.isEmpty || names.contains($0) }
    // A missing directory may exist now, and a link may have another target.
    if isRelevant { addWatches() }
    return isRelevant
  }

  /// Watches every directory on the files' paths, or the nearest existing ancestor.
  private mutating func addWatches() {
    for entry in files.watched {
      var entry: WatchedEntry? = entry
      while let candidate = entry {
        names.insert(candidate.name)
        if SystemCalls.watch(directory: candidate.directory, by: descriptor) { break }
        entry = candidate.parent
      }
    }
  }
}
