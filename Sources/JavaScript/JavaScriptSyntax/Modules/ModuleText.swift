/// A module's text, rewritten as a function, with its imports and exports.
///
/// `code` is a script whose value is one function: a generator, or an async generator if the module has a top-level
/// `await`. Every line of the module keeps its line in `code`, after a prefix that ends with a line break: evaluate the
/// code with a first line of 0.
///
/// The function takes the module's host object, `h`, and then, for each of `requests`, in order, the object whose
/// properties are that module's live exports:
///
/// ```
/// (function* (h, m0, m1) { "use strict"; h.exports({ x: () => x, ["string name"]: () => y }); yield;
/// …the module, where an imported `a` reads `(0, m0.a)`…
/// })
/// ```
///
/// - The first `next()` instantiates: function declarations exist, and `h.exports` has been called with one getter for
///   each local export. A getter throws a ReferenceError in its binding's temporal dead zone.
/// - The second `next()` evaluates. It throws the module's exception; for an async module it returns a promise.
/// - `h.meta` is the value of `import.meta`. `h.load(specifier, options)` is `import()`.
/// - `h.namespace(0)` is the namespace object of the first request. The first `next()` calls it once for each `import *
///   as`, before it calls `h.exports`.
/// - An anonymous function that is the default export is named "default" from the first `next()` on.
///
/// The same text can also be a plain function, which is faster in the engine: with ``plainPrefix`` in place of its
/// first line and ``plainSuffix`` in place of its last line. It is for a module whose exports are not read before it
/// has run:
///
/// ```
/// (function  (h, m0, m1) { "use strict"; h.exports({ counter: () => counter });
/// …
/// ;h.values({x: x, ["string name"]: y});
/// })
/// ```
///
/// - One call instantiates and evaluates; for an async module it returns a promise.
/// - `h.values` receives the exports that never change after that; `h.exports` receives getters for the others.
///
/// If the module calls `eval` directly, the function is within another one that takes the parameters, in a `with` statement
/// whose object has the imported names, for the evaluated code.
///
/// The names of the parameters do not collide with any name in the module.
public struct ModuleText: Sendable, Hashable {
  /// A position in the module's text.
  ///
  /// Lines and columns count from 1; columns count UTF-16 units.
  public struct Position: Sendable, Hashable {
    /// Counts from 1.
    public var line: Int
    /// Counts from 1, in UTF-16 units.
    public var column: Int

    /// Makes a position.
    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  /// Another module that this one imports from, once for each specifier with the same attributes.
  public struct Request: Sendable, Hashable {
    /// The specifier after `from`.
    public var specifier: String
    /// Import attributes: `with { type: "json" }` is `["type": "json"]`.
    public var attributes: [String: String]
    /// The position of the specifier.
    public var position: Position

    /// Makes a request.
    public init(specifier: String, attributes: [String: String] = [:], position: Position) {
      self.specifier = specifier
      self.attributes = attributes
      self.position = position
    }
  }

  /// The part of a requested module that an import uses.
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
    /// The imported name, or the namespace.
    public var imported: ImportedName
    /// The position of the name.
    public var position: Position

    /// Makes an import.
    public init(request: Int, imported: ImportedName, position: Position) {
      self.request = request
      self.imported = imported
      self.position = position
    }
  }

  /// A name that the module re-exports from another module, without a binding of its own.
  public struct IndirectExport: Sendable, Hashable {
    /// The name under which it is exported.
    public var name: String
    /// An index into `requests`.
    public var request: Int
    /// The name in the other module, or its namespace.
    public var imported: ImportedName
    /// The position of the name.
    public var position: Position

    /// Makes an export.
    public init(name: String, request: Int, imported: ImportedName, position: Position) {
      self.name = name
      self.request = request
      self.imported = imported
      self.position = position
    }
  }

  /// A script whose value is the function.
  public var code: String
  /// The last line of `code`, from the line break before it.
  public var suffix: String
  /// The first line of the plain function, with the line break; it is as long as the first line of `code`.
  public var plainPrefix: String
  /// The last line of the plain function, from the line break before it.
  public var plainSuffix: String
  /// The modules that this one requests, in source order.
  public var requests: [Request]
  /// The imports that linking must resolve.
  public var imports: [Import]
  /// The names for which `h.exports` receives a getter.
  ///
  /// An imported binding that is re-exported is an `IndirectExport`, as in ECMA-262's ParseModule.
  public var localExports: [String]
  /// The names that are exported from other modules.
  public var indirectExports: [IndirectExport]
  /// `export * from`: indices into `requests`.
  public var starExports: [Int]
  /// Whether the module has a top-level `await`, so that `code` is an async generator.
  public var isAsync: Bool

  /// Makes a text.
  public init(
    code: String, suffix: String = "\n})", plainPrefix: String = "", plainSuffix: String = "",
    requests: [Request] = [], imports: [Import] = [], localExports: [String] = [],
    indirectExports: [IndirectExport] = [], starExports: [Int] = [], isAsync: Bool = false
  ) {
    self.code = code
    self.suffix = suffix
    self.plainPrefix = plainPrefix
    self.plainSuffix = plainSuffix
    self.requests = requests
    self.imports = imports
    self.localExports = localExports
    self.indirectExports = indirectExports
    self.starExports = starExports
    self.isAsync = isAsync
  }
}
