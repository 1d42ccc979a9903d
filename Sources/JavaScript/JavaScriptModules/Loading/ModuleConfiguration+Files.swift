/// The files below the root of a program's modules, which `node:fs` reads.
///
/// A program can read each of them by an import with `{ type: "bytes" }`, too: the same loader reads them, within the same limits.
extension ModuleConfiguration {
  /// The URL of a file; nil for a path that is not absolute.
  private func url(ofFile path: String) -> ModuleURL? {
    guard path.begins(with: "/") else { return nil }
    let base = loader.base
    // The root has a final slash.
    if path + "/" == base.filePath { return base }
    if base.filePath != nil { return ModuleURL(filePath: path) }
    return ModuleURL(scheme: base.scheme, authority: base.authority, path: ModuleURL.encoded(path))
  }

  /// The kind of a file; nil if there is none.
  package func kind(ofFile path: String) -> ModuleFileKind? {
    guard let url = url(ofFile: path) else { return nil }
    if let loader = loader as? any BrowsableModuleLoader { return loader.kind(of: url) }
    return (try? sourceNow(of: url, as: .bytes)) == nil ? nil : .file
  }

  /// The bytes of a file.
  package func bytes(ofFile path: String) throws(ModuleError) -> [UInt8] {
    guard let url = url(ofFile: path) else { throw ModuleError(.invalidArgument, "\(path) is not an absolute path.") }
    return try sourceNow(of: url, as: .bytes).bytes
  }

  /// The names in a directory, sorted; empty if the loader does not tell them.
  package func names(inDirectory path: String) -> [String] {
    guard let url = url(ofFile: path), let loader = loader as? any BrowsableModuleLoader else { return [] }
    return loader.names(in: url).sorted()
  }
}
