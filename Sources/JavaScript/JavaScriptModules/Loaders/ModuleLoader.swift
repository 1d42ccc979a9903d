/// A module as a loader delivers it.
public struct ModuleSource: Sendable, Hashable {
  /// The URL of the module: `import.meta.url`, and the base of its relative specifiers.
  ///
  /// After a redirection it differs from the requested URL. Two URLs that redirect to the same one are two modules.
  public var url: ModuleURL
  /// The module's text in UTF-8, or the bytes of a module of bytes.
  public var bytes: [UInt8]
  /// Nil if the syntax of the text decides between an ECMAScript and a CommonJS module.
  public var format: ModuleFormat?
  /// The language of the text.
  public var language: ModuleLanguage
  /// What a tsconfig.json says about the text.
  public var compilerOptions = CompilerOptions()

  /// Makes a module from bytes.
  public init(
    url: ModuleURL, bytes: [UInt8], format: ModuleFormat? = nil, language: ModuleLanguage = .javaScript
  ) {
    self.url = url
    self.bytes = bytes
    self.format = format
    self.language = language
  }

  /// Makes a module from a text.
  public init(url: ModuleURL, text: String, format: ModuleFormat? = nil, language: ModuleLanguage = .javaScript) {
    self.init(url: url, bytes: Array(text.utf8), format: format, language: language)
  }
}

/// Resolves and loads modules.
///
/// Several runtimes may use one loader at once, on any thread. Its errors become the errors of the `import`: a
/// ``ModuleError`` unchanged, any other error with code `UNKNOWN`.
public protocol ModuleLoader: Sendable {
  /// The base of the host's specifiers: a URL with a final slash.
  var base: ModuleURL { get }

  /// The URL of the module that a specifier names; also called with the URLs that an import map yields, without a lock.
  ///
  /// By default, URL-like specifiers are resolved by the URL Standard, and bare specifiers are refused.
  func resolve(
    _ specifier: String, from referrer: ModuleURL, by kind: ModuleRequestKind
  ) throws(ModuleError) -> ModuleURL

  /// Loads a module.
  ///
  /// - Parameter format: `.text` or `.bytes` if the import requests the file as it is; nil if the loader decides.
  func load(_ url: ModuleURL, as format: ModuleFormat?) async throws -> ModuleSource

  /// Loads a module synchronously, for `require()`.
  ///
  /// By default, `require` finds only modules that are already loaded.
  func loadNow(_ url: ModuleURL, as format: ModuleFormat?) throws -> ModuleSource

  /// Throws for a URL that this loader never loads; an import map must not contain it.
  func check(_ url: ModuleURL) throws(ModuleError)

  /// Called when a context starts, because cached facts about files may be stale.
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

  /// Throws, because this loader is asynchronous.
  public func loadNow(_ url: ModuleURL, as format: ModuleFormat?) throws -> ModuleSource {
    throw ModuleError(
      .failedPrecondition, "require() cannot load \(url): its loader is asynchronous. Import the module first.")
  }

  /// Permits every URL.
  public func check(_ url: ModuleURL) throws(ModuleError) {}
  /// Does nothing.
  public func begin() {}
}

/// A loader that may deliver modules synchronously.
package protocol ImmediateModuleLoader: ModuleLoader {
  /// Whether `load` only calls `loadNow`.
  var isImmediate: Bool { get }
}

/// A loader that tells which files there are: `node:fs` reads those that an import with `{ type: "bytes" }` could read.
package protocol BrowsableModuleLoader: ModuleLoader {
  /// The kind of the file that a URL names; nil if there is none, or if this loader never loads the URL.
  func kind(of url: ModuleURL) -> ModuleFileKind?
  /// The names in a directory, at most 10,000.
  func names(in url: ModuleURL) -> [String]
}
