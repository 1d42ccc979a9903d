import StandardStreams

/// The style of text in a terminal; without colours the text is unchanged.
struct Style {
  let colors: Bool

  /// The style of standard output.
  static let standardOutput = Style(colors: StandardStream.output.allowsColors)

  /// The meaning of a text.
  enum Tone {
    case plain, strong, faint, good, warning, bad
  }

  func strong(_ text: String) -> String { styled(text, .strong) }
  func faint(_ text: String) -> String { styled(text, .faint) }
  func good(_ text: String) -> String { styled(text, .good) }
  func bad(_ text: String) -> String { styled(text, .bad) }

  func styled(_ text: String, _ tone: Tone) -> String {
    guard colors, !text.isEmpty, tone != .plain else { return text }
    let code =
      switch tone {
      case .plain: "0"
      case .strong: "1"
      case .faint: "2"
      case .good: "32"
      case .warning: "33"
      case .bad: "31"
      }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
