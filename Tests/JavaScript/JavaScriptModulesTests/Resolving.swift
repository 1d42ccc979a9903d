@testable import JavaScriptModules

/// A loader over files in memory, and what specifiers lead to in it.
struct Resolving {
  let loader: TreeModuleLoader

  init(_ files: [String: String]) { loader = .memory(files) }

  /// The path of the module that a specifier names.
  func callAsFunction(
    _ specifier: String, from referrer: String = "main.js", by kind: ModuleRequestKind = .import
  ) throws(ModuleError) -> String {
    let from = ModuleURL("memory:///\(referrer)")!
    return String(try loader.resolve(specifier, from: from, by: kind).description.dropFirst("memory:///".count))
  }

  /// The whole URL of the module that a specifier names.
  func url(
    _ specifier: String, from referrer: String = "main.js", by kind: ModuleRequestKind = .import
  ) throws(ModuleError) -> String {
    try loader.resolve(specifier, from: ModuleURL("memory:///\(referrer)")!, by: kind).description
  }
}
