package import Causeway
package import JavaScriptModules

/// A module to import.
package struct ChildImport: Codable, Sendable {
  package var specifier: String
  /// Whether to wait until nothing is left to do.
  package var toEnd: Bool
}

/// The parts of a ``ModuleConfiguration`` that a child needs; its loader and its import map stay in the parent.
package struct ChildModules: Codable, Sendable {
  package var base: String
  package var sourceBytes: Int
  package var totalBytes: Int
  package var modules: Int
  package var concurrentLoads: Int
  package var environment: [String: String]
  /// Seconds; nil for no deadline.
  package var deadline: Double?

  init(_ configuration: ModuleConfiguration) {
    let limits = configuration.limits
    base = configuration.loader.base.description
    sourceBytes = limits.sourceBytes
    totalBytes = limits.totalBytes
    modules = limits.modules
    concurrentLoads = limits.concurrentLoads
    environment = configuration.environment
    deadline = configuration.deadline.map { $0 / .seconds(1) }
  }

  /// The child's own configuration.
  package func configuration(_ loader: any ModuleLoader) -> ModuleConfiguration {
    var configuration = ModuleConfiguration(loader)
    configuration.limits.sourceBytes = sourceBytes
    configuration.limits.totalBytes = totalBytes
    configuration.limits.modules = modules
    configuration.limits.concurrentLoads = concurrentLoads
    configuration.environment = environment
    configuration.deadline = deadline.map { .seconds($0) }
    return configuration
  }
}

/// Specifiers of one module.
package struct ModuleQuestion: Codable, Sendable {
  package var specifiers: [String]
  package var referrer: String
  /// A ``ModuleRequestKind``, or ``address``; nil to ask only whether the loader could load the URL.
  package var kind: String?

  /// The kind for `import.meta.resolve`.
  package static let address = "address"

  package init(specifiers: [String], referrer: String, kind: String?) {
    self.specifiers = specifiers
    self.referrer = referrer
    self.kind = kind
  }
}

/// The result of a specifier's resolution: a URL or an error.
package struct ModuleAddress: Codable, Sendable {
  package var url: String?
  package var error: ModuleProblem?
}

/// A module to load.
package struct ModuleRequest: Codable, Sendable {
  /// Identifies the request when its further parts are asked for.
  package var number: Int
  package var url: String
  /// A ``ModuleFormat``; nil if the loader decides.
  package var format: String?
  /// Whether the loader has to answer at once.
  package var isNow: Bool

  package init(number: Int, url: String, format: String?, isNow: Bool) {
    self.number = number
    self.url = url
    self.format = format
    self.isNow = isNow
  }
}

/// A part of a module's bytes: the first one has the module's description, or an error.
package struct ModulePart: Codable, Sendable {
  /// The maximum size of a part in bytes; a smaller module has one part.
  package static let size = 1 << 20

  package var url: String?
  package var format: String?
  /// A ``ModuleLanguage``.
  package var language: String?
  package var compilerOptions: CompilerOptions?
  /// The whole module as text, if it is one; else nil.
  package var text: String?
  package var bytes: BridgeBytes?
  /// Whether more follows.
  package var hasMore = false
  package var error: ModuleProblem?
}

/// A ``ModuleError`` in transit.
package struct ModuleProblem: Codable, Sendable {
  private var code: String
  private var message: String
  private var specifier: String?
  private var referrer: String?
  private var chain: [String]
  private var line: Int?
  private var column: Int?
  private var isSyntaxError: Bool

  /// The size of its texts in bytes.
  package var byteCount: Int {
    chain.reduce(message.utf8.count + (specifier?.utf8.count ?? 0) + (referrer?.utf8.count ?? 0)) { $0 + $1.utf8.count }
  }

  package init(_ error: ModuleError) {
    code = error.code.rawValue
    message = error.message
    specifier = error.specifier
    referrer = error.referrer
    chain = error.chain
    line = error.line
    column = error.column
    isSyntaxError = error.isSyntaxError
  }

  package var error: ModuleError {
    ModuleError(
      .init(rawValue: code), message, specifier: specifier, referrer: referrer, chain: chain, line: line,
      column: column, isSyntaxError: isSyntaxError)
  }
}
