import JavaScriptEngine
import JavaScriptModules
import JavaScriptSyntax

/// Evaluates the input of an interactive prompt: an expression or statements, with or without `await`.
enum Prompt {
  /// Evaluates the input and returns its value as the console would print it.
  static func evaluate(
    _ source: String, in runtime: isolated JavaScriptRuntime
  ) async throws(JavaScriptError) -> String {
    let host = try runtime.host()
    var text = ""
    let remember: (JSLocal) -> Void = { [unowned host] value in
      host.remember(value)
      text = host.inspect(value)
    }
    let program = try host.follow(operation: "evaluate", onValue: remember) { (realm) throws(JSException) in
      let script = Script(for: source)
      let url = host.sources.add(input: source, prefixLength: script.prefixLength)
      if script.hasError { try realm.check(source, as: .program, url: url) }
      let value = try realm.evaluate(try host.rewritten(script.text, url: url), url: url)
      return script.isFunction ? try realm.call(value) : value
    }
    try await runtime.finish(program, url: "the prompt")
    return text
  }

  /// The input in a form that the engine accepts: unchanged, as an object literal, or wrapped in an async function.
  private struct Script {
    var text: String
    /// The number of UTF-16 units that the wrapping adds before the source on its first line.
    var prefixLength = 0
    /// Whether the script's value is a function.
    ///
    /// Swift calls it, so that no frame of the wrapping is below the input's
    /// frames.
    var isFunction = false
    /// Whether no form of the input is accepted.
    var hasError = false

    init(for source: String) {
      let source = ProgramText.withoutTypes(source)
      func parses(_ text: String) -> Bool { ScriptSyntax.error(in: Array(text.utf8)) == nil }
      text = source
      let literal = "(\(source)\n)"
      if source.trimmingPrefix(while: \.isWhitespace).hasPrefix("{") {
        if parses(literal) {
          text = literal
          prefixLength = 1
          return
        }
        if wrap(literal, if: parses) {
          prefixLength += 1
          return
        }
      }
      hasError = !wrap(source, if: parses) && !parses(source)
    }

    /// Uses the body of an async function that the source becomes, if it awaits or imports and the engine accepts that.
    private mutating func wrap(_ source: String, if parses: (String) -> Bool) -> Bool {
      guard let body = ProgramText.promptText(source) else { return false }
      let before = "(async () => { "
      let wrapped = "\(before)\(body.code)\n})"
      guard parses(wrapped) else { return false }
      text = wrapped
      prefixLength = before.utf16.count + body.prefixLength
      isFunction = true
      return true
    }
  }
}
