/// The sources of what was evaluated, by URL, so that an error can show its line.
struct SourceCache: Sendable {
  private static let limit = 16 << 20
  private var sources: [String: Source] = [:]
  /// How many UTF-16 units stand before a source on its first line, where a script has more than its source.
  private var prefixes: [String: Int] = [:]
  private var size = 0
  private var inputs = 0

  /// A text and where its lines begin, which is computed once, when the first of them is asked for.
  private struct Source: Sendable {
    let text: String
    private var lineStarts: [Int]?

    init(_ text: String) { self.text = text }

    /// A line, counted from 1, without its end; nil if there is no such line.
    mutating func line(_ number: Int) -> Substring? {
      let starts = lineStarts ?? Source.lineStarts(in: text)
      lineStarts = starts
      guard starts.indices.contains(number - 1) else { return nil }
      let utf8 = text.utf8
      let start = utf8.index(utf8.startIndex, offsetBy: starts[number - 1])
      guard number < starts.count else { return text[start...] }
      return text[start..<Source.end(of: utf8, before: utf8.index(utf8.startIndex, offsetBy: starts[number]))]
    }

    /// Where a line ends that another one follows: before its CR LF, LF, CR, U+2028 or U+2029.
    private static func end(of utf8: String.UTF8View, before next: String.Index) -> String.Index {
      let last = utf8.index(before: next)
      if utf8[last] >= 0x80 { return utf8.index(last, offsetBy: -2) }
      guard utf8[last] == 0x0A, last > utf8.startIndex else { return last }
      let before = utf8.index(before: last)
      return utf8[before] == 0x0D ? before : last
    }

    /// The offsets in UTF-8 at which lines begin, by the rules of JavaScript.
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

  /// Adds what a person typed at a prompt, under a URL of its own: functions that it defines are called by later inputs.
  mutating func add(input source: String, prefixLength: Int) -> String {
    inputs += 1
    let url = "prompt-\(inputs)"
    add(source, url: url, prefixLength: prefixLength)
    return url
  }

  /// - Parameter prefixLength: how many UTF-16 units the script has before the source, on its first line.
  mutating func add(_ source: String, url: String, prefixLength: Int = 0) {
    prefixes[url] = prefixLength == 0 ? nil : prefixLength
    if let old = sources.removeValue(forKey: url) { size -= old.text.utf8.count }
    guard size + source.utf8.count <= SourceCache.limit else { return }
    size += source.utf8.count
    // Offsets in a string of another storage would take its length each.
    var source = source
    source.makeContiguousUTF8()
    sources[url] = Source(source)
  }

  /// How many UTF-16 units stand before a script's source on its first line: a ``Program`` is wrapped.
  func prefixLength(of url: String) -> Int { prefixes[url] ?? 0 }

  /// A line of a source, counted from 1, without its end; nil if unknown.
  mutating func line(_ number: Int, of url: String) -> Substring? { sources[url]?.line(number) }

  /// The two UTF-16 units before and at a place, fewer at the end of the line; empty if unknown.
  ///
  /// - Parameter column: counted from 1, as the engine does: with the prefix of a program.
  mutating func textAround(line number: Int, column: Int, of url: String) -> String {
    let offset = column - 2 - (number == 1 ? prefixLength(of: url) : 0)
    guard offset >= 0, let line = line(number, of: url),
      let start = line.utf16.index(line.startIndex, offsetBy: offset, limitedBy: line.endIndex)
    else { return "" }
    let end = line.utf16.index(start, offsetBy: 2, limitedBy: line.endIndex) ?? line.endIndex
    return String(line.utf16[start..<end]) ?? ""
  }
}
