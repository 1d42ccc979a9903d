import JavaScriptSyntax

/// Reads a tsconfig.json and the files that it extends.
struct TypeScriptConfigurationReader {
  let files: any ModuleFiles
  let limits: ModuleLimits
  /// What errors call a path.
  let shown: (String) -> String
  /// The directory of the file that extends all others, with a final slash.
  let outermost: String
  /// The files around the current one.
  private var open: [String] = []
  private var count = 0
  /// The last file with `paths`.
  private var mapping: TypeScriptConfigurationFile?
  /// The bytes that were read.
  private(set) var bytes = 0
  private static let mostFiles = 100

  init(_ files: any ModuleFiles, _ limits: ModuleLimits, outermost: String, shown: @escaping (String) -> String) {
    self.files = files
    self.limits = limits
    self.outermost = outermost
    self.shown = shown
  }

  /// The options of the file at a path.
  mutating func read(_ path: String) throws(ModuleError) -> TypeScriptConfiguration {
    var configuration = TypeScriptConfiguration(shown: shown(path))
    try apply(path, to: &configuration)
    try mapping?.applyPaths(to: &configuration)
    return configuration
  }

  private mutating func apply(_ path: String, to configuration: inout TypeScriptConfiguration) throws(ModuleError) {
    let text = try files.read(path, maximum: limits.manifestBytes)
    count += 1
    bytes += text.count
    let directory = TreePath.directory(of: path)
    let file = try TypeScriptConfigurationFile(
      text, shown: shown(path), directory: directory, outermost: outermost)
    open.append(files.canonicalPath(of: path))
    for specifier in try file.extended() {
      guard let base = try find(specifier, from: directory, file) else { continue }
      if open.contains(where: { ExactText($0) == ExactText(files.canonicalPath(of: base)) }) {
        let chain = (open + [base]).map { shown($0) }.joined(separator: " extends ")
        throw file.error("extends", "extends itself: \(chain)")
      }
      guard count < TypeScriptConfigurationReader.mostFiles, bytes <= limits.manifestBytes else {
        throw file.error("extends", "names more files, or larger ones, than the limits allow", .resourceExhausted)
      }
      try apply(base, to: &configuration)
    }
    open.removeLast()
    try file.apply(to: &configuration)
    if file.hasPaths { mapping = file }
  }

  /// The path of a file that another one extends.
  ///
  /// - Returns: nil for one that only the compiler can read: outside of the root, or of a package that is not installed, as in
  ///   production.
  private func find(
    _ specifier: String, from directory: String, _ file: TypeScriptConfigurationFile
  ) throws(ModuleError) -> String? {
    guard !specifier.isEmpty, !specifier.utf8.contains(0),
      specifier.utf8.count <= ModuleURL.maximumLength
    else { throw file.error("extends", "must be a relative path or the name of a package, not \(specifier)") }
    if specifier.begins(with: "/") { return nil }
    if specifier.begins(with: "./") || specifier.begins(with: "../") || specifier == "." || specifier == ".." {
      guard let path = TreePath.join(directory, specifier) else { return nil }
      for candidate in [path, path + ".json"] where files.kind(of: candidate) == .file { return candidate }
      throw file.error("extends", "names a file that does not exist: \(specifier)", .notFound)
    }
    var above: String? = directory
    while let parent = above {
      above = TreePath.parent(ofDirectory: parent)
      guard let path = TreePath.join(parent + "node_modules/", specifier),
        path.begins(with: parent + "node_modules/")
      else { continue }
      var candidates = [path, path + ".json", path + "/tsconfig.json"]
      if files.kind(of: path + "/package.json") == .file {
        let text = try JSONText(
          try files.read(path + "/package.json", maximum: limits.manifestBytes), named: shown(path + "/package.json"))
        if let named = text["tsconfig"]?.string.flatMap({ TreePath.join(path + "/", $0) }) {
          candidates.insert(named, at: 0)
        }
      }
      for candidate in candidates where files.kind(of: candidate) == .file { return candidate }
    }
    return nil
  }
}
