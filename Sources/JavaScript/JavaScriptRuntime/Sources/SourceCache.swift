/// The evaluated sources by URL, for the source lines in error reports.
struct SourceCache: Sendable {
  private static let limit = 16 << 20
  private var sources: [String: Source] = [:]
  /// For each URL, the number of UTF-16 units before the source on its first line, if the script is wrapped.
  private var prefixes: [String: Int] = [:]
  /// Single lines of texts that were not evaluated, because of the error in them.
  private var lines: [Place: String] = [:]
  /// Receives the length of each prefix and its URL.
  var onPrefix: (@Sendable (Int, String) -> Void)?
  private var size = 0
  private var inputs = 0

  private struct Place: Hashable {
    let url: String
    let line: Int
  }

  /// A source text, with the offsets of its lines, which are computed when a line is first requested.
  private struct Source: Sendable {
    let text: String
    private var lineStarts: [Int]?

    init(_ text: String) { self.text = text }

    /// The line with this number, counted from 1, without its terminator; nil if there is no such line.
    mutating func line(_ number: Int) -> Substring? {
      let starts = lineStarts ?? Source.lineStarts(in: text)
      lineStarts = starts
      guard starts.indices.contains(number - 1) else { return nil }
      let utf8 = text.utf8
      let start = utf8.index(utf8.startIndex, offsetBy: starts[number - 1])
      guard number < starts.count else { return text[start...] }
      return text[start..<Source.end(of: utf8, before: utf8.index(utf8.startIndex, offsetBy: starts[number]))]
    }

    /// The end of a line that is followed by another: before its CR LF, LF, CR, U+2028 or U+2029.
    private static func end(of utf8: String.UTF8View, before next: String.Index) -> String.Index {
      let last = utf8.index(before: next)
      if utf8[last] >= 0x80 { return utf8.index(last, offsetBy: -2) }
      guard utf8[last] == 0x0A, last > utf8.startIndex else { return last }
      let before = utf8.index(before: last)
      return utf8[before] == 0x0D ? before : last
    }

    /// The UTF-8 offsets of the beginnings of the lines, by JavaScript's rules.
    private static func lineStarts(in text: String) -> [Int] {
      var text = text
      return text.withUTF8 { bytes in
        var starts = [0]
        var index = 0
        while index < bytes.count {
          let byte = unsafe bytes[index]
          index += 1
          if byte == 0x0D, index < bytes.count, unsafe bytes[index] == 0x0A { continue }
          if byte == 0x0A || byte == 0x0D {
            starts.append(index)
          } else if byte == 0xE2, index + 1 < bytes.count, unsafe bytes[index] == 0x80,
            unsafe bytes[index + 1] & 0xFE == 0xA8
          {
            index += 2
            starts.append(index)
          }
        }
        return starts
      }
    }
  }

  /// Adds the input of a prompt under a new URL, which stays valid: later inputs may call its functions.
  mutating func add(input source: String, prefixLength: Int) -> String {
    inputs += 1
    let url = "prompt-\(inputs)"
    add(source, url: url, prefixLength: prefixLength)
    return url
  }

  /// - Parameter prefixLength: the number of UTF-16 units that the script has before the source, on its first line.
  mutating func add(_ source: String, url: String, prefixLength: Int = 0) {
    prefixes[url] = prefixLength == 0 ? nil : prefixLength
    onPrefix?(prefixLength, url)
    if let old = sources.removeValue(forKey: url) { size -= old.text.utf8.count }
    guard size + source.utf8.count <= SourceCache.limit else { return }
    size += source.utf8.count
    // In a string with another storage, each offset would take time in proportion to the length.
    var source = source
    source.makeContiguousUTF8()
    sources[url] = Source(source)
  }

  /// The number of UTF-16 units before the source on its first line: a ``Program`` is wrapped.
  func prefixLength(of url: String) -> Int { prefixes[url] ?? 0 }

  /// A source; nil if unknown.
  func text(of url: String) -> String? { sources[url]?.text }

  /// A line of a source, counted from 1, without its terminator; nil if unknown.
  mutating func line(_ number: Int, of url: String) -> Substring? {
    sources[url]?.line(number) ?? lines[Place(url: url, line: number)]?[...]
  }

  /// Adds one line of a text that is not evaluated.
  mutating func add(line: String, _ number: Int, of url: String) {
    if lines.count >= SourceCache.maximumLines { lines = [:] }
    lines[Place(url: url, line: number)] = line
  }

  private static let maximumLines = 64

  /// The two UTF-16 units before and at a position, fewer at the end of the line; empty if unknown.
  ///
  /// - Parameter column: counted from 1, as the engine does, including the prefix of a program.
  mutating func textAround(line number: Int, column: Int, of url: String) -> String {
    let offset = column - 2 - (number == 1 ? prefixLength(of: url) : 0)
    guard offset >= 0, let line = line(number, of: url),
      let start = line.utf16.index(line.startIndex, offsetBy: offset, limitedBy: line.endIndex)
    else { return "" }
    let end = line.utf16.index(start, offsetBy: 2, limitedBy: line.endIndex) ?? line.endIndex
    return String(line.utf16[start..<end]) ?? ""
  }
}
