public import Foundation
import JavaScriptEngine

/// What JavaScript threw, told in values.
public struct JSError: Error, CustomStringConvertible {
  /// The error's `name`, such as `TypeError`; empty when something else than an error was thrown.
  public var name: String
  /// The error's `message`, or the text of what was thrown.
  public var message: String
  /// The engine's stack, innermost frame first, one `function@url:line:column` a line; nil if there is none.
  public var stack: String?
  /// The URL of the script that threw; nil if it was evaluated without one.
  public var sourceURL: String?
  /// Line in the source, counted from 1; nil if unknown.
  public var line: Int?
  /// Column in the line, counted from 1; nil if unknown (a `SyntaxError` has none).
  public var column: Int?
  /// The error's `cause`: a `JSError`, or the Swift error that came through JavaScript; nil if there is none.
  public var cause: (any Error)?
  /// The value that was thrown; nil for errors that no script threw.
  public var value: JSValue?

  /// An error of its own.
  public init(name: String = "Error", message: String) {
    self.name = name
    self.message = message
  }

  /// Tells of a value that was thrown; getters that throw in turn leave their part unknown.
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
      guard let local = try? core.property(key, of: value.local) else { return nil }
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
    // Causes may form a ring.
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

extension JSError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}

extension JSContextCore {
  /// What Swift throws for a value that JavaScript threw: the Swift error that it stands for, or a `JSError`.
  func error(_ thrown: JSThrow) -> any Error {
    let value = value(thrown.value)
    return wrapped(thrown.value) as? any Error ?? JSError(value)
  }

  func property(_ name: String, of object: JSLocal) throws(JSThrow) -> JSLocal {
    try get(JSText(name), of: object)
  }
}
