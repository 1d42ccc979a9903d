import FoundationEssentials
import Glibc

extension Bridge {
  /// Answers `swift package causeway-types`, and ends the process; does nothing in a process that was not asked.
  ///
  /// Call it in the program's `main` where everything is registered, and before anything else begins:
  ///
  ///     let bridge = Bridge()
  ///     bridge.register(Wifi())
  ///     bridge.describeIfAsked()
  ///
  /// The question is in the environment: `CAUSEWAY_TYPES` is `dts`, `js` or `openrpc`, `CAUSEWAY_TYPES_FILE` the file to
  /// write, the standard output when it is not set.
  public func writeTypesAndExitIfRequested() {
    let environment = ProcessInfo.processInfo.environment
    guard let format = environment["CAUSEWAY_TYPES"] else { return }
    let description = description
    let text: String
    switch format {
    case "dts": text = description.typeScript
    case "js": text = description.javaScriptModule
    case "openrpc": text = description.openRPC()
    default:
      Bridge.write("CAUSEWAY_TYPES is \(format): dts, js and openrpc are known.\n", to: STDERR_FILENO)
      exit(2)
    }
    for gap in description.gaps { Bridge.write("\(gap)\n", to: STDERR_FILENO) }
    guard let path = environment["CAUSEWAY_TYPES_FILE"] else {
      Bridge.write(text, to: STDOUT_FILENO)
      exit(0)
    }
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      Bridge.write("\(path) cannot be written: \(error)\n", to: STDERR_FILENO)
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
