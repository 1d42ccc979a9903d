#if Plugins
import Causeway
import Glibc

extension Place {
  /// Removes a file, or whatever is no folder: a link and not what it names.
  func removeFile() throws {
    let (folder, name) = try openParent(verb: "removed")
    guard unsafe unlinkat(folder.number, name, 0) == 0 else {
      let failure = Errno.current
      if failure.number == EISDIR { throw refusal(.failedPrecondition, "is a folder: remove it with rmdir") }
      throw self.failure(failure, "removed")
    }
    try naming("removed") { try folder.synchronize() }
  }

  /// Removes a folder; with all that is in it if `isRecursive`.
  ///
  /// - Throws: `RESOURCE_EXHAUSTED` where folders lie deeper in each other than the limit.
  func removeFolder(isRecursive: Bool, depth: Int) throws {
    let (folder, name) = try openParent(verb: "removed")
    try naming("removed") {
      if isRecursive { unsafe try empty(try folder.openFolder(name), depth: depth) }
      guard unsafe unlinkat(folder.number, name, AT_REMOVEDIR) == 0 else { throw Errno.current }
      try folder.synchronize()
    }
  }

  /// Removes all that is in a folder, following no link.
  private func empty(_ folder: Descriptor, depth: Int) throws {
    guard depth > 0 else {
      throw BridgeError(
        .resourceExhausted, "In \(shown) folders lie deeper in each other than the limit depth.",
        data: ["limit": "depth"])
    }
    var isEmpty = false
    while !isEmpty {
      // In batches: a folder may have millions of names.
      var names: [[CChar]] = []
      try folder.forEachName { name in
        names.append(name.map { CChar(bitPattern: $0) } + [0])
        return names.count < 1_000
      }
      isEmpty = true
      for name in names where try remove(name, in: folder, depth: depth) { isEmpty = false }
    }
  }

  /// Removes an entry with all that is in it; false when it is gone already.
  private func remove(_ name: [CChar], in folder: Descriptor, depth: Int) throws -> Bool {
    try Task.checkCancellation()
    if unsafe unlinkat(folder.number, name, 0) == 0 { return true }
    let failure = Errno.current
    if failure.number == ENOENT { return false }
    guard failure.number == EISDIR || failure.number == EPERM else { throw failure }
    unsafe try empty(try folder.openFolder(name), depth: depth - 1)
    guard unsafe unlinkat(folder.number, name, AT_REMOVEDIR) == 0 || errno == ENOENT else { throw Errno.current }
    return true
  }
}

extension Descriptor {
  /// A folder in this one; no link is followed.
  fileprivate func openFolder(_ name: UnsafePointer<CChar>) throws(Errno) -> Descriptor {
    unsafe try .admitted(openat(number, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
  }
}
#endif
