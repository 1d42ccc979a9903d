/// The completion candidates for the end of a line, and the part of the line that they replace.
struct Completion: Equatable, Sendable {
  var candidates: [String]
  var partial: String

  init(candidates: [String], partial: String) {
    self.candidates = candidates
    self.partial = partial
  }

  /// The bridge's methods, where the line names one: `bridge.call("wi`, `bridge.plugins.wifi.`; nil elsewhere.
  init?(of line: String, methods: [String]) {
    // No name is longer. The regular expression would search a long line from each of its characters.
    let line = line.suffix(512)
    if let match = line.firstMatch(of: /bridge\.(?:call|stream)\(\s*["'`]([^"'`]*)$/) {
      partial = String(match.1)
      candidates = methods.filter { $0.hasPrefix(match.1) }
    } else if let match = line.firstMatch(of: /bridge\.plugins\.([\w.]*)$/) {
      partial = String(match.1)
      // One name component at a time, as for other objects.
      let depth = match.1.split(separator: ".", omittingEmptySubsequences: false).count
      let matching = methods.filter { $0.hasPrefix(match.1) && $0.contains(".") }
      candidates = Set(matching.map { $0.split(separator: ".").prefix(depth).joined(separator: ".") }).sorted()
    } else {
      return nil
    }
  }

  /// The longest common prefix of the candidates.
  var common: String {
    guard var common = candidates.first else { return partial }
    for candidate in candidates { while !candidate.hasPrefix(common) { common.removeLast() } }
    return common
  }
}
