/// A module as a loader delivers it.
public struct ModuleSource: Sendable, Hashable {
  /// The URL that the module has: `import.meta.url`, and what its relative specifiers are resolved against.
  ///
  /// Another one than that which was asked for after a redirection. Two URLs that lead to one are two modules.
  public var url: ModuleURL
  /// The module's text in UTF-8, or the bytes of a module of bytes.
  public var bytes: [UInt8]
  /// Nil for a text whose syntax decides between an ECMAScript and a CommonJS module.
  public var format: ModuleFormat?
  /// Whether types are to be removed first.
  public var language: ModuleLanguage

  /// A module of these bytes.
  public init(
    url: ModuleURL, bytes: [UInt8], format: ModuleFormat? = nil, language: ModuleLanguage = .javaScript
  ) {
    self.url = url
    self.bytes = bytes
    self.format = format
    self.language = language
  }

  /// A module whose text is there already.
  public init(url: ModuleURL, text: String, format: ModuleFormat? = nil, language: ModuleLanguage = .javaScript) {
    self.init(url: url, bytes: Array(text.utf8), format: format, language: language)
  }
}

/// Where modules come from.
///
/// Several runtimes may use one loader at once, on any thread. Its errors become those of the `import`: a
/// ``ModuleError`` as it is, another error with code `UNKNOWN`.
public protocol ModuleLoader: Sendable {
  /// What specifiers of the host's are resolved against: a URL with a final slash.
  var base: ModuleURL { get }

  /// The URL of the module that a specifier names; called without a lock, before an import map's own answer is loaded as well.
  ///
  /// Without this function, URL-like specifiers are resolved by the URL Standard and bare ones are refused.
  func resolve(
    _ specifier: String, from referrer: ModuleURL, by kind: ModuleRequestKind
  ) throws(ModuleError) -> ModuleURL

  /// Loads a module.
  ///
  /// - Parameter format: `.text` or `.bytes` where the import asks for the file as it is; nil where the loader decides.
  func load(_ url: ModuleURL, as format: ModuleFormat?) async throws -> ModuleSource

  /// Loads a module at once, for `require()`.
  ///
  /// Without this function `require` finds only modules that are loaded already.
  func loadNow(_ url: ModuleURL, as format: ModuleFormat?) throws -> ModuleSource

  /// Throws for a URL that this loader never loads: an import map may not name it.
  func check(_ url: ModuleURL) throws(ModuleError)

  /// Called when a context starts: cached facts about files may be stale.
  func begin()
}

extension ModuleLoader {
  /// Resolves URLs, and refuses bare specifiers.
  public func resolve(
    _ specifier: String, from referrer: ModuleURL, by kind: ModuleRequestKind
  ) throws(ModuleError) -> ModuleURL {
    if let builtIn = NodeModule.existing(specifier) { return builtIn }
    if let url = referrer.resolving(specifier) { return url }
    if let builtIn = NodeModule.name(of: specifier) { throw NodeModule.refusal(of: builtIn) }
    throw ModuleError(
      .notFound, "\(specifier) is not a URL or a relative path: this loader does not resolve packages.",
      specifier: specifier)
  }

  /// Refuses: this loader answers later.
  public func loadNow(_ url: ModuleURL, as format: ModuleFormat?) throws -> ModuleSource {
    throw ModuleError(
      .failedPrecondition, "require() cannot load \(url): its loader is asynchronous. Import the module first.")
  }

  /// Permits every URL.
  public func check(_ url: ModuleURL) throws(ModuleError) {}
  /// Does nothing.
  public func begin() {}
}

/// A loader that may deliver modules without waiting.
package protocol ImmediateModuleLoader: ModuleLoader {
  /// Whether `load` only calls `loadNow`.
  var isImmediate: Bool { get }
}
