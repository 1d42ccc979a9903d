import Foundation
import JavaScriptCore

/// A macro's source, as the engine sees it.
///
/// A function without a name is no statement, so it stands in parentheses; lines keep their numbers.
struct MacroScript {
  let text: String
  let url: URL?

  init(_ javascript: String, key: String) {
    text = "(\(javascript)\n)"
    url = URL(string: MacroScript.name(key))
  }

  /// The file that stack traces name: `more.js`.
  static func name(_ key: String) -> String {
    "\(key.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "macro").js"
  }

  /// A column of the script's as one of the macro's.
  static func column(_ column: Int, line: Int) -> Int { line == 1 ? max(1, column - 1) : column }

  func evaluate(in context: JSContext) throws(MacroError) -> JSValue {
    context.exception = nil
    let value = context.evaluateScript(text, withSourceURL: url)!
    if let exception = context.exception {
      context.exception = nil
      throw MacroError(exception, source: String(text.dropFirst().dropLast(2)))
    }
    return value
  }
}
