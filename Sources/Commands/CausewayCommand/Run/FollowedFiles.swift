import JavaScriptModules

/// The files beneath a directory, each of which is followed before it is looked at: also those that do not exist.
struct FollowedFiles: ModuleFiles {
  let files: DirectoryFiles
  let changes: FileChanges

  func kind(of path: String) -> ModuleFileKind? {
    follow(path)
    return files.kind(of: path)
  }

  func read(_ path: String, maximum: Int) throws(ModuleError) -> [UInt8] {
    follow(path)
    return try files.read(path, maximum: maximum)
  }

  func names(in directory: String) -> [String] { files.names(in: directory) }

  func canonicalPath(of path: String) -> String {
    let own = files.canonicalPath(of: path)
    follow(own)
    return own
  }

  private func follow(_ path: String) { changes.follow(files.root == "/" ? path : files.root + path) }
}
