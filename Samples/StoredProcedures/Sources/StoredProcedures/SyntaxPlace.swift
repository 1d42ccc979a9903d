import Causeway
import JavaScriptRuntime

/// Finds the column of a syntax error, of which the engine tells the line only.
enum SyntaxPlace {
  /// The error with its column: where the text, read up to there, first has this very error.
  static func error(
    _ error: JavaScriptError, in procedure: Procedure, on runtime: JavaScriptRuntime
  ) async -> ProcedureError {
    let details = error.details
    var column: Int?
    // Where the text ends too early, every beginning of it has this error.
    if let number = details?.line, let message = details?.message, message != "Unexpected end of script" {
      column = await SyntaxPlace.column(of: message, line: number, in: procedure.source, on: runtime)
    }
    return ProcedureError(
      .invalidArgument, error.message, procedure: procedure.name, version: procedure.version,
      place: (procedure.url, details?.line, column))
  }

  private static func column(
    of message: String, line number: Int, in source: String, on runtime: JavaScriptRuntime
  ) async -> Int? {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(number - 1), lines[number - 1].count <= 500 else { return nil }
    let before = lines[..<(number - 1)].joined(separator: "\n") + (number > 1 ? "\n" : "")
    let line = lines[number - 1]
    for length in 1...max(1, line.count) {
      // Not complete, but for a brace too many; and nothing of it is run then.
      let beginning = "throw 0; {" + before + line.prefix(length)
      guard let said = await complaint(about: beginning, on: runtime), said == message else { continue }
      let token = message.split(separator: "'").dropFirst().first?.count ?? 1
      return max(1, length - token + 1)
    }
    return nil
  }

  private static func complaint(about source: String, on runtime: JavaScriptRuntime) async -> String? {
    do throws(JavaScriptError) {
      try await runtime.evaluate(source, url: "causeway:syntax")
      return nil
    } catch {
      return error.details?.message
    }
  }
}
