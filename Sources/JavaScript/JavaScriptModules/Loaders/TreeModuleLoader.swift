/// Loads modules from files below a root, and finds packages as Node does.
///
/// Nothing outside the root is read, no matter what a specifier, a package.json or a symbolic link says.
public struct TreeModuleLoader: ModuleLoader {
  private let tree: ModuleTree
  private let compilerOptions: CompilerOptions?

  /// - Parameters:
  ///   - files: the files.
  ///   - base: the URL of their root.
  ///   - conditions: the conditions for a package's `exports` and `imports`, in addition to `import` or `require` and
  ///     `default`. With `node`, a package's variant for servers is preferred to the one for bundlers; without it,
  ///     packages for Node only have no entry point.
  ///   - compilerOptions: the options of TypeScript and JSX files; nil to read them, and the paths of specifiers, from the
  ///     tsconfig.json files beneath the root.
  public init(
    _ files: any ModuleFiles, base: ModuleURL, conditions: [String] = ["causeway", "node"],
    limits: ModuleLimits = ModuleLimits(), compilerOptions: CompilerOptions? = nil
  ) {
    precondition(base.path.ends(with: "/"), "\(base): the URL of a loader's root must end in a slash.")
    tree = ModuleTree(
      files: files, base: base, conditions: conditions, limits: limits,
      readsTypeScriptConfigurations: compilerOptions == nil)
    self.compilerOptions = compilerOptions
  }

  /// The URL of the root.
  public var base: ModuleURL { tree.base }

  /// The URL of the file that a specifier names, with links resolved.
  public func resolve(
    _ specifier: String, from referrer: ModuleURL, by kind: ModuleRequestKind
  ) throws(ModuleError) -> ModuleURL {
    try tree.resolve(specifier, from: referrer, by: kind)
  }

  /// Reads a file.
  public func load(_ url: ModuleURL, as format: ModuleFormat?) async throws -> ModuleSource {
    try loadNow(url, as: format)
  }

  /// Reads a file synchronously.
  public func loadNow(_ url: ModuleURL, as format: ModuleFormat?) throws -> ModuleSource {
    let path = try tree.path(of: url)
    var kind = ModuleExtension(ofPath: path)
    if let format, format != .json { kind?.format = format }
    guard let kind = kind ?? format.map({ ModuleExtension(format: $0) }) else {
      throw ModuleError(
        .failedPrecondition,
        "\(url) does not have the extension of a module: .js, .jsx, .mjs, .cjs, .ts, .tsx, .mts, .cts or .json. Import other files with { type: \"text\" } or { type: \"bytes\" }."
      )
    }
    let bytes: [UInt8]
    do throws(ModuleError) {
      bytes = try tree.files.read(path, maximum: tree.limits.sourceBytes)
    } catch {
      throw error.code == .notFound ? tree.missing(path) : error
    }
    return try source(of: bytes, at: path, kind, url)
  }

  private func source(
    of bytes: [UInt8], at path: String, _ kind: ModuleExtension, _ url: ModuleURL
  ) throws(ModuleError) -> ModuleSource {
    var source = ModuleSource(url: url, bytes: bytes, format: kind.format, language: kind.language)
    if source.format == nil { source.format = try tree.scope(of: path)?.type }
    if kind.isMissing, source.format == .module { source.format = nil }
    if let compilerOptions {
      source.compilerOptions = compilerOptions
    } else if let configuration = try tree.typeScriptConfiguration(of: path) {
      source.compilerOptions = configuration.compilerOptions
    }
    return source
  }

  /// The module of a file whose bytes were read already.
  package func source(of bytes: [UInt8], at path: String) throws(ModuleError) -> ModuleSource {
    try source(of: bytes, at: path, ModuleExtension(ofPath: path) ?? ModuleExtension(format: .text), tree.url(of: path))
  }

  /// Throws for a URL that is neither below the root nor the URL of an available built-in module of Node.
  public func check(_ url: ModuleURL) throws(ModuleError) {
    if NodeModule.existing(url.description) == nil { _ = try tree.path(of: url) }
  }
  /// Discards the cached package.json and tsconfig.json files, so that they are read again.
  public func begin() { tree.forgetManifests() }
}

extension TreeModuleLoader: ImmediateModuleLoader {
  /// True: files are read synchronously.
  package var isImmediate: Bool { true }
}

extension TreeModuleLoader: BrowsableModuleLoader {
  package func kind(of url: ModuleURL) -> ModuleFileKind? {
    guard let path = try? tree.path(of: url) else { return nil }
    return path == "/" ? .directory : tree.files.kind(of: path)
  }

  package func names(in url: ModuleURL) -> [String] {
    guard let path = try? tree.path(of: url) else { return [] }
    return tree.files.names(in: path)
  }
}

extension ModuleLoader where Self == TreeModuleLoader {
  /// Modules from the files of a directory, with `file:` URLs.
  ///
  /// - Throws: `NOT_FOUND`, `FAILED_PRECONDITION` or `PERMISSION_DENIED` if there is no directory, or it cannot be
  ///   opened.
  public static func files(
    under root: String, conditions: [String] = ["causeway", "node"], limits: ModuleLimits = ModuleLimits(),
    compilerOptions: CompilerOptions? = nil
  ) throws(ModuleError) -> TreeModuleLoader {
    let files = try DirectoryFiles(root)
    let path = files.root.ends(with: "/") ? files.root : files.root + "/"
    return TreeModuleLoader(
      files, base: ModuleURL(filePath: path), conditions: conditions, limits: limits,
      compilerOptions: compilerOptions)
  }

  /// Modules from a bundle's resource directory, with `bundle:///` URLs, which hide the directory's path from
  /// JavaScript.
  ///
  /// - Parameter resources: the path of the directory, such as `Bundle.module.resourcePath`.
  public static func bundle(
    _ resources: String, conditions: [String] = ["causeway", "node"], limits: ModuleLimits = ModuleLimits()
  ) throws(ModuleError) -> TreeModuleLoader {
    TreeModuleLoader(
      try DirectoryFiles(resources), base: ModuleURL(scheme: "bundle", authority: "", path: "/"),
      conditions: conditions, limits: limits)
  }

  /// Modules from texts in memory, with `memory:///` URLs.
  ///
  /// - Parameter texts: the texts by path, such as `lib/a.js`; a leading slash makes no difference.
  public static func memory(
    _ texts: [String: String], conditions: [String] = ["causeway", "node"], limits: ModuleLimits = ModuleLimits()
  ) -> TreeModuleLoader {
    TreeModuleLoader(
      MemoryFiles(texts), base: ModuleURL(scheme: "memory", authority: "", path: "/"), conditions: conditions,
      limits: limits)
  }
}
