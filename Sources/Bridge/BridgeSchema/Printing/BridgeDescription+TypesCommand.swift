import FoundationEssentials
import Glibc
import StandardStreams

extension BridgeDescription {
  /// Answers `swift package causeway-types` and exits; does nothing in a process that the command did not start.
  ///
  /// Call it in the program's `main`, after everything is registered and before anything else begins:
  ///
  ///     let bridge = Bridge()
  ///     bridge.register(Wifi())
  ///     BridgeDescription.writeTypesAndExitIfRequested(bridge.description)
  ///
  /// The command sets environment variables: `CAUSEWAY_TYPES` is `dts`, `js` or `openrpc`, `CAUSEWAY_TYPES_FILE` the
  /// file to write. Without a file the text goes to the standard output. Types that cannot be described are listed on
  /// the standard error.
  ///
  /// Exits with 0; with 1 when the file cannot be written, with 2 when the format is unknown.
  ///
  /// - Parameter description: evaluated only on request.
  public static func writeTypesAndExitIfRequested(_ description: @autoclosure () -> BridgeDescription) {
    let environment = ProcessInfo.processInfo.environment
    guard let format = environment["CAUSEWAY_TYPES"] else { return }
    let description = description()
    let text: String
    switch format {
    case "dts": text = description.typeScript
    case "js": text = description.javaScriptModule
    case "openrpc": text = description.openRPC()
    default:
      StandardStream.error.write("CAUSEWAY_TYPES is \(format): expected dts, js or openrpc.\n")
      exit(2)
    }
    for gap in description.gaps { StandardStream.error.write("\(gap.printableLines)\n") }
    guard let path = environment["CAUSEWAY_TYPES_FILE"] else {
      StandardStream.output.write(text)
      exit(0)
    }
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      StandardStream.error.write("\(path) cannot be written: \(error)\n")
      exit(1)
    }
    exit(0)
  }
}
