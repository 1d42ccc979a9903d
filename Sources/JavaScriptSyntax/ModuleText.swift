/// A module's text, edited into a function, and what it imports and exports.
///
/// `code` is a script whose value is one function: a generator, or an async generator where the module awaits at its top
/// level. Every line of the module stands in its own line of `code`, behind a prefix that ends with a line break: evaluate
/// it with a first line of 0.
///
/// The function takes the module's host object and then, for each of `requests`, in their order, the object that reads that
/// module's exports live:
///
/// ```
/// (function* (host, m0, m1) { "use strict"; host.exports({ x: () => x, ["string name"]: () => y }); yield;
/// …the module, where an imported `a` reads `(0, m0.a)`…
/// })
/// ```
///
/// - The first `next()` instantiates: function declarations exist, and `host.exports` has been called with one getter for
///   each local export. A getter throws a ReferenceError in its binding's dead zone.
/// - The second `next()` evaluates. It throws what the module throws; of an async module it returns a promise.
/// - `host.meta` is the value of `import.meta`. `host.import(specifier, options)` is `import()`.
///
/// The names of the parameters collide with no name of the module's.
public struct ModuleText: Sendable, Hashable {
  /// A position in the module's text. Lines and columns count from 1; columns count UTF-16 units.
  public struct Position: Sendable, Hashable {
    public var line: Int
    public var column: Int

    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  /// Another module that this one imports from, once for each specifier with the same attributes.
  public struct Request: Sendable, Hashable {
    public var specifier: String
    /// Import attributes: `with { type: "json" }` is `["type": "json"]`.
    public var attributes: [String: String]
    public var position: Position

    public init(specifier: String, attributes: [String: String] = [:], position: Position) {
      self.specifier = specifier
      self.attributes = attributes
      self.position = position
    }
  }

  /// What is taken from a requested module.
  public enum ImportedName: Sendable, Hashable {
    /// One export. `default` is a name like any other.
    case name(String)
    /// The namespace object: `import * as` or `export * as`.
    case namespace
  }

  /// A name that the module imports and that must resolve when it is linked.
  public struct Import: Sendable, Hashable {
    /// An index into `requests`.
    public var request: Int
    public var imported: ImportedName
    public var position: Position

    public init(request: Int, imported: ImportedName, position: Position) {
      self.request = request
      self.imported = imported
      self.position = position
    }
  }

  /// A name that the module exports from another module, without a binding of its own.
  public struct IndirectExport: Sendable, Hashable {
    public var name: String
    /// An index into `requests`.
    public var request: Int
    public var imported: ImportedName
    public var position: Position

    public init(name: String, request: Int, imported: ImportedName, position: Position) {
      self.name = name
      self.request = request
      self.imported = imported
      self.position = position
    }
  }

  public var code: String
  public var requests: [Request]
  public var imports: [Import]
  /// The names that `host.exports` receives a getter for. An imported binding that is exported again is an
  /// `IndirectExport`, as in ECMA-262's ParseModule.
  public var localExports: [String]
  public var indirectExports: [IndirectExport]
  /// `export * from`: indices into `requests`.
  public var starExports: [Int]
  /// Whether the module awaits at its top level, so that `code` is an async generator.
  public var isAsync: Bool

  public init(
    code: String, requests: [Request] = [], imports: [Import] = [], localExports: [String] = [],
    indirectExports: [IndirectExport] = [], starExports: [Int] = [], isAsync: Bool = false
  ) {
    self.code = code
    self.requests = requests
    self.imports = imports
    self.localExports = localExports
    self.indirectExports = indirectExports
    self.starExports = starExports
    self.isAsync = isAsync
  }
}
