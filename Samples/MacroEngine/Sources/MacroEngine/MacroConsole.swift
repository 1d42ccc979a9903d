import JavaScriptCoreAdditions

/// A line of console output of a macro.
public struct ConsoleLine: Sendable, Equatable, Encodable {
  /// The console method: `log`, `info`, `warn`, `error` or `debug`.
  public var level: String
  /// The text, at most ``maximumLength`` Unicode scalars.
  public var text: String

  /// The maximum length of a line, in Unicode scalars; a longer line is truncated.
  public static let maximumLength = 4_000

  /// Makes a line, truncated to the maximum length.
  public init(level: String, text: String) {
    self.level = level
    // Counted in scalars, because one character may have any number of scalars.
    let scalars = text.unicodeScalars
    let end = scalars.index(scalars.startIndex, offsetBy: ConsoleLine.maximumLength, limitedBy: scalars.endIndex)
    self.text = end.map { $0 < scalars.endIndex ? String(scalars[..<$0]) + "…" : text } ?? text
  }
}

/// The `console` object of macros.
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

  /// A value as readable text.
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
