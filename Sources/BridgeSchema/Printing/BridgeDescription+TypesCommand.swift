import FoundationEssentials
import Glibc

extension BridgeDescription {
  /// Answers `swift package causeway-types` and exits; does nothing in a process that the command did not start.
  ///
  /// Call it in the program's `main`, where everything is registered and nothing else has begun:
  ///
  ///     let bridge = Bridge()
  ///     bridge.register(Wifi())
  ///     BridgeDescription.writeTypesAndExitIfRequested(bridge.description)
  ///
  /// The command sets environment variables: `CAUSEWAY_TYPES` is `dts`, `js` or `openrpc`, `CAUSEWAY_TYPES_FILE` the file
  /// to write. Without a file the text goes to the standard output. What cannot be described goes to the standard error.
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
      write("CAUSEWAY_TYPES is \(format): dts, js and openrpc are known.\n", to: STDERR_FILENO)
      exit(2)
    }
    for gap in description.gaps { write("\(gap)\n", to: STDERR_FILENO) }
    guard let path = environment["CAUSEWAY_TYPES_FILE"] else {
      write(text, to: STDOUT_FILENO)
      exit(0)
    }
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      write("\(path) cannot be written: \(error)\n", to: STDERR_FILENO)
      exit(1)
    }
    exit(0)
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
