#if WebView
import ArgumentParser
import Causeway
import Glibc

/// The program behind `causeway open` and `causeway screenshot`: the part of the command line that needs GTK.
@main
struct ViewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "causeway",
    abstract: "Shows pages that call Swift handlers.",
    subcommands: [OpenCommand.self, ScreenshotCommand.self])

  static func main() async {
    PageConsole.guardTerminal()
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let error as BridgeError {
      reportError("causeway: \(error.message)")
      // A missing page is a usage error, like a missing program of `run`.
      Glibc.exit(error.code == .notFound ? 2 : 1)
    } catch {
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      reportError(fullMessage(for: error))
      Glibc.exit(2)
    }
  }

  /// Prints a message to standard error.
  static func reportError(_ message: String) {
    let line = PageConsole.printable(message) + "\n"
    _ = unsafe Array(line.utf8).withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
#else
import Glibc

/// What is built where the trait is off: a program that says so.
@main struct ViewCommand {
  static func main() {
    let message = "causeway-view was built without the web view: swift build --traits WebView --product causeway-view\n"
    _ = unsafe Array(message.utf8).withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(2)
  }
}
#endif
