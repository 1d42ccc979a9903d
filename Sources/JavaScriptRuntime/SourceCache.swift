/// The sources of what was evaluated, by URL, so that an error can show its line.
struct SourceCache: Sendable {
  private static let limit = 16 << 20
  private var texts: [String: String] = [:]
  private var programs: Set<String> = []
  private var size = 0

  mutating func add(_ source: String, url: String, isProgram: Bool) {
    if isProgram { programs.insert(url) } else { programs.remove(url) }
    if let old = texts.removeValue(forKey: url) { size -= old.utf8.count }
    guard size + source.utf8.count <= SourceCache.limit else { return }
    size += source.utf8.count
    texts[url] = source
  }

  /// Whether the source was wrapped as a ``Program``.
  func isProgram(_ url: String) -> Bool { programs.contains(url) }

  /// How many lines a source has; no limit for one that is not kept.
  func lineCount(of url: String) -> Int {
    guard let text = texts[url] else { return .max }
    return text.reduce(into: 1) { count, character in if character.isNewline { count += 1 } }
  }

  /// A line of a source, counted from 1, without its end; nil if unknown.
  func line(_ number: Int, of url: String) -> Substring? {
    guard let text = texts[url], number > 0 else { return nil }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropFirst(number - 1).first
  }
}
