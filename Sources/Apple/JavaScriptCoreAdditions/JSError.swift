public import Foundation
public import JavaScriptCore
import JavaScriptEngine
import JavaScriptSyntax

/// A JavaScript exception, with its properties as Swift values.
public struct JSError: Error, CustomStringConvertible {
  /// The error's `name`, such as `TypeError`; empty if the thrown value is not an error.
  public var name: String
  /// The error's `message`; otherwise the thrown value as text.
  public var message: String
  /// The engine's stack: one line `function@url:line:column` for each frame, innermost first; nil if there is none.
  public var stack: String?
  /// The URL of the script that threw; nil if it was evaluated without one.
  public var sourceURL: String?
  /// The line in the source, counted from 1; nil if unknown.
  public var line: Int?
  /// The column in the line, counted from 1; nil if unknown.
  ///
  /// The engine's own `SyntaxError` has none: see ``syntaxError(in:)``.
  public var column: Int?
  /// The error's `cause`: a `JSError`, or the Swift error that passed through JavaScript; nil if there is none.
  public var cause: (any Error)?
  /// The thrown value; nil for errors that no script threw.
  public var value: JSValue?

  /// Makes an error in Swift.
  public init(name: String = "Error", message: String) {
    self.name = name
    self.message = message
  }

  /// The syntax error of a script, with its line and column; nil if it has none.
  ///
  /// The script does not run. Any thread may call it, and it takes time in proportion to the script's length. The message says what
  /// was expected; the engine's own message differs.
  public static func syntaxError(in script: String) -> JSError? {
    guard let error = ScriptSyntax.error(in: Array(script.utf8)) else { return nil }
    var found = JSError(name: "SyntaxError", message: error.message)
    (found.line, found.column) = (error.line, error.column)
    return found
  }

  /// Describes a thrown value.
  ///
  /// A property whose getter throws stays unknown.
  public init(_ value: JSValue) { self.init(value, depth: 0) }

  private init(_ value: JSValue, depth: Int) {
    self.value = value
    name = ""
    guard value.isObject else {
      message = value.description
      return
    }
    func property(_ key: String) -> JSValue? {
      let core = value.core
      guard let local = try? core.get(JSText(key), of: value.local) else { return nil }
      let property = core.value(local)
      return property.isUndefined || property.isNull ? nil : property
    }
    func text(_ key: String) -> String? {
      guard let property = property(key), property.isString else { return nil }
      return property.description
    }
    func count(_ key: String) -> Int? {
      guard let property = property(key), property.isNumber else { return nil }
      return Int(exactly: property.toDouble())
    }
    name = text("name") ?? ""
    message = text("message") ?? (name.isEmpty ? value.description : "")
    stack = text("stack")
    sourceURL = text("sourceURL")
    line = count("line")
    column = count("column")
    // The chain of causes may be cyclic.
    if depth < 8, let inner = property("cause") {
      cause = inner.core.wrapped(inner.local) as? any Error ?? JSError(inner, depth: depth + 1)
    }
  }

  /// `name: message (url:line:column)`.
  public var description: String {
    var text = name.isEmpty ? message : message.isEmpty ? name : "\(name): \(message)"
    if let sourceURL {
      text += " (\(sourceURL)\(line.map { ":\($0)" } ?? "")\(column.map { ":\($0)" } ?? ""))"
    }
    return text
  }
}

extension JSError: JSThrownError {}

extension JSError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}

extension JSContextCore {
  /// The Swift error for a thrown JavaScript value: the Swift error that the value wraps, or a `JSError`.
  func error(_ thrown: JSThrow) -> any Error {
    let value = value(thrown.value)
    return wrapped(thrown.value) as? any Error ?? JSError(value)
  }
}
