/// The files that the error reports of a program may quote: source maps and original sources.
package struct SourceFiles: Sendable {
  private let directory: @Sendable () -> String?
  private let loader: @Sendable () -> (any ModuleLoader)?

  /// The files of a loader, which are read below its root as modules are.
  ///
  /// - Parameters:
  ///   - directory: the absolute path of the directory for relative paths; nil if there are none.
  ///   - loader: made when the first file is read; nil for no files.
  package init(
    in directory: @autoclosure @escaping @Sendable () -> String? = nil,
    _ loader: @autoclosure @escaping @Sendable () -> (any ModuleLoader)?
  ) {
    self.directory = directory
    self.loader = loader
  }

  /// Resolves the name of a file against another one: both are URLs, or both are paths.
  package static func name(of reference: String, from name: String) -> String {
    if ModuleURL(reference) != nil { return reference }
    if let url = ModuleURL(name) {
      let relative = ModuleURL.isRelative(reference) ? reference : "./" + reference
      return url.resolving(relative)?.description ?? reference
    }
    if reference.begins(with: "/") { return reference }
    // A path that leads up from a relative one keeps its dots.
    var segments = name.parts(between: "/").dropLast()
    for segment in reference.parts(between: "/") {
      switch segment {
      case "", ".": continue
      case ".." where segments.last.map { !["", ".", ".."].contains($0) } ?? false: segments.removeLast()
      default: segments.append(segment)
      }
    }
    return segments.joined(separator: "/")
  }

  /// The bytes of a file; nil if it cannot be read, or is outside the root.
  ///
  /// - Parameter name: a URL or a path.
  package func bytes(of name: String) -> [UInt8]? {
    guard let url = url(of: name), let loader = loader(), (try? loader.check(url)) != nil,
      let source = try? loader.loadNow(url, as: .bytes)
    else { return nil }
    return source.bytes
  }

  private func url(of name: String) -> ModuleURL? {
    if name.begins(with: "/") { return ModuleURL(filePath: name) }
    return ModuleURL(name) ?? directory().map { ModuleURL(filePath: $0 + "/" + name) }
  }
}
