import JavaScriptEngine

/// Evaluates what a person types at a prompt: an expression, statements, or either with `await`.
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
    let program = try host.follow(operation: "evaluate", onValue: remember) { (realm) throws(JSError) in
      let script = Script(for: source, in: realm)
      let url = host.sources.add(input: source, prefixLength: script.shift)
      let value = try realm.evaluate(host.withImports(script.text, url: url), url: url)
      return script.isFunction ? try realm.call(value) : value
    }
    try await runtime.finish(program, url: "the prompt")
    return text
  }

  /// The form of the input that the engine accepts: as it is, as an object literal, or wrapped for `await`.
  private struct Script {
    var text: String
    /// How far the source is moved on its first line, in UTF-16.
    var shift = 0
    /// Whether the value is a function that Swift is to call, so that no frame of the wrapping is below the input's.
    var isFunction = false

    init(for source: String, in realm: JSRealm) {
      func parses(_ text: String) -> Bool { (try? realm.checkSyntax(text, url: "prompt")) != nil }
      text = source
      let trimmed = source.trimmingPrefix(while: \.isWhitespace)
      if trimmed.hasPrefix("{"), parses("(\(source)\n)") {
        text = "(\(source)\n)"
        shift = 1
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
      // A declaration that awaits becomes a global of the same name, so that the next line sees it.
      if let match = source.firstMatch(of: /^\s*(?:const|let|var)\s+([\p{L}_$][\p{L}\p{N}_$]*)\s*=/) {
        // Between `?` and `:` a comma has no place: what follows one would be another declaration.
        let frame = ("(async () => { \(match.1) = true ? ", "\n : 0; })")
        if wrap(source[match.range.upperBound...].trimmed, in: frame, if: parses) {
          shift -= source[..<match.range.upperBound].utf16.count
          return
        }
      }
      _ = wrap(source, in: ("(async () => { ", "\n})"), if: parses)
    }

    /// Takes the wrapped form if it parses.
    private mutating func wrap(
      _ source: some StringProtocol, in frame: (before: String, after: String), if parses: (String) -> Bool
    ) -> Bool {
      let wrapped = frame.before + source + frame.after
      guard parses(wrapped) else { return false }
      text = wrapped
      shift = frame.before.utf16.count
      isFunction = true
      return true
    }
  }
}

extension Substring {
  /// Without white space and a final semicolon.
  fileprivate var trimmed: Substring {
    var text = self
    while let last = text.last, last.isWhitespace || last == ";" { text.removeLast() }
    return text
  }
}
