package import JavaScriptSyntax

extension ModuleSource {
  /// The options for the parser of the text.
  package var parserOptions: ParserOptions {
    var options = ParserOptions(language: language.hasTypes ? .typeScript : .javaScript)
    options.keepsUnusedImports = language.hasTypes && compilerOptions.verbatimModuleSyntax
    options.experimentalDecorators = compilerOptions.experimentalDecorators
    options.definesFields = compilerOptions.useDefineForClassFields
    options.emitDecoratorMetadata = compilerOptions.emitDecoratorMetadata
    guard language.hasJSX else { return options }
    var jsx = JSXOptions(
      importSource: compilerOptions.jsxImportSource, factory: compilerOptions.jsxFactory,
      fragmentFactory: compilerOptions.jsxFragmentFactory)
    switch compilerOptions.jsx {
    case .automatic: jsx.runtime = .automatic
    case .development:
      jsx.runtime = .development
      jsx.fileName = url.scheme == "file" ? url.decodedPath ?? url.description : url.description
    case .classic: jsx.runtime = .classic
    case nil: break
    }
    options.jsx = jsx
    return options
  }
}

extension ModuleLanguage {
  /// Whether types must be removed from a text.
  package var hasTypes: Bool { self == .typeScript || self == .tsx }
  /// Whether elements must become calls.
  package var hasJSX: Bool { self == .jsx || self == .tsx }
}
