/// How a text looks in a terminal; without colours it is the text alone.
struct Style {
  let colors: Bool

  /// As standard output can show it.
  static let standardOutput = Style(colors: Terminal.allowsColors(Terminal.isOutputTerminal))

  func strong(_ text: String) -> String { dress(text, "1") }
  func faint(_ text: String) -> String { dress(text, "2") }
  func good(_ text: String) -> String { dress(text, "32") }
  func bad(_ text: String) -> String { dress(text, "31") }

  private func dress(_ text: String, _ code: String) -> String {
    colors && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
