import Foundation
import JavaScriptCoreAdditions

/// A macro's source in the form that the engine evaluates.
///
/// A function without a name is not a statement, so it is put in parentheses. Line numbers do not change.
struct MacroScript {
  let text: String
  let url: URL?

  init(_ javascript: String, key: String) {
    text = "(\(javascript)\n)"
    url = URL(string: MacroScript.name(key))
  }

  /// The file name in stack traces, such as `more.js`.
  static func name(_ key: String) -> String {
    "\(key.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "macro").js"
  }

  /// Converts a column of the script to a column of the macro.
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
