import Causeway

/// An error in a text (a fault plan, a mock script, a recording), with its position.
public struct FormatError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The name of the text: a file name, or `plan`.
  public let source: String
  /// The line, counted from 1.
  public let line: Int
  /// The character in its line, counted from 1.
  public let column: Int
  /// The error, in one sentence.
  public let message: String

  /// The position and the error: `plan:1:14: drop: 120% is not a probability`.
  public var description: String { "\(source):\(line):\(column): \(message)" }
}

/// An error in one value, without its position.
struct InvalidText: Error {
  let message: String
  /// The offset of the error within the value, in characters.
  var offset = 0

  init(_ message: String, offset: Int = 0) {
    self.message = message
    self.offset = offset
  }
}

/// A text with positions for errors.
package struct PositionedText {
  let source: String
  let characters: [Character]
  /// The indices at which the lines begin.
  private let lineStarts: [Int]

  package init(_ text: String, source: String) {
    self.source = source
    // A quote or an escape is separate, even if a following combining character would join it.
    characters = text.flatMap { character -> [Character] in
      let scalars = character.unicodeScalars
      guard scalars.count > 1, character != "\r\n", scalars.contains(where: \.isASCII) else { return [character] }
      return scalars.map { Character($0) }
    }
    lineStarts = [0] + zip(characters, 1...).filter { $0.0.isNewline }.map(\.1)
  }

  /// The error at an index of ``characters``.
  package func error(_ message: String, at index: Int) -> FormatError {
    let index = min(index, characters.count)
    // A binary search: a script has a position for each of its methods.
    var (line, later) = (1, lineStarts.count)
    while line < later {
      let middle = (line + later) / 2
      if lineStarts[middle] <= index { line = middle + 1 } else { later = middle }
    }
    return FormatError(source: source, line: line, column: index - lineStarts[line - 1] + 1, message: message)
  }
}

extension StringProtocol {
  /// The text in quotation marks, shortened and escaped for a message.
  var quoted: String { Suggestion.quoted(String(self)) }
}
