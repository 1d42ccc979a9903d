import JavaScriptCore

/// A line that a macro wrote.
public struct ConsoleLine: Sendable, Equatable, Encodable {
  /// The function of `console` that was called: `log`, `info`, `warn`, `error` or `debug`.
  public var level: String
  /// What was written, at most ``longest`` Unicode scalars.
  public var text: String

  /// How long a line may be; the rest is cut off.
  public static let longest = 4_000

  /// A line; cut to its longest.
  public init(level: String, text: String) {
    self.level = level
    // Of scalars, since one character may be made of any number of them.
    let scalars = text.unicodeScalars
    let end = scalars.index(scalars.startIndex, offsetBy: ConsoleLine.longest, limitedBy: scalars.endIndex)
    self.text = end.map { $0 < scalars.endIndex ? String(scalars[..<$0]) + "…" : text } ?? text
  }
}

/// The `console` of macros.
enum MacroConsole {
  static func install(in context: JSContext, _ write: @escaping @Sendable (ConsoleLine) -> Void) {
    let console = JSValue(newObjectIn: context)!
    for level in ["log", "info", "warn", "error", "debug"] {
      console.setValue(
        {
          let values = JSContext.currentArguments().compactMap { $0 as? JSValue }
          write(ConsoleLine(level: level, text: values.map(text).joined(separator: " ")))
        }, forProperty: level)
    }
    context.setObject(console, forKeyedSubscript: "console")
  }

  /// A value as a person wants to read it.
  static func text(_ value: JSValue) -> String {
    if value.isString || !value.isObject { return value.description }
    let error = JSError(value)
    if !error.name.isEmpty, error.stack != nil { return "\(error.name): \(error.message)" }
    let context = value.context!
    let saved = context.exception
    defer { context.exception = saved }
    let json = context["JSON"].invokeMethod("stringify", withArguments: [value])
    return json.flatMap { $0.isString ? $0.toString() : nil } ?? value.description
  }
}
