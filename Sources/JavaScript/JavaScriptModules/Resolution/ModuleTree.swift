import JavaScriptSyntax
import NameSuggestions
import Synchronization

/// Resolves specifiers among files, as Node does: relative ones, `file:` URLs, packages in node_modules.
///
/// Every path is beneath the root of the files, so that no specifier and no package.json names anything outside.
final class ModuleTree: Sendable {
  let files: any ModuleFiles
  /// The URL of the root, with a final slash.
  let base: ModuleURL
  let limits: ModuleLimits
  private let conditions: [String]
  private struct Manifests {
    /// By directory; nil for one without a package.json.
    var known: [ExactText: PackageManifest?] = [:]
    /// The bytes of the directories' names: a script may name any number that do not exist.
    var bytes = 0
  }

  private let manifests = Mutex(Manifests())
  /// Beyond it they are read anew.
  private static let mostManifestBytes = 64 << 20
  let typeScriptConfigurations = TypeScriptConfigurations()
  /// Whether tsconfig.json files are read.
  let readsTypeScriptConfigurations: Bool
  /// The packages of node_modules that were found, each with its own directory if that is another one.
  private let linkedPackages = Mutex<[String: String?]>([:])

  /// - Parameters:
  ///   - conditions: of `exports` and `imports`, beside those of the kind of request and `default`.
  init(
    files: any ModuleFiles, base: ModuleURL, conditions: [String], limits: ModuleLimits,
    readsTypeScriptConfigurations: Bool = true
  ) {
    self.readsTypeScriptConfigurations = readsTypeScriptConfigurations
    self.files = files
    self.base = base
    self.conditions = conditions
    self.limits = limits
  }

  /// Reads each package.json and tsconfig.json anew from now on.
  func forgetManifests() {
    manifests.withLock { $0 = Manifests() }
    typeScriptConfigurations.forget()
  }

  // MARK: URLs and paths

  /// The path of a URL beneath the root.
  ///
  /// - Throws: `PERMISSION_DENIED` for one that is outside, `UNIMPLEMENTED` for another scheme.
  func path(of url: ModuleURL) throws(ModuleError) -> String {
    guard url.scheme == base.scheme, url.authority == base.authority else {
      throw ModuleError(.unimplemented, "\(url) cannot be loaded: this loader loads \(base.scheme): URLs only.")
    }
    guard !url.path.has("%") || !url.hasEncodedSlash else {
      throw ModuleError(.invalidArgument, "\(url) contains an encoded slash, which the URL of a module must not.")
    }
    guard let path = url.decodedPath, let root = base.decodedPath else {
      throw ModuleError(.invalidArgument, "\(url) has a path that is not valid UTF-8 or contains a NUL.")
    }
    // A specifier's lone surrogate becomes U+FFFD, so several names would be one file.
    guard !path.unicodeScalars.contains("\u{FFFD}") else {
      throw ModuleError(
        .invalidArgument, "\(url) contains a lone surrogate or its replacement U+FFFD: such names are ambiguous.")
    }
    guard path.utf8.starts(with: root.utf8) else {
      throw ModuleError(
        .permissionDenied, "\(url) is outside \(base), the root of this program's modules.")
    }
    let beneath = "/" + path.from(byte: root.utf8.count)
    // Empty segments name the same file: one file is one module.
    return TreePath.hasEmptySegment(beneath) ? TreePath.join("/", beneath) ?? "/" : beneath
  }

  func url(of path: String, suffix: String = "") -> ModuleURL {
    ModuleURL(
      scheme: base.scheme, authority: base.authority,
      path: base.path + ModuleURL.encoded(path.from(byte: 1)), suffix: suffix)
  }

  // MARK: Resolving

  /// The URL of the module that a specifier names.
  func resolve(
    _ specifier: String, from referrer: ModuleURL, by kind: ModuleRequestKind
  ) throws(ModuleError) -> ModuleURL {
    guard !specifier.isEmpty else { throw ModuleError(.invalidArgument, "The module specifier is empty.") }
    guard specifier.utf8.count <= ModuleURL.maximumLength else {
      throw ModuleError(
        .resourceExhausted, "The module specifier has more than \(ModuleURL.maximumLength) bytes.")
    }
    guard !specifier.utf8.contains(0) else {
      throw ModuleError(.invalidArgument, "The module specifier contains a NUL.")
    }
    if readsTypeScriptConfigurations, !ModuleURL.isRelative(specifier), referrer.scheme == base.scheme,
      let path = try? path(of: referrer), let found = try mapped(specifier, from: path)
    {
      return url(of: files.canonicalPath(of: found))
    }
    if let builtIn = NodeModule.existing(specifier) { return builtIn }
    if specifier.begins(with: "node:") {
      return try NodeModule.absent(specifier.from(byte: 5), isPackage: isPackage(try path(of: referrer)))
    }
    if kind == .require, !specifier.begins(with: "file:") { return try require(specifier, from: referrer) }
    if ModuleURL.isRelative(specifier) || ModuleURL(specifier) != nil {
      guard let url = referrer.resolving(specifier) else {
        throw ModuleError(.invalidArgument, "\(specifier) cannot be resolved against \(referrer).")
      }
      return self.url(of: try existing(try path(of: url), from: referrer), suffix: url.suffix)
    }
    let path = try path(of: referrer)
    do throws(ModuleError) {
      return try resolvePackage(specifier, from: TreePath.directory(of: path), kind)
    } catch {
      throw unmapped(specifier, from: path, error)
    }
  }

  /// CommonJS's own algorithm: paths instead of URLs, extensions and directories are tried.
  private func require(_ specifier: String, from referrer: ModuleURL) throws(ModuleError) -> ModuleURL {
    let directory = TreePath.directory(of: try path(of: referrer))
    guard ModuleURL.isRelative(specifier) else {
      return try resolvePackage(specifier, from: directory, .require)
    }
    var target = TreePath.join(directory, specifier)
    if specifier.begins(with: "/"), base.scheme == "file" {
      target = try path(of: ModuleURL(filePath: TreePath.join("/", specifier) ?? "/"))
    }
    guard let target else {
      throw ModuleError(.permissionDenied, "\(specifier) leads outside \(base), the root of this program's modules.")
    }
    guard let path = try module(at: target, requiredAs: specifier) else { throw missing(target) }
    return url(of: files.canonicalPath(of: path))
  }

  /// The file that `require` loads for a path; nil if there is none.
  ///
  /// - Parameter specifier: names a directory if it is `.` or `..`, or ends with a slash.
  func module(at path: String, requiredAs specifier: String) throws(ModuleError) -> String? {
    let isDirectory = specifier.ends(with: "/") || specifier == "." || specifier == ".." || specifier.ends(with: "/..")
    if !isDirectory, let file = file(near: path) { return file }
    return try entry(ofDirectory: path)
  }

  /// The file that a path without its extension means to `require`.
  func file(near path: String) -> String? {
    if files.kind(of: path) == .file { return path }
    if let source = source(ofOutput: path) { return source }
    return [".js", ".json", ".cjs", ".ts", ".cts", ".tsx", ".jsx"].lazy.map { path + $0 }.first {
      files.kind(of: $0) == .file
    }
  }

  /// The source of a file that TypeScript's compiler would make; nil if there is none.
  private func source(ofOutput path: String) -> String? {
    ModuleExtension.sources(ofOutput: path).first { files.kind(of: $0) == .file }
  }

  /// The file that a directory means to `require`, and to `import` of a package without `exports`.
  func entry(ofDirectory path: String) throws(ModuleError) -> String? {
    let directory = path == "/" ? path : path + "/"
    if let main = try manifest(in: directory)?.main, let target = TreePath.join(directory, main) {
      if let found = file(near: target) ?? file(near: target + "/index") {
        return found
      }
    }
    return file(near: directory + "index")
  }

  // MARK: Files

  /// The path of a file that is there, without links.
  ///
  /// Where only the TypeScript source of `x.js` is there, that one.
  private func existing(_ path: String, from referrer: ModuleURL? = nil) throws(ModuleError) -> String {
    if let canonical = files.canonicalFile(at: path) { return canonical }
    if let referrer, let own = try? self.path(of: referrer), let found = try shortNamed(path, from: own) {
      return files.canonicalPath(of: found)
    }
    switch files.kind(of: path) {
    case .file: return files.canonicalPath(of: path)
    case nil:
      if let source = source(ofOutput: path) { return files.canonicalPath(of: source) }
      throw missing(path)
    case .directory, .other: throw missing(path)
    }
  }

  /// The error of a path that names no module, with a suggestion.
  func missing(_ path: String) -> ModuleError {
    let shown = url(of: path)
    switch files.kind(of: path) {
    case .directory:
      let entry = try? entry(ofDirectory: path.ends(with: "/") && path != "/" ? path.without(lastBytes: 1) : path)
      let hint = entry.map { " Did you mean \(url(of: $0))?" } ?? " Name a file in it."
      return ModuleError(.failedPrecondition, "\(shown) is a directory, not a module.\(hint)")
    case .other:
      return ModuleError(
        .permissionDenied,
        "\(shown) is not a regular file, or is a link that leads outside the root of this program's modules.")
    case .file, nil: break
    }
    var hint = ""
    if let found = file(near: path) {
      hint = " Did you mean \(url(of: found))? The extension is required."
    } else {
      let directory = TreePath.directory(of: path)
      let name = path.from(byte: directory.utf8.count)
      if let near = Suggestion.nearest(to: name, among: files.names(in: directory)) {
        let differs = near.lowercased() == name.lowercased() ? " The names differ in case." : ""
        hint = " Did you mean \(url(of: directory + near))?\(differs)"
      }
    }
    return ModuleError(.notFound, "Module not found: \(shown).\(hint)")
  }

  // MARK: Packages

  /// The package.json of a directory with a final slash; nil if it has none.
  func manifest(in directory: String) throws(ModuleError) -> PackageManifest? {
    if let known = manifests.withLock({ $0.known[ExactText(directory)] }) { return known }
    let path = directory + "package.json"
    var manifest: PackageManifest?
    var size = 256 + directory.utf8.count
    if files.kind(of: path) == .file {
      let bytes = try files.read(path, maximum: limits.manifestBytes)
      manifest = try PackageManifest(bytes, directory: directory, shown: url(of: path).description)
      size += bytes.count
    }
    manifests.withLock { manifests in
      manifests.bytes += size
      if manifests.bytes > ModuleTree.mostManifestBytes { manifests = Manifests() }
      manifests.known[ExactText(directory)] = .some(manifest)
    }
    return manifest
  }

  /// The package.json that a file belongs to: the nearest one above it, within its package.
  func scope(of path: String) throws(ModuleError) -> PackageManifest? {
    var directory = TreePath.directory(of: path)
    while true {
      if directory.ends(with: "/node_modules/") { return nil }
      if let manifest = try manifest(in: directory) { return manifest }
      guard let parent = TreePath.parent(ofDirectory: directory) else { return nil }
      directory = parent
    }
  }

  private func resolvePackage(
    _ specifier: String, from directory: String, _ kind: ModuleRequestKind
  ) throws(ModuleError) -> ModuleURL {
    // As Node's, `require` takes modules that do not await.
    let node = conditions.contains("node") ? ["module-sync"] : []
    let own = Set((conditions + node + [kind.rawValue, "default"]).map { ExactText($0) })
    switch try PackageResolution(tree: self, conditions: own, kind: kind).resolve(specifier, from: directory) {
    case .path(let path): return url(of: try existing(path))
    case .builtIn(let url): return url
    }
  }

  /// Whether a file belongs to a package of node_modules, perhaps by a link that leads elsewhere beneath the root.
  func isPackage(_ path: String) -> Bool {
    if path.hasText("/node_modules/") { return true }
    return linkedPackages.withLock { directories in
      directories.contains { path.begins(with: $0.value.map { $0 + "/" } ?? "//") }
    }
  }

  /// Remembers where a package of node_modules has its files.
  func note(package: String) {
    guard linkedPackages.withLock({ $0[package] == nil }) else { return }
    let own = files.canonicalPath(of: package)
    linkedPackages.withLock { $0[package] = .some(own == package ? nil : own) }
  }
}

extension ModuleURL {
  /// Whether a slash or backslash is percent-encoded in the path.
  fileprivate var hasEncodedSlash: Bool {
    let path = path.lowercased().utf8
    return path.contains("%2f".utf8) || path.contains("%5c".utf8)
  }
}
