/// Splits the input of a client into messages, one per line.
///
/// It keeps enough of a line that is too long for ``MCPSession/receive(_:answer:)`` to refuse it.
package struct MCPLines {
  private let limit: Int
  private var line: [UInt8] = []

  package init(_ configuration: MCPConfiguration) { limit = configuration.messageBytes }

  /// Appends a part of the input; returns the lines that it completes, except blank lines.
  package mutating func append(_ bytes: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      keep(rest[..<end])
      rest = rest[(end + 1)...]
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if !line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { lines.append(line) }
      line = []
    }
    keep(rest)
    return lines
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) { line += bytes.prefix(limit + 1 - line.count) }
}
