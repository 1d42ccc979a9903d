/// Loads one module from a text, and all others by another loader: for a program that comes from no file.
public struct EntryModuleLoader: ModuleLoader {
  /// The URL of the text.
  public let entry: ModuleURL
  private let text: String
  private let others: any ModuleLoader

  /// - Parameters:
  ///   - name: of the entry, beside which relative specifiers are looked for; it hides a file of that name.
  ///   - text: an ECMAScript module.
  public init(_ name: String, text: String, others: any ModuleLoader) {
    entry = others.base.resolving("./" + name) ?? others.base
    self.text = text
    self.others = others
  }

  /// That of the other loader.
  public var base: ModuleURL { others.base }

  /// The entry for its own URL; else the answer of the other loader.
  public func resolve(
    _ specifier: String, from referrer: ModuleURL, by kind: ModuleRequestKind
  ) throws(ModuleError) -> ModuleURL {
    if referrer.resolving(specifier) == entry { return entry }
    return try others.resolve(specifier, from: referrer, by: kind)
  }

  /// The entry's text, or the other loader's module.
  public func load(_ url: ModuleURL, as format: ModuleFormat?) async throws -> ModuleSource {
    url == entry ? source : try await others.load(url, as: format)
  }

  /// The same at once.
  public func loadNow(_ url: ModuleURL, as format: ModuleFormat?) throws -> ModuleSource {
    url == entry ? source : try others.loadNow(url, as: format)
  }

  /// As the other loader.
  public func check(_ url: ModuleURL) throws(ModuleError) { try others.check(url) }

  /// As the other loader.
  public func begin() { others.begin() }

  private var source: ModuleSource { ModuleSource(url: entry, text: text, format: .module) }
}

extension EntryModuleLoader: ImmediateModuleLoader {
  /// As the other loader.
  package var isImmediate: Bool { (others as? any ImmediateModuleLoader)?.isImmediate ?? false }
}
