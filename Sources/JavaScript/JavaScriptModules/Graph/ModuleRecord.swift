package import JavaScriptSyntax

/// A module of a graph, by its number: counted from 0, never reused.
package struct ModuleID: Hashable, Sendable {
  package let index: Int
  package init(index: Int) { self.index = index }
}

/// The facts about a module that linking needs: its requests, imports and exports.
package struct ModuleRecord: Sendable {
  /// What errors call the module.
  package let url: String
  package let requests: [ModuleText.Request]
  package let imports: [ModuleText.Import]
  /// In the order of the text.
  package let localExports: [String]
  package let indirectExports: [ModuleText.IndirectExport]
  package let starExports: [Int]
  /// Whether the module awaits at its top level.
  package let isAsync: Bool
  /// Whether it is CommonJS, so that its names are guessed from its text.
  package let isCommonJS: Bool

  /// A module of source text.
  package init(url: String, _ text: ModuleText) {
    self.url = url
    requests = text.requests
    imports = text.imports
    localExports = text.localExports
    indirectExports = text.indirectExports
    starExports = text.starExports
    isAsync = text.isAsync
    isCommonJS = false
  }

  /// A module whose exports the host sets when it is evaluated.
  package init(url: String, exports: [String], isCommonJS: Bool = false) {
    self.url = url
    requests = []
    imports = []
    localExports = exports
    indirectExports = []
    starExports = []
    isAsync = false
    self.isCommonJS = isCommonJS
  }
}

/// Where an exported name leads to.
package struct ExportBinding: Sendable {
  package let module: ModuleID
  /// The name of a local export; nil for the namespace of the module.
  package let name: String?

  func isSame(_ other: ExportBinding) -> Bool {
    module == other.module && name.map { ExactText($0) } == other.name.map { ExactText($0) }
  }
}
