/// The loader of a runtime's modules, and their limits.
///
/// A text that several runtimes of a process load is parsed once.
public struct ModuleConfiguration: Sendable {
  /// Loads the modules.
  public var loader: any ModuleLoader
  /// The import map, which resolves specifiers before the loader does; nil for no map.
  public var importMap: ImportMap?
  /// Limits for each context.
  public var limits = ModuleLimits()
  /// How long an `import` of the host may take, including top-level awaits, by the runtime's clock; nil for no limit.
  public var deadline: Duration?
  /// The variables of `process.env`.
  public var environment: [String: String] = ["NODE_ENV": "production"]
  /// Whether JavaScript sees the descriptions of loader errors that are not a ``ModuleError``.
  package var showsLoaderErrors = true
  /// Whether a `data:` URL can be imported, which is code in a text.
  package var allowsDataURLs = true
  /// The cache of parsed texts.
  package var parsed = ParsedModules.shared

  /// Makes a configuration with a loader and the defaults.
  public init(_ loader: any ModuleLoader) { self.loader = loader }

  /// Resolves a specifier with the import map, otherwise with the loader.
  package func resolve(
    _ specifier: String, from referrer: ModuleURL, by kind: ModuleRequestKind
  ) throws(ModuleError) -> ModuleURL {
    if let url = try dataURL(specifier) { return url }
    guard let mapped = try importMap?.resolve(specifier, from: referrer) else {
      guard referrer.scheme != DataModule.scheme || ModuleURL(specifier) != nil else {
        throw ModuleError(
          .invalidArgument,
          "\(specifier) cannot be imported by a data: URL, from which no path leads: import a whole URL.")
      }
      return try loader.resolve(specifier, from: referrer, by: kind)
    }
    return try loader.resolve(mapped.description, from: referrer, by: kind)
  }

  private func dataURL(_ specifier: String) throws(ModuleError) -> ModuleURL? {
    guard let url = try DataModule.url(specifier) else { return nil }
    guard allowsDataURLs else {
      throw ModuleError(.permissionDenied, "A data: URL cannot be imported: this runtime compiles no code from text.")
    }
    return url
  }

  /// The URL of `import.meta.resolve`: as the HTML Standard says, a text that is a URL or a relative path is resolved as text,
  /// whether there is a file or not.
  package func address(of specifier: String, from referrer: ModuleURL) throws(ModuleError) -> ModuleURL {
    if let url = try dataURL(specifier) { return url }
    if let loader = loader as? any DistantModuleLoader { return try loader.address(of: specifier, from: referrer) }
    if let mapped = try importMap?.resolve(specifier, from: referrer) { return mapped }
    if !specifier.begins(with: "node:"), let url = referrer.resolving(specifier) { return url }
    return try loader.resolve(specifier, from: referrer, by: .import)
  }
}
