import Glibc
import StandardStreams

/// Runs a program's main function, and ends the process with a report and status 1 if it throws.
///
///     await exitOnError {
///       let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["rows.query"])
///       try await runtime.run(file: "app.js")
///     }
///
/// The report of a JavaScript error contains its class, location, source line, stack and causes: see ``ErrorReport``.
/// If `main` itself throws, the process ends with a trap and the backtrace of a crash instead.
///
/// The report goes to standard error, in colours if it is a terminal and `NO_COLOR` is not set. The process ends with
/// `exit`, so buffered output is written.
public func exitOnError(
  isolation: isolated (any Actor)? = #isolation, _ main: () async throws -> Void
) async {
  do {
    try await main()
  } catch {
    let colors = StandardStream.error.allowsColors
    let text =
      if let error = error as? JavaScriptError { error.report(colors: colors).text } else {
        String(reflecting: error).printableLines
      }
    StandardStream.error.write(text + "\n")
    exit(EXIT_FAILURE)
  }
}
