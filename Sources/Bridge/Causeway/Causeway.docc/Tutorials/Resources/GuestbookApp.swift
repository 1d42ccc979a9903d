import Causeway
import CausewayJavaScript

@main struct GuestbookApp {
  static func main() async {
    let bridge = Bridge()
    bridge.add(Guestbook())
    await exitOnError { print(try await run("app", on: bridge)) }
  }

  /// Runs the program in a directory, and returns how it greets a visitor.
  static func run(
    _ directory: String, on bridge: Bridge, console: ConsoleOutput = .standardStreams
  ) async throws -> String {
    var configuration = RuntimeConfiguration()
    configuration.modules = ModuleConfiguration(try .files(under: directory))
    configuration.console = console
    let runtime = try await JavaScriptRuntime(
      bridge: bridge, permissions: ["book.*"], configuration: configuration)
    try await runtime.import("./app.ts")
    let visitor = Entry(name: "Grace", text: "")
    let greeting: String = try await runtime.call("book.greeting", visitor, timeout: .seconds(2))
    await runtime.close()
    return greeting
  }
}
