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
      try realm.evaluate(script(for: source, in: realm), url: "prompt")
    }
    try await runtime.finish(program, url: "the prompt")
    return text
  }

  /// The form of the input that the engine accepts: as it is, as an object literal, or wrapped for `await`.
  private static func script(for source: String, in realm: JSRealm) -> String {
    func parses(_ text: String) -> Bool { (try? realm.checkSyntax(text, url: "prompt")) != nil }
    let trimmed = source.trimmingPrefix(while: \.isWhitespace)
    if trimmed.hasPrefix("{"), parses("(\(source)\n)") { return "(\(source)\n)" }
    if parses(source) { return source }
    let expression = "(async () => (\(source)\n))()"
    if parses(expression) { return expression }
    // A declaration that awaits becomes a global of the same name, so that the next line sees it.
    if let match = source.firstMatch(of: /^\s*(?:const|let|var)\s+([\p{L}_$][\p{L}\p{N}_$]*)\s*=/) {
      // Between `?` and `:` a comma has no place: what follows one would be another declaration.
      let assigned = "(async () => { \(match.1) = true ? \(source[match.range.upperBound...].trimmed)\n : 0; })()"
      if parses(assigned) { return assigned }
    }
    let statements = "(async () => { \(source)\n})()"
    return parses(statements) ? statements : source
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
