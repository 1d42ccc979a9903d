/// How the bytes of a module become a module.
public enum ModuleFormat: String, Sendable, Hashable {
  /// An ECMAScript module.
  case module
  /// A CommonJS module: `require`, `module`, `exports`.
  case commonJS
  /// The value of a JSON text as the default export.
  case json
  /// The text, as the default export.
  case text
  /// The bytes as a `Uint8Array`, as the default export.
  case bytes
}

/// The language of a module's text.
public enum ModuleLanguage: String, Sendable, Hashable {
  case javaScript, typeScript
  /// JavaScript with elements, `<a/>`, which become calls.
  case jsx
  /// TypeScript with elements.
  case tsx
}

/// How a module is requested.
public enum ModuleRequestKind: String, Sendable, Hashable {
  /// `import`, `export … from`, `import()`.
  case `import`
  /// `require()`.
  case require
}

/// The format and language that a file extension stands for.
struct ModuleExtension: Sendable {
  /// Nil where the package or the text decides.
  var format: ModuleFormat?
  var language = ModuleLanguage.javaScript
  /// Whether the name has no extension: the text decides even if its package is one of ECMAScript modules, since such files are
  /// CommonJS in Node.
  var isMissing = false

  init(format: ModuleFormat) { self.format = format }

  /// - Returns: nil for an extension that no module has.
  init?(ofPath path: String) {
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      isMissing = true
      return
    }
    switch String(name[dot...]) {
    case ".js": break
    case ".mjs": format = .module
    case ".cjs": format = .commonJS
    case ".json": format = .json
    case ".ts": language = .typeScript
    case ".jsx": language = .jsx
    case ".tsx": language = .tsx
    case ".mts": (format, language) = (.module, .typeScript)
    case ".cts": (format, language) = (.commonJS, .typeScript)
    default: return nil
    }
  }

  /// The sources that a name of TypeScript's output stands for: `x.ts` for `x.js`, as the compiler has it.
  static func sources(ofOutput path: String) -> [String] {
    let sources = [".js": [".ts", ".tsx", ".jsx"], ".jsx": [".tsx"], ".mjs": [".mts"], ".cjs": [".cts"]]
    for (output, sources) in sources where path.ends(with: output) {
      return sources.map { path.without(lastBytes: output.utf8.count) + $0 }
    }
    return []
  }
}
