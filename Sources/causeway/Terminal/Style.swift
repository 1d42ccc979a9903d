/// How a text looks in a terminal; without colours it is the text alone.
struct Style {
  let colors: Bool

  /// As standard output can show it.
  static let standardOutput = Style(colors: Terminal.allowsColors(Terminal.isOutputTerminal))

  /// What a text is to the person who reads it.
  enum Tone {
    case plain, strong, faint, good, warning, bad
  }

  func strong(_ text: String) -> String { dress(text, .strong) }
  func faint(_ text: String) -> String { dress(text, .faint) }
  func good(_ text: String) -> String { dress(text, .good) }
  func bad(_ text: String) -> String { dress(text, .bad) }

  func dress(_ text: String, _ tone: Tone) -> String {
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
