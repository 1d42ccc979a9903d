/// The functions that JSX becomes calls of.
///
/// A file may choose others with comments before its first statement: `@jsxRuntime`, `@jsxImportSource`, `@jsx` and
/// `@jsxFrag`, as in TypeScript.
public struct JSXOptions: Sendable, Hashable, Codable {
  /// A way to call the functions.
  public enum Runtime: String, Sendable, Hashable, Codable {
    /// `jsx` and `jsxs` of the module `react/jsx-runtime`, which is imported where it is used.
    case automatic
    /// `jsxDEV` of the module `react/jsx-dev-runtime`, with the file, line and column of each element.
    case development
    /// `React.createElement`, which the file has to import.
    case classic
  }

  /// How the functions are called.
  ///
  /// Nil means ``Runtime/automatic``, or ``Runtime/classic`` for a file with the comment `@jsx`.
  public var runtime: Runtime?
  /// The package whose `jsx-runtime` is imported; nil means `react`.
  ///
  /// As in TypeScript, a package makes the runtime automatic.
  public var importSource: String?
  /// The function of the classic runtime, such as `h`; nil means `React.createElement`.
  public var factory: String?
  /// The type of fragments of the classic runtime; nil means `React.Fragment` if the function is `React.createElement`.
  public var fragmentFactory: String?
  /// The name of the file for the development runtime.
  public var fileName = ""

  /// Makes options; by default JSX calls the functions of `react/jsx-runtime`.
  public init(
    runtime: Runtime? = nil, importSource: String? = nil, factory: String? = nil, fragmentFactory: String? = nil
  ) {
    self.runtime = runtime
    self.importSource = importSource
    self.factory = factory
    self.fragmentFactory = fragmentFactory
  }
}

extension JSXOptions {
  /// Whether a text is a name, or names with dots between them.
  package static func isNameList(_ text: String) -> Bool {
    JSXState.names(text).allSatisfy { ModuleWriter.isIdentifier($0) }
  }
}

/// The functions that the JSX of one file becomes calls of, and what its parser finds out about them.
struct JSXState {
  var runtime: JSXOptions.Runtime
  var importSource: String
  /// The names between the dots of the classic runtime's function.
  var factory: [String]
  /// The same of the type of fragments; nil where it is unknown.
  var fragmentFactory: [String]?
  var fileName: String
  /// Where the first element begins, or -1.
  var firstElement = -1
  /// The imports that uses of the classic runtime's names mean: indices into `bindings` of the module, by the use.
  var bindings: [Int32: Int] = [:]
  /// The properties of namespaces that such uses mean.
  var members: [Int32: String] = [:]

  init(_ options: JSXOptions, _ pragmas: JSXPragmas) {
    if let name = pragmas.runtime {
      let automatic: JSXOptions.Runtime = options.runtime == .development ? .development : .automatic
      runtime = name == "classic" ? .classic : automatic
    } else if pragmas.importSource != nil || options.importSource != nil {
      runtime = options.runtime == .development ? .development : .automatic
    } else {
      runtime = options.runtime ?? (pragmas.factory == nil ? .automatic : .classic)
    }
    importSource = pragmas.importSource ?? options.importSource ?? "react"
    let factory = pragmas.factory ?? options.factory
    self.factory = JSXState.names(factory ?? "React.createElement")
    let fragment = pragmas.fragmentFactory ?? options.fragmentFactory
    fragmentFactory = (fragment ?? (factory == nil ? "React.Fragment" : nil)).map { JSXState.names($0) }
    fileName = options.fileName
  }

  fileprivate static func names(_ text: String) -> [String] {
    text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// The module with `jsx`, `jsxs` and `Fragment`, or with `jsxDEV` and `Fragment`.
  var runtimeModule: String { importSource + (runtime == .development ? "/jsx-dev-runtime" : "/jsx-runtime") }
}

/// A function or type of the automatic runtime.
enum JSXFunction: Int, CaseIterable {
  case jsx, jsxs, jsxDEV, fragment, createElement

  /// The name of its export.
  var name: String {
    switch self {
    case .jsx: "jsx"
    case .jsxs: "jsxs"
    case .jsxDEV: "jsxDEV"
    case .fragment: "Fragment"
    case .createElement: "createElement"
    }
  }

  /// The bit in the value of an edit for a call with a key that is evaluated between the attributes.
  static let keyed = 8
}
