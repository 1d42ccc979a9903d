import Causeway
import JavaScriptRuntime

/// Finds the column of a syntax error; the engine reports only its line.
enum SyntaxErrorLocator {
  /// The error with its column: the end of the shortest beginning of the source that has this error.
  static func error(
    _ error: JavaScriptError, in procedure: Procedure, on runtime: JavaScriptRuntime
  ) async -> ProcedureError {
    let details = error.details
    var column: Int?
    // An incomplete source has this error for every beginning.
    if let number = details?.line, let message = details?.message, message != "Unexpected end of script" {
      column = await SyntaxErrorLocator.column(of: message, line: number, in: procedure.source, on: runtime)
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
      // Incomplete except for an extra brace, and so that none of it runs.
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
