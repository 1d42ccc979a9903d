import StandardStreams

/// The line being edited, with its cursor.
struct LineBuffer: Equatable {
  private(set) var characters: [Character] = []
  private(set) var cursor = 0

  init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  var text: String { String(characters) }
  var isEmpty: Bool { characters.isEmpty }
  /// The text before the cursor.
  var head: String { String(characters[..<cursor]) }

  mutating func insert(_ text: String) {
    characters.insert(contentsOf: text, at: cursor)
    cursor += text.count
  }

  /// Replaces the end of ``head``.
  mutating func replace(_ partial: String, with text: String) {
    let start = cursor - min(cursor, partial.count)
    characters.removeSubrange(start..<cursor)
    cursor = start
    insert(text)
  }

  /// Applies a key; false for a key that does not edit the line.
  mutating func apply(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .backspace: remove(max(0, cursor - 1)..<cursor)
    case .delete: remove(cursor..<min(characters.count, cursor + 1))
    case .deleteWord: remove(wordStart..<cursor)
    case .deleteToStart: remove(0..<cursor)
    case .deleteToEnd: remove(cursor..<characters.count)
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(characters.count, cursor + 1)
    case .wordLeft: cursor = wordStart
    case .wordRight: cursor = wordEnd
    case .home: cursor = 0
    case .end: cursor = characters.count
    default: return false
    }
    return true
  }

  /// The part of the line around the cursor that fits into `room` columns, and the column of the cursor in it.
  ///
  /// It runs for each key, so it looks only at that part.
  func part(columns room: Int) -> (text: String, cursor: Int) {
    var before: [String] = []
    var column = 0
    for character in characters[..<cursor].reversed() {
      let shown = character.shown
      if column + shown.columns > room { break }
      column += shown.columns
      before.append(shown)
    }
    var text = before.reversed().joined()
    var width = column
    for character in characters[cursor...] {
      let shown = character.shown
      width += shown.columns
      if width > room { break }
      text += shown
    }
    return (text, column)
  }

  private mutating func remove(_ range: Range<Int>) {
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  private var wordStart: Int {
    let rest = characters[..<cursor].reversed().drop { !$0.isWordPart }.drop(while: \.isWordPart)
    return rest.count
  }

  private var wordEnd: Int {
    let rest = characters[cursor...].drop { !$0.isWordPart }.drop(while: \.isWordPart)
    return characters.count - rest.count
  }
}

extension Character {
  /// The character as shown in one row.
  fileprivate var shown: String { self == "\n" ? "⏎" : String(self).printable }

  fileprivate var isWordPart: Bool { isLetter || isNumber || self == "_" || self == "$" }
}
