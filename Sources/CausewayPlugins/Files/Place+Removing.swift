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
    var names: [[CChar]] = []
    try folder.forEachName { names.append($0.map { CChar(bitPattern: $0) } + [0]) }
    for name in names {
      try Task.checkCancellation()
      if unsafe unlinkat(folder.number, name, 0) == 0 { continue }
      let failure = Errno.current
      if failure.number == ENOENT { continue }
      guard failure.number == EISDIR || failure.number == EPERM else { throw failure }
      unsafe try empty(try folder.openFolder(name), depth: depth - 1)
      guard unsafe unlinkat(folder.number, name, AT_REMOVEDIR) == 0 || errno == ENOENT else { throw Errno.current }
    }
  }
}

extension Descriptor {
  /// A folder in this one; no link is followed.
  fileprivate func openFolder(_ name: UnsafePointer<CChar>) throws(Errno) -> Descriptor {
    let descriptor = unsafe openat(number, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw Errno.current }
    return Descriptor(descriptor)
  }
}
