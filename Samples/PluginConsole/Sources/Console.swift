#if WebView
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
    print(Self.printable(text))
    try wrote.emit(text)
  }

  /// The text with what a terminal would obey written as `\u{…}`: the line is the page's, the terminal is not.
  static func printable(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }.joined()
  }

  /// Forgets what was written; the page is not allowed to.
  @Export(permission: "console.clear") func clear() {}
}
#endif
