#if WebView
import ArgumentParser
import Causeway
import Glibc
import StandardStreams

/// The program behind `causeway open` and `causeway screenshot`: the part of the command line that needs GTK.
@main
struct ViewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "causeway",
    abstract: "Shows pages that call Swift handlers.",
    subcommands: [OpenCommand.self, ScreenshotCommand.self])

  static func main() async {
    PageConsole.guardTerminal()
    MemoryTrimmer.fixThresholds()
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
    StandardStream.error.write(message.printableLines + "\n")
  }
}
#else
import Glibc
import StandardStreams

/// The program that is built without the trait: it only reports that.
@main struct ViewCommand {
  static func main() {
    StandardStream.error.write(
      "causeway-view was built without the web view: swift build --traits WebView --product causeway-view\n")
    exit(2)
  }
}
#endif
