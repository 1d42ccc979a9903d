import Causeway
import CausewayExport

/// Writes lines to the program's own output.
@Plugin("console", permission: "console.write")
struct Console {
  /// A line was written.
  @Export let wrote = PluginEvent<String>()

  /// Writes a line, whatever it is made of.
  @Export func log(_ line: BridgeValue) throws {
    let text = line.string ?? "\(line)"
    print(text)
    try wrote.emit(text)
  }

  /// Forgets what was written; the page is not allowed to.
  @Export(permission: "console.clear") func clear() {}
}
