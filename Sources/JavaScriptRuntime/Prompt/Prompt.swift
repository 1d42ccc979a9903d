import JavaScriptEngine

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
      let script = Script(for: source, in: realm)
      let url = host.sources.add(input: source, prefixLength: script.prefixLength)
      let value = try realm.evaluate(host.withImports(script.text, url: url), url: url)
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

    init(for source: String, in realm: JSRealm) {
      func parses(_ text: String) -> Bool { (try? realm.checkSyntax(text, url: "prompt")) != nil }
      text = source
      let trimmed = source.trimmingPrefix(while: \.isWhitespace)
      if trimmed.hasPrefix("{"), parses("(\(source)\n)") {
        text = "(\(source)\n)"
        prefixLength = 1
        return
      }
      if parses(source) { return }
      // Its line is another one then, so that no column of it counts.
      if let imported = PromptImport.statements(for: source),
        wrap(imported, in: ("(async () => { ", "\n})"), if: parses)
      {
        return
      }
      if wrap(source, in: ("(async () => (", "\n))"), if: parses) { return }
      // The variable of a declaration that awaits becomes a global, so that later inputs can use it.
      if let match = source.firstMatch(of: /^\s*(?:const|let|var)\s+([\p{L}_$][\p{L}\p{N}_$]*)\s*=/) {
        // Between `?` and `:` a comma is a syntax error, so a second declarator is not accepted here.
        let wrapper = ("(async () => { \(match.1) = true ? ", "\n : 0; })")
        if wrap(source[match.range.upperBound...].trimmed, in: wrapper, if: parses) {
          prefixLength -= source[..<match.range.upperBound].utf16.count
          return
        }
      }
      _ = wrap(source, in: ("(async () => { ", "\n})"), if: parses)
    }

    /// Uses the wrapped form if it parses.
    private mutating func wrap(
      _ source: some StringProtocol, in wrapper: (before: String, after: String), if parses: (String) -> Bool
    ) -> Bool {
      let wrapped = wrapper.before + source + wrapper.after
      guard parses(wrapped) else { return false }
      text = wrapped
      prefixLength = wrapper.before.utf16.count
      isFunction = true
      return true
    }
  }
}

extension Substring {
  /// The text without trailing white space and semicolons.
  fileprivate var trimmed: Substring {
    var text = self
    while let last = text.last, last.isWhitespace || last == ";" { text.removeLast() }
    return text
  }
}
