/// Loads one module from a string, and all others with another loader: for a program that is not in a file.
public struct EntryModuleLoader: ModuleLoader {
  /// The URL of the text.
  public let entry: ModuleURL
  private let text: String
  /// Whether types must be removed from the text first.
  package var language = ModuleLanguage.javaScript
  private let others: any ModuleLoader

  /// - Parameters:
  ///   - name: the name of the entry module, against which relative specifiers are resolved; it hides a file with that
  ///     name.
  ///   - text: the source of an ECMAScript module.
  public init(_ name: String, text: String, others: any ModuleLoader) {
    entry = others.base.resolving("./" + name) ?? others.base
    self.text = text
    self.others = others
  }

  /// The base of the other loader.
  public var base: ModuleURL { others.base }

  /// Resolves the entry's own URL, and any other specifier with the other loader.
  public func resolve(
    _ specifier: String, from referrer: ModuleURL, by kind: ModuleRequestKind
  ) throws(ModuleError) -> ModuleURL {
    if referrer.resolving(specifier) == entry { return entry }
    return try others.resolve(specifier, from: referrer, by: kind)
  }

  /// Loads the entry's text, or the other loader's module.
  public func load(_ url: ModuleURL, as format: ModuleFormat?) async throws -> ModuleSource {
    url == entry ? source : try await others.load(url, as: format)
  }

  /// Loads the entry's text, or the other loader's module, synchronously.
  public func loadNow(_ url: ModuleURL, as format: ModuleFormat?) throws -> ModuleSource {
    url == entry ? source : try others.loadNow(url, as: format)
  }

  /// Checks a URL as the other loader does.
  public func check(_ url: ModuleURL) throws(ModuleError) { try others.check(url) }

  /// Begins the other loader.
  public func begin() { others.begin() }

  private var source: ModuleSource { ModuleSource(url: entry, text: text, format: .module, language: language) }
}

extension EntryModuleLoader: ImmediateModuleLoader {
  /// Whether the other loader is immediate.
  package var isImmediate: Bool { (others as? any ImmediateModuleLoader)?.isImmediate ?? false }
}

extension EntryModuleLoader: BrowsableModuleLoader {
  /// The entry is not a file.
  package func kind(of url: ModuleURL) -> ModuleFileKind? {
    (others as? any BrowsableModuleLoader)?.kind(of: url)
  }

  package func names(in url: ModuleURL) -> [String] {
    (others as? any BrowsableModuleLoader)?.names(in: url) ?? []
  }
}
