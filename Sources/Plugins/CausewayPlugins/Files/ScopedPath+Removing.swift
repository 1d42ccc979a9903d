#if Plugins
import Causeway
import Glibc

extension ScopedPath {
  /// Removes a file, or any entry that is not a folder.
  ///
  /// A symbolic link is not followed.
  func removeFile() throws {
    let (folder, name) = try openParent(verb: "removed")
    guard unsafe unlinkat(folder.number, name, 0) == 0 else {
      let failure = Errno.current
      if failure.number == EISDIR { throw refusal(.failedPrecondition, "is a folder: remove it with rmdir") }
      throw self.failure(failure, "removed")
    }
    try naming("removed") { try folder.synchronize() }
  }

  /// Removes a folder, with its content if `isRecursive`.
  ///
  /// - Throws: `RESOURCE_EXHAUSTED` if folders are nested deeper than the limit, `FAILED_PRECONDITION` for an entry that
  ///   `readdir` only counts, because JavaScript cannot represent its name: it remains.
  func removeFolder(isRecursive: Bool, depth: Int) throws {
    let (folder, name) = try openParent(verb: "removed")
    try naming("removed") {
      if isRecursive { unsafe try empty(try folder.openFolder(name), depth: depth) }
      guard unsafe unlinkat(folder.number, name, AT_REMOVEDIR) == 0 else { throw Errno.current }
      try folder.synchronize()
    }
  }

  /// Removes the content of a folder, without following links.
  private func empty(_ folder: Descriptor, depth: Int) throws {
    guard depth > 0 else {
      throw BridgeError(
        .resourceExhausted, "The folders in \(shown) are nested deeper than the limit depth.",
        data: ["limit": "depth"])
    }
    var isEmpty = false
    while !isEmpty {
      // In batches: a folder may have millions of names.
      var names: [[CChar]] = []
      try folder.forEachName { name in
        guard let text = String(validating: name, as: UTF8.self), !RelativePath.isAmbiguous(text) else {
          throw refusal(
            .failedPrecondition,
            "contains an entry whose name is not valid Unicode, which readdir only counts: remove it with another program"
          )
        }
        names.append(name.map { CChar(bitPattern: $0) } + [0])
        return names.count < 1_000
      }
      isEmpty = true
      for name in names where try remove(name, in: folder, depth: depth) { isEmpty = false }
    }
  }

  /// Removes an entry with its content; false if it does not exist any more.
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
  /// Opens a subfolder, without following links.
  fileprivate func openFolder(_ name: UnsafePointer<CChar>) throws(Errno) -> Descriptor {
    unsafe try .admitted(openat(number, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
  }
}
#endif
