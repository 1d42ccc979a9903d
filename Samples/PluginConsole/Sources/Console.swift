#if WebView
import Causeway
import CausewayExport

/// Writes lines to the program's standard output.
@Plugin("console", permission: "console.write")
struct Console {
  /// A line was written.
  @Export let wrote = PluginEvent<String>()

  /// Writes any value as a line.
  @Export func log(_ line: BridgeValue) throws {
    let text = line.string ?? "\(line)"
    print(Self.printable(text))
    try wrote.emit(text)
  }

  /// The text with control and bidirectional characters as `\u{…}`, because the page must not control the terminal.
  static func printable(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }.joined()
  }

  /// Clears the lines; the page has no permission for it.
  @Export(permission: "console.clear") func clear() {}
}
#endif
