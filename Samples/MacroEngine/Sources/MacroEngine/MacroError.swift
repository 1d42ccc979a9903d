import Foundation
import JavaScriptCoreAdditions

/// An error of a macro.
public struct MacroError: Error, Sendable, Equatable, Encodable, CustomStringConvertible {
  /// The kind of error.
  public struct Code: Sendable, Hashable, Encodable, CustomStringConvertible {
    /// The stable name of the kind.
    public let description: String

    /// The source is not valid JavaScript, or not a function.
    public static let syntax = Code(description: "SYNTAX")
    /// The macro threw, or its promise was rejected.
    public static let exception = Code(description: "EXCEPTION")
    /// The macro exceeded the engine's time limit.
    public static let endless = Code(description: "ENDLESS")
    /// The macro's promise did not settle in time.
    public static let unanswered = Code(description: "UNANSWERED")
    /// The macro was stopped by the user.
    public static let stopped = Code(description: "STOPPED")
    /// Too many macros are waiting.
    public static let busy = Code(description: "BUSY")

    /// The stable name.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
  }

  /// The kind of error.
  public var code: Code
  /// A sentence for the author of the macro.
  public var message: String
  /// The line in the macro's source, counted from 1; nil if unknown.
  public var line: Int?
  /// The column in the line, counted from 1; nil if unknown.
  public var column: Int?
  /// The engine's stack, innermost frame first; nil if there is none.
  public var stack: String?

  /// Makes an error without location and stack.
  public init(_ code: Code, _ message: String, line: Int? = nil, column: Int? = nil) {
    self.code = code
    self.message = message
    self.line = line
    self.column = column
  }

  /// Describes an exception of a macro.
  ///
  /// - Parameter source: the macro's source, in which the column of a `SyntaxError` is found; the engine does not
  ///   report it.
  init(_ exception: JSValue, source: String) {
    let error = JSError(exception)
    if error.name == "SyntaxError", let found = MacroSyntax.check(source) {
      self = found
      return
    }
    let isThrown = error.name.isEmpty
    self.init(.exception, isThrown ? "The macro threw \(error.message)" : "\(error.name): \(error.message)")
    stack = error.stack
    line = error.line
    guard let line, let column = error.column.map({ MacroScript.column($0, line: line) }) else { return }
    self.column = MacroError.beginning(of: error.message, line: line, column: column, in: source)
  }

  /// The beginning of the expression of an exception; the engine's column is inside of the expression or at its end.
  private static func beginning(of message: String, line: Int, column: Int, in source: String) -> Int {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1),
      let told = message.firstMatch(of: /\(evaluating '(.+)'\)$|Can't find variable: (.+)$/)
    else { return column }
    let text = Array(lines[line - 1].utf16)
    let expression = Array((told.1 ?? told.2 ?? "").utf16)
    let first = max(0, column - 1 - expression.count)
    let last = min(column - 1, text.count - expression.count)
    guard first <= last else { return column }
    return (first...last).first { text[$0...].starts(with: expression) }.map { $0 + 1 } ?? column
  }

  /// `message (line 2, column 7)`.
  public var description: String {
    guard let line else { return message }
    return "\(message) (line \(line)\(column.map { ", column \($0)" } ?? ""))"
  }

  static let ended = MacroError(.stopped, "The macro has ended.")

  static func endless(_ limit: Duration) -> MacroError {
    MacroError(.endless, "The macro ran longer than \(limit.text) and was stopped; its changes were reverted.")
  }

  static let notAFunction = MacroError(.syntax, "A macro is a function: function() { … }", line: 1, column: 1)
}

extension Duration {
  /// The duration as text: `1 second`, `0.25 seconds`.
  var text: String {
    let seconds = self / .seconds(1)
    let number = seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
    return number == "1" ? "1 second" : "\(number) seconds"
  }
}
