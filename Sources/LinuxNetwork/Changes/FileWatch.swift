/// Tells when the files change that say how host names are looked up.
///
/// The directories are watched, not the files: whoever writes such a file replaces it.
struct FileWatch: ~Copyable {
  private let descriptor: FileDescriptor
  private let files: ResolverFiles
  private var names: Set<[UInt8]> = []

  /// Begins to watch.
  ///
  /// `nil` if the system has no more watches: then such a change is seen with the next one of the network.
  init?(_ files: ResolverFiles) {
    guard let descriptor = SystemCalls.fileWatch() else { return nil }
    self.descriptor = descriptor
    self.files = files
    aim()
  }

  var readable: SystemCalls.Readable { descriptor.readable }

  /// Takes what happened; says whether it may have changed the files.
  mutating func hear() -> Bool {
    // An empty name: a whole directory went, or events were lost.
    let matters = SystemCalls.changedEntries(of: descriptor).contains { $0.isEmpty || names.contains($0) }
    // What was missing may be there now, and a link may point elsewhere.
    if matters { aim() }
    return matters
  }

  /// Watches every directory that decides; of those that are missing, the nearest above.
  private mutating func aim() {
    for entry in files.watched {
      var entry: WatchedEntry? = entry
      while let candidate = entry {
        names.insert(candidate.name)
        if SystemCalls.watch(directory: candidate.directory, by: descriptor) { break }
        entry = candidate.above
      }
    }
  }
}
