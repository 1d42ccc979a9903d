import Foundation
import JavaScriptCore

/// Why a macro could not be compiled, or did not come to its end.
public struct MacroError: Error, Sendable, Equatable, Encodable, CustomStringConvertible {
  /// What kind of failure it is.
  public struct Code: Sendable, Hashable, Encodable, CustomStringConvertible {
    /// Its stable name.
    public let description: String

    /// The source is no JavaScript, or no function.
    public static let syntax = Code(description: "SYNTAX")
    /// The macro threw, or its promise was rejected.
    public static let exception = Code(description: "EXCEPTION")
    /// It ran longer than the engine's limit.
    public static let endless = Code(description: "ENDLESS")
    /// Its promise was not settled in time.
    public static let unanswered = Code(description: "UNANSWERED")
    /// Somebody stopped it.
    public static let stopped = Code(description: "STOPPED")
    /// Too many macros wait for their turn.
    public static let busy = Code(description: "BUSY")

    /// As its name.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
  }

  /// What kind of failure it is.
  public var code: Code
  /// One sentence for the person who wrote the macro.
  public var message: String
  /// Line in the macro's source, counted from 1; nil if unknown.
  public var line: Int?
  /// Column in the line, counted from 1; nil if unknown.
  public var column: Int?
  /// The engine's stack, innermost frame first; nil if there is none.
  public var stack: String?

  /// A failure; its place and stack are nil.
  public init(_ code: Code, _ message: String, line: Int? = nil, column: Int? = nil) {
    self.code = code
    self.message = message
    self.line = line
    self.column = column
  }

  /// Tells of what a macro threw.
  ///
  /// - Parameter source: the macro's; it tells the column of a `SyntaxError`, which the engine does not.
  init(_ exception: JSValue, source: String) {
    let error = JSError(exception)
    if error.name == "SyntaxError", error.column == nil, let found = MacroSyntax.shared.check(source) {
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

  /// Where the expression begins that an exception tells of; the engine's column is somewhere in it, or at its end.
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

  static let ended = MacroError(.stopped, "The macro has been ended.")

  static func endless(_ limit: Duration) -> MacroError {
    MacroError(.endless, "The macro ran longer than \(limit.text) and was stopped; nothing that it did remains.")
  }

  static let notAFunction = MacroError(.syntax, "A macro is a function: function() { … }", line: 1, column: 1)
}

extension Duration {
  /// Its length in words: `1 second`, `0.25 seconds`.
  var text: String {
    let seconds = self / .seconds(1)
    let number = seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
    return number == "1" ? "1 second" : "\(number) seconds"
  }
}
