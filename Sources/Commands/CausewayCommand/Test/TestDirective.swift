import StandardStreams

/// What the first line of a test file says about its run: `// @causeway clock=real chaos=orders.*,menu.find`.
struct TestDirective {
  var clock: ClockChoice?
  /// The methods that `--chaos` may disturb; empty for none, nil for all.
  var chaos: [String]?

  /// - Throws: `InvalidOption` for a setting that does not exist.
  init(_ text: String) throws(InvalidOption) {
    let line = text.prefix { !$0.isNewline }
    guard line.hasPrefix("//") else { return }
    let words = line.dropFirst(2).split { $0 == " " || $0 == "\t" }
    guard words.first == "@causeway" else { return }
    for word in words.dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2, parts[0] == "chaos" {
        chaos = try TestDirective.patterns(parts[1])
        continue
      }
      guard parts.count == 2, parts[0] == "clock", let clock = ClockChoice(rawValue: parts[1]) else {
        throw InvalidOption(
          message:
            "The first line has an unknown setting \(String(word).printable): it can be clock=real, clock=virtual, chaos=off "
            + "or chaos=METHODS.")
      }
      self.clock = clock
    }
  }

  /// `off`, or patterns of methods.
  private static func patterns(_ text: String) throws(InvalidOption) -> [String] {
    if text == "off" { return [] }
    let patterns = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    for pattern in patterns {
      let parts = pattern.split(separator: ".", omittingEmptySubsequences: false)
      guard !parts.contains("") else {
        throw InvalidOption(
          message: "The first line has chaos=\(text.printable): it can be off, or methods such as orders.*,menu.find.")
      }
    }
    return patterns
  }
}
