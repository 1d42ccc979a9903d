/// The modules that Node has built in: those that exist here too, and what there is instead of the others.
enum NodeModule {
  static let scheme = "node"

  /// The name without `node:`; nil for a specifier that names no built-in module.
  static func name(of specifier: String) -> String? {
    if specifier.begins(with: "node:") { return specifier.from(byte: 5) }
    let first = specifier.parts(between: "/")[0]
    return isKnown(first) ? specifier : nil
  }

  /// The URL of a built-in module that exists here; nil for any other specifier.
  static func existing(_ specifier: String) -> ModuleURL? {
    let name = specifier.begins(with: "node:") ? specifier.from(byte: 5) : specifier
    // A package may be called `test`.
    if specifier == "test" { return nil }
    guard name.utf8.count <= longestName, exports[name] != nil else { return nil }
    return ModuleURL(scheme: scheme, authority: nil, path: name)
  }

  /// The URL of a built-in module that does not exist here.
  ///
  /// Packages load many such modules for features that a program does not use. So for a package there is a module whose
  /// functions throw the refusal when they are called.
  ///
  /// - Throws: the refusal, for code that is no package.
  static func absent(_ name: String, isPackage: Bool) throws(ModuleError) -> ModuleURL {
    guard isPackage, name.utf8.count <= longestName, absentExports[name] != nil else { throw refusal(of: name) }
    return ModuleURL(scheme: scheme, authority: nil, path: name)
  }

  /// The module of a `node:` URL that one of the two functions above returned.
  static func content(of url: ModuleURL) throws(ModuleError) -> BuiltInModule {
    let name = url.path
    if let exports = exports[name] { return BuiltInModule(name: name, exports: exports, refusal: nil) }
    let refusal = refusal(of: name)
    guard let exports = absentExports[name] else { throw refusal }
    return BuiltInModule(name: name, exports: exports, refusal: refusal.message)
  }

  static func refusal(of name: String) -> ModuleError {
    let first = name.parts(between: "/")[0]
    // `test` itself is no built-in module, because a package may be called so.
    let isKnown = isKnown(first) || first == "test"
    let instead = isKnown ? instead[first].map { " \($0)" } ?? "" : ""
    var error = ModuleError(
      .unimplemented,
      isKnown
        ? "node:\(name) is a built-in module of Node that is not available here.\(instead)"
        : "No such built-in module: node:\(name).",
      specifier: name)
    error.nodeCode = isKnown ? "MODULE_NOT_FOUND" : "ERR_UNKNOWN_BUILTIN_MODULE"
    return error
  }

  /// How many bytes a name has at most: the time to hash a longer text grows with the square of its combining characters.
  private static let longestName = 32

  private static func isKnown(_ name: String) -> Bool { name.utf8.count <= longestName && names.contains(name) }

  private static let names: Set<String> = [
    "assert", "async_hooks", "buffer", "child_process", "cluster", "console", "constants", "crypto", "dgram",
    "diagnostics_channel", "dns", "domain", "events", "fs", "http", "http2", "https", "inspector", "module", "net",
    "os", "path", "perf_hooks", "process", "punycode", "querystring", "readline", "repl", "stream",
    "string_decoder", "sys", "timers", "tls", "trace_events", "tty", "url", "util", "v8", "vm", "wasi",
    "worker_threads", "zlib",
  ]

  private static let instead: [String: String] = [
    "child_process": "The host can offer a program to JavaScript as a handler.",
    "cluster": "The host can run several runtimes: see JavaScriptRuntimePool.",
    "crypto": "Use the global crypto.",
    "dns": "Use the http plugin.",
    "http": "Use the http plugin.",
    "http2": "Use the http plugin.",
    "https": "Use the http plugin.",
    "net": "Use the http plugin.",
    "test": "Run the files with causeway test, which has the option --reporter.",
    "tls": "Use the http plugin.",
    "tty": "Use console.",
    "worker_threads": "Use the global Worker, or several runtimes of the host: see JavaScriptRuntimePool.",
  ]
}

/// A built-in module of Node, which the embedded script makes.
package struct BuiltInModule: Sendable {
  /// The name without `node:`.
  package let name: String
  /// The names that it exports, without `default`.
  package let exports: [String]
  /// The message of the error that its functions throw; nil for an available module.
  package let refusal: String?
}
