import Causeway

/// What is wrong with a text that a person wrote (a fault plan, a script of answers), and where.
public struct FormatError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What the text is called: a file's name, or `plan`.
  public let source: String
  /// The line, counted from 1.
  public let line: Int
  /// The character in its line, counted from 1.
  public let column: Int
  /// What is wrong, in one sentence.
  public let message: String

  /// The place and the sentence: `plan:1:14: drop: 120% is no probability`.
  public var description: String { "\(source):\(line):\(column): \(message)" }
}

/// What is wrong with one value, before it is known where it stands.
struct InvalidText: Error {
  let message: String
  /// How far into the value the mistake is, in characters.
  var offset = 0

  init(_ message: String, offset: Int = 0) {
    self.message = message
    self.offset = offset
  }
}

/// A text whose places can be told.
struct PositionedText {
  let source: String
  let characters: [Character]

  init(_ text: String, source: String) {
    self.source = source
    // A quote or an escape is one also where what follows (an accent) would join it to one character.
    characters = text.flatMap { character -> [Character] in
      let scalars = character.unicodeScalars
      guard scalars.count > 1, character != "\r\n", scalars.contains(where: \.isASCII) else { return [character] }
      return scalars.map { Character($0) }
    }
  }

  /// The error for what stands at an index of ``characters``.
  func error(_ message: String, at index: Int) -> FormatError {
    let before = characters[..<min(index, characters.count)]
    let start = before.lastIndex { $0.isNewline }.map { $0 + 1 } ?? 0
    return FormatError(
      source: source, line: before.count { $0.isNewline } + 1, column: before.count - start + 1, message: message)
  }
}

extension StringProtocol {
  /// The text in quotation marks, short enough and plain enough for a message.
  var quoted: String { Suggestion.quoted(String(self)) }
}
