#if WebView
import ArgumentParser
import Causeway
import Glibc

/// What `causeway open` and `causeway screenshot` run: the part of the command line that needs GTK, which speaks as the rest.
@main
struct ViewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "causeway",
    abstract: "Shows pages that call the capabilities that ship.",
    subcommands: [OpenCommand.self, ScreenshotCommand.self])

  static func main() async {
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let error as BridgeError {
      complain("causeway: \(error.message)")
      // A page that is not there is a mistake of the command line, as a program is that `run` cannot read.
      Glibc.exit(error.code == .notFound ? 2 : 1)
    } catch {
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      complain(fullMessage(for: error))
      Glibc.exit(2)
    }
  }

  /// Says a sentence to whoever started the command.
  static func complain(_ message: String) {
    _ = unsafe Array((message + "\n").utf8).withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
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
