import CJavaScriptCore

/// An exception that JavaScript threw, told in values.
package struct JSException: Error, Sendable, CustomStringConvertible {
  /// The error's `name`, such as `TypeError`; empty when something else than an error was thrown.
  package var name: String
  /// The error's `message`, or the text of the value that was thrown.
  package var message: String
  /// Where it was thrown: the script's URL; nil if unknown.
  package var sourceURL: String?
  /// Line in the source, counted from 1; nil if unknown.
  package var line: Int?
  /// Column in the line, counted from 1; nil if unknown (a `SyntaxError` has none).
  package var column: Int?
  /// The engine's stack text, innermost frame first, one `function@url:line:column` a line; nil if there is none.
  package var stack: String?
  /// Whether the engine stopped the script (time limit) rather than the script throwing.
  package var isTermination = false

  /// The value that was thrown, for those who pass it back to JavaScript.
  package var value: JSHandle?

  /// `name: message (url:line:column)`.
  package var description: String {
    var text = name.isEmpty ? message : message.isEmpty ? name : "\(name): \(message)"
    if let sourceURL {
      text += " (\(sourceURL)\(line.map { ":\($0)" } ?? "")\(column.map { ":\($0)" } ?? ""))"
    }
    return text
  }

  package init(thrown value: JSLocal, in realm: JSRealm) {
    self.value = realm.keep(value)
    name = ""
    guard realm.kind(of: value) == .object else {
      message = (try? realm.describe(value)) ?? "a value without text"
      return
    }
    // Each read may run a getter that throws in turn: then that part stays unknown.
    func text(_ name: String) -> String? {
      guard let property = try? realm.get(name, of: value) else { return nil }
      return realm.text(property)?.string
    }
    func count(_ name: String) -> Int? {
      guard let property = try? realm.get(name, of: value) else { return nil }
      return JSException.place(realm.number(property))
    }
    name = text("name") ?? ""
    message = text("message") ?? (name.isEmpty ? (try? realm.describe(value)) ?? "an object without a message" : "")
    sourceURL = text("sourceURL")
    line = count("line")
    column = count("column")
    stack = text("stack")
  }

  /// A line or column, counted from 1, as an error may have it; nil for what is none.
  ///
  /// Scripts can write there what they like.
  package static func place(_ number: Double) -> Int? { number >= 1 ? Int(exactly: number) : nil }

  /// The engine returned neither a value nor an exception: it stopped the script.
  init(terminatedIn realm: JSRealm) {
    name = "Error"
    message = "JavaScript execution terminated."
    isTermination = true
  }
}
