/// The options of a tsconfig.json that change what a module's text means.
public struct CompilerOptions: Sendable, Hashable, Codable {
  /// The functions that elements of `.jsx` and `.tsx` files become calls of.
  public enum JSX: String, Sendable, Hashable, Codable {
    /// `jsx` and `jsxs` of the module `react/jsx-runtime`, which is imported where it is used.
    case automatic = "react-jsx"
    /// `jsxDEV` of the module `react/jsx-dev-runtime`, with the file, line and column of each element.
    case development = "react-jsxdev"
    /// `React.createElement`, which the file has to import.
    case classic = "react"
  }

  /// The functions of elements; nil means ``JSX/automatic``, or ``JSX/classic`` for a file with the comment `@jsx`.
  public var jsx: JSX?
  /// The package that stands for `react` in ``JSX/automatic`` and ``JSX/development``.
  public var jsxImportSource: String?
  /// The function that stands for `React.createElement` in ``JSX/classic``, such as `h`.
  public var jsxFactory: String?
  /// The type of fragments that stands for `React.Fragment` in ``JSX/classic``.
  public var jsxFragmentFactory: String?

  /// Whether imports stay that nothing uses as a value, unless they are written `import type`.
  public var verbatimModuleSyntax = false
  /// Whether decorators are those that TypeScript had before the language had any.
  public var experimentalDecorators = false
  /// Whether decorators would get the types of what they decorate: a decorator is an error then, because no types are read.
  public var emitDecoratorMetadata = false
  /// Whether fields of classes are defined, as in JavaScript: they are assigned otherwise, when the constructor runs, and
  /// exist only if they have a value.
  public var useDefineForClassFields = true

  /// Makes options with the defaults.
  public init() {}
}
