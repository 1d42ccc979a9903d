import CJavaScriptCore

/// A JavaScript exception, with its properties as Swift values.
package struct JSException: Error, Sendable, CustomStringConvertible {
  /// The error's `name`, such as `TypeError`; empty if the thrown value is not an error.
  package var name: String
  /// The error's `message`; otherwise the thrown value as text.
  package var message: String
  /// The URL of the script that threw; nil if unknown.
  package var sourceURL: String?
  /// The line in the source, counted from 1; nil if unknown.
  package var line: Int?
  /// The column in the line, counted from 1; nil if unknown.
  package var column: Int?
  /// The engine's stack text: one line `function@url:line:column` for each frame, innermost first; nil if there is
  /// none.
  package var stack: String?
  /// Whether the engine stopped the script because of its time limit.
  package var isTermination = false

  /// Whether it is the error of a text that did not run, at the place of the error.
  package var isFromParser = false

  /// The thrown value, for rethrowing in JavaScript; nil if the engine stopped the script.
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
    // A read may run a getter that throws; that property then stays unknown.
    func text(_ name: String) -> String? {
      guard let property = try? realm.get(name, of: value) else { return nil }
      return realm.text(property)?.string
    }
    func count(_ name: String) -> Int? {
      guard let property = try? realm.get(name, of: value) else { return nil }
      return JSException.position(realm.number(property))
    }
    name = text("name") ?? ""
    message = text("message") ?? (name.isEmpty ? (try? realm.describe(value)) ?? "an object without a message" : "")
    sourceURL = text("sourceURL")
    line = count("line")
    column = count("column")
    stack = text("stack")
  }

  /// A line or column number, counted from 1; nil if the number cannot be a position.
  ///
  /// Scripts can set these properties of an error to any value.
  package static func position(_ number: Double) -> Int? { number >= 1 ? Int(exactly: number) : nil }

  /// Describes a termination: the engine returned neither a value nor an exception.
  init(terminatedIn realm: JSRealm) {
    name = "Error"
    message = "JavaScript execution terminated."
    isTermination = true
  }
}
