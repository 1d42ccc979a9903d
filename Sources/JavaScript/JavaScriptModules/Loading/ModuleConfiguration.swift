/// The loader of a runtime's modules, and their limits.
///
/// A text that several runtimes of a process load is parsed once.
public struct ModuleConfiguration: Sendable {
  /// Loads the modules.
  public var loader: any ModuleLoader
  /// What specifiers mean before the loader is asked; nil for no map.
  public var importMap: ImportMap?
  /// Limits for each context.
  public var limits = ModuleLimits()
  /// How long `import` of the host waits for modules that await at their top level, by the runtime's clock; nil for ever.
  public var deadline: Duration?
  /// The variables of `process.env`.
  public var environment: [String: String] = ["NODE_ENV": "production"]
  /// Whether errors of the loader that are no ``ModuleError`` are shown to JavaScript in their own words.
  package var showsLoaderErrors = true
  /// The cache of parsed texts.
  package var parsed = ParsedModules.shared

  /// Modules of a loader, with the defaults.
  public init(_ loader: any ModuleLoader) { self.loader = loader }

  /// The URL that a specifier names: by the import map, else by the loader.
  package func resolve(
    _ specifier: String, from referrer: ModuleURL, by kind: ModuleRequestKind
  ) throws(ModuleError) -> ModuleURL {
    guard let mapped = try importMap?.resolve(specifier, from: referrer) else {
      return try loader.resolve(specifier, from: referrer, by: kind)
    }
    return try loader.resolve(mapped.description, from: referrer, by: kind)
  }
}
