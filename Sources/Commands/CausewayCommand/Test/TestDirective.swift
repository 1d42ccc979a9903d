import StandardStreams

/// What the first line of a test file says about its run: `// @causeway clock=real`.
struct TestDirective {
  var clock: ClockChoice?

  /// - Throws: `InvalidOption` for a setting that does not exist.
  init(_ text: String) throws(InvalidOption) {
    let line = text.prefix { !$0.isNewline }
    guard line.hasPrefix("//") else { return }
    let words = line.dropFirst(2).split { $0 == " " || $0 == "\t" }
    guard words.first == "@causeway" else { return }
    for word in words.dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, parts[0] == "clock", let clock = ClockChoice(rawValue: parts[1]) else {
        throw InvalidOption(
          message:
            "The first line has an unknown setting \(String(word).printable): it can be clock=real or clock=virtual.")
      }
      self.clock = clock
    }
  }
}
