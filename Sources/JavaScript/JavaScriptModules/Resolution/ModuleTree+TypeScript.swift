import JavaScriptSyntax

/// What tsconfig.json files say about the TypeScript and JSX files of a program.
extension ModuleTree {
  /// The options of the nearest tsconfig.json of a file; nil for JavaScript, for files of packages, and without one.
  func typeScriptConfiguration(of path: String) throws(ModuleError) -> TypeScriptConfiguration? {
    guard readsTypeScriptConfigurations, let kind = ModuleExtension(ofPath: path), kind.language != .javaScript,
      !isPackage(path)
    else { return nil }
    return try typeScriptConfiguration(in: TreePath.directory(of: path))
  }

  /// The options of the tsconfig.json in a directory with a final slash, or in the nearest one above that has one.
  private func typeScriptConfiguration(in directory: String) throws(ModuleError) -> TypeScriptConfiguration? {
    var open: [String] = []
    var found: TypeScriptConfiguration?
    var size = 0
    var above: String? = directory
    while let current = above {
      if let known = typeScriptConfigurations.find(current) {
        found = known
        break
      }
      open.append(current)
      let path = current + "tsconfig.json"
      if files.kind(of: path) == .file {
        var reader = TypeScriptConfigurationReader(files, limits, outermost: current) { self.url(of: $0).description }
        found = try reader.read(path)
        size = reader.bytes
        break
      }
      above = TreePath.parent(ofDirectory: current)
    }
    for directory in open { typeScriptConfigurations.keep(found, in: directory, size) }
    return found
  }

  /// The module that a tsconfig.json maps a specifier to; nil if it maps it to no file.
  func mapped(_ specifier: String, from referrer: String) throws(ModuleError) -> String? {
    guard let configuration = try typeScriptConfiguration(of: referrer),
      ModuleURL(specifier) == nil
    else { return nil }
    return configuration.candidates(for: specifier).lazy.compactMap { self.source(near: $0) }.first
  }

  /// The file that a relative path without its extension, or a directory, means to an import of TypeScript.
  func shortNamed(_ path: String, from referrer: String) throws(ModuleError) -> String? {
    guard try typeScriptConfiguration(of: referrer)?.allowsShortNames == true else { return nil }
    return source(near: path)
  }

  /// The error of a specifier that a tsconfig.json maps to no file.
  func unmapped(_ specifier: String, from referrer: String, _ error: ModuleError) -> ModuleError {
    guard error.code == .notFound, let configuration = try? typeScriptConfiguration(of: referrer),
      let (mapping, match) = configuration.mapping(of: specifier), let target = mapping.targets.first
    else { return error }
    var error = error
    error.message +=
      " \(configuration.shown) maps \(specifier) to \(url(of: target.replacing("*", by: match))), where there is no module."
    return error
  }

  /// The file of a path without its extension, or of a directory, in TypeScript's order.
  private func source(near path: String) -> String? {
    if files.kind(of: path) == .file, ModuleExtension(ofPath: path) != nil { return path }
    let sources = ModuleExtension.sources(ofOutput: path)
    let shorter = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"].map { path + $0 }
    if let found = (sources + shorter).first(where: { files.kind(of: $0) == .file }) { return found }
    guard files.kind(of: path) == .directory else { return nil }
    let directory = path == "/" ? path : path + "/"
    if let entry = try? entry(ofDirectory: path) { return entry }
    return ["index.ts", "index.tsx", "index.jsx"].map { directory + $0 }.first { files.kind(of: $0) == .file }
  }
}
