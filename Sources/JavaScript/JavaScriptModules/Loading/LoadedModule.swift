package import JavaScriptSyntax

/// The identity of a module in a context: its URL, and the format that its import requests.
package struct ModuleKey: Hashable, Sendable {
  package let url: ModuleURL
  /// The value of the import attribute `type`; nil without one.
  package let format: ModuleFormat?

  package init(url: ModuleURL, format: ModuleFormat? = nil) {
    self.url = url
    self.format = format
  }

  /// - Throws: `UNIMPLEMENTED` for unsupported attributes.
  package init(url: ModuleURL, attributes: [String: String]) throws(ModuleError) {
    self.init(url: url, format: try ModuleKey.format(attributes))
  }

  package static func format(_ attributes: [String: String]) throws(ModuleError) -> ModuleFormat? {
    if let name = attributes.keys.filter({ $0 != "type" }).min() {
      throw ModuleError(
        .unimplemented, "The import attribute '\(name)' is not supported: only 'type' is.", isSyntaxError: true)
    }
    switch attributes["type"] {
    case nil: return nil
    case "json"?: return .json
    case "text"?: return .text
    case "bytes"?: return .bytes
    case let type?:
      throw ModuleError(.unimplemented, "The import type '\(type)' is not supported: use json, text or bytes.")
    }
  }
}

/// The parsed form of a module's bytes.
package enum ModuleContent: Sendable {
  case source(ModuleText)
  /// The text of a function's body, and the names that it exports.
  case commonJS(CommonJSText)
  case json(JSONModuleText)
  case text(String)
  case bytes([UInt8])
  /// A built-in module of Node.
  case builtIn(BuiltInModule)
}

/// A JSON text, checked.
package struct JSONModuleText: Sendable {
  package let bytes: [UInt8]
}

/// A CommonJS module's text.
package struct CommonJSText: Sendable {
  /// The text of the body, where `import()` calls the function named ``importFunction``.
  package let code: String
  /// The names that the text exports by the patterns of Node's lexer, each once and without `default`.
  package let names: [String]
  /// Specifiers of modules whose names are exported as well.
  let reexports: [String]

  package static let importFunction = "__import__"
}

/// A module that was loaded, with the modules that it requests.
package struct LoadedModule: Sendable {
  package let key: ModuleKey
  /// `import.meta.url`: the URL of the key, except after a redirection.
  package let url: ModuleURL
  package let content: ModuleContent
  /// The text as it was loaded, for the lines that errors show; empty for bytes and for built-in modules of Node.
  package let source: String
  package let byteCount: Int
  /// The keys of the requested modules, in the order of the requests.
  package let targets: [ModuleKey]
}

extension ModuleRecord {
  /// The record of a loaded module.
  package init(_ module: LoadedModule) {
    let url = module.url.description
    switch module.content {
    case .source(let text): self.init(url: url, text)
    case .commonJS(let text): self.init(url: url, exports: ["default"] + text.names, isCommonJS: true)
    case .builtIn(let module): self.init(url: url, exports: ["default"] + module.exports)
    case .json, .text, .bytes: self.init(url: url, exports: ["default"])
    }
  }
}
