extension String {
  /// The text as a terminal may show it: what would move the cursor or turn the text round is written out.
  public var forTerminal: String {
    var shown = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where scalar != "\n" && scalar != "\t", .format, .lineSeparator, .paragraphSeparator:
        shown += "\\u{\(String(scalar.value, radix: 16))}"
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}
