import JavaScriptModules
import JavaScriptSyntax

/// The message of a log point: `total is {a + b}`.
///
/// An expression ends at the first brace with which it is one. Braces without an expression between them are printed as they
/// are, and an expression that throws prints its error in its place.
enum LogMessage {
  /// The most ends of an expression that are tried.
  private static let mostEnds = 64

  /// An expression that prints a message.
  static func printing(_ message: String) -> String {
    var text = ""
    var values: [String] = []
    var rest = message[...]
    while let character = rest.first {
      if character == "{", let found = expression(at: rest) {
        text += "%s"
        values.append(found.code)
        rest = rest[found.end...]
      } else {
        // A placeholder of `console.log`, not of the message.
        text += character == "%" ? "%%" : String(character)
        rest.removeFirst()
      }
    }
    if values.isEmpty { return "console.log(\(ValuePreview.quoted(message)))" }
    return "console.log(\(([ValuePreview.quoted(text)] + values).joined(separator: ", ")))"
  }

  /// The code of the expression that begins with a brace, and where the message goes on; nil if none does.
  private static func expression(at text: Substring) -> (code: String, end: String.Index)? {
    let start = text.index(after: text.startIndex)
    var search = text[start...]
    var firstEnd: String.Index?
    for _ in 0..<mostEnds {
      guard let end = search.firstIndex(of: "}") else { break }
      let source = ProgramText.withoutTypes(String(text[start..<end]))
      if ScriptSyntax.error(in: Array("(\(source)\n)".utf8), kind: .functionBody) == nil {
        return (guarded(source), text.index(after: end))
      }
      firstEnd = firstEnd ?? end
      search = text[text.index(after: end)...]
    }
    guard let firstEnd, !text[start..<firstEnd].allSatisfy(\.isWhitespace) else { return nil }
    // As an expression that fails: nothing is left out silently.
    let shown = text[...firstEnd]
    return (ValuePreview.quoted("\(shown): not an expression"), text.index(after: firstEnd))
  }

  /// An arrow function, so that `this` and `arguments` are the frame's.
  private static func guarded(_ source: String) -> String {
    let name = ValuePreview.quoted("{\(source)}: ")
    return "(() => { try { return (\(source)\n); } catch (error) { return \(name) + error; } })()"
  }
}
