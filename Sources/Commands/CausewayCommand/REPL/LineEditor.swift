import Glibc
import StandardStreams

/// A line editor for a terminal, with history and completion.
final class LineEditor: LineSource {
  private let history: History
  private let screen: PromptScreen
  private let complete: @Sendable (String) async -> Completion

  init(history: History, on screen: PromptScreen, complete: @escaping @Sendable (String) async -> Completion) {
    self.history = history
    self.screen = screen
    self.complete = complete
  }

  func remember(_ input: String) { history.add(input) }

  func next(prompt: String) async -> PromptInput {
    guard RawMode.begin() else { return .end }
    defer { RawMode.end() }
    var line = LineBuffer()
    var earlier = LineHistory(history.all)
    var decoder = KeyDecoder()
    draw(prompt, line)
    while let byte = await RawMode.nextByte() {
      guard let key = decoder.decode(byte) else { continue }
      switch key {
      case .enter:
        screen.leave("\n")
        return .line(line.text)
      case .interrupt:
        screen.leave("^C\n")
        return .interrupted
      case .endOfInput:
        guard line.isEmpty else { continue }
        screen.leave("\n")
        return .end
      case .up: line = earlier.older(than: line)
      case .down: line = earlier.newer(than: line)
      case .tab: await complete(&line)
      case .clearScreen: screen.write("\u{1B}[H\u{1B}[2J")
      default: _ = line.apply(key)
      }
      draw(prompt, line)
    }
    screen.leave("\n")
    return .end
  }

  private func complete(_ line: inout LineBuffer) async {
    let completion = await complete(line.head)
    let common = completion.common
    if common != completion.partial {
      line.replace(completion.partial, with: common)
    } else if completion.candidates.count > 1 {
      let names = completion.candidates.prefix(100).map(\.printable).joined(separator: "  ")
      screen.write("\n\(names)\n")
    }
  }

  /// Redraws the line in one row: the part around the cursor if the line is long.
  private func draw(_ prompt: String, _ line: LineBuffer) {
    let part = line.part(columns: max(10, RawMode.columns - prompt.columns - 1))
    screen.draw("\r\(prompt)\(part.text)\u{1B}[K\r\u{1B}[\(prompt.columns + part.cursor)C")
  }
}

/// Navigation through the history, starting from the line being edited.
struct LineHistory {
  private let lines: [String]
  private var position: Int
  private var draft = LineBuffer()

  init(_ lines: [String]) {
    self.lines = lines
    position = lines.count
  }

  mutating func older(than line: LineBuffer) -> LineBuffer {
    guard position > 0 else { return line }
    if position == lines.count { draft = line }
    position -= 1
    return LineBuffer(lines[position])
  }

  mutating func newer(than line: LineBuffer) -> LineBuffer {
    guard position < lines.count else { return line }
    position += 1
    return position == lines.count ? draft : LineBuffer(lines[position])
  }
}
