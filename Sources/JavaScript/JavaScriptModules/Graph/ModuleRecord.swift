package import JavaScriptSyntax

/// The number of a module in a graph, counted from 0 and never reused.
package struct ModuleID: Hashable, Sendable {
  package let index: Int
  package init(index: Int) { self.index = index }
}

/// The facts about a module that linking needs: its requests, imports and exports.
package struct ModuleRecord: Sendable {
  /// The name of the module in errors.
  package let url: String
  package let requests: [ModuleText.Request]
  package let imports: [ModuleText.Import]
  /// In source order.
  package let localExports: [String]
  package let indirectExports: [ModuleText.IndirectExport]
  package let starExports: [Int]
  /// Whether the module has a top-level `await`.
  package let isAsync: Bool
  /// Whether it is CommonJS, so that its exports are detected from its text.
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

/// The binding to which an exported name resolves.
package struct ExportBinding: Sendable {
  package let module: ModuleID
  /// The name of a local export; nil for the namespace of the module.
  package let name: String?

  func isSame(_ other: ExportBinding) -> Bool {
    module == other.module && name.map { ExactText($0) } == other.name.map { ExactText($0) }
  }
}
