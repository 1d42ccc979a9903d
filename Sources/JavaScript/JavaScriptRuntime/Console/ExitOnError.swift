import Glibc
import StandardStreams

/// Runs a program's main function, and ends the process with a report and status 1 if it throws.
///
///     await exitOnError {
///       let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["rows.query"])
///       try await runtime.run(file: "app.js")
///     }
///
/// The report of an error of JavaScript has its class, location, source line, stack and causes: ``ErrorReport``. An error
/// that leaves `main` itself ends the process by a trap instead, with the backtrace of a crash.
///
/// Standard error receives the report, in colours if it is a terminal and `NO_COLOR` is not set. The process exits as by
/// `exit`, so that output that is buffered is written.
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
