import Synchronization
import TestSupport
import Testing

@testable import CausewayCommand

@Suite(.timeLimit(.minutes(1))) struct ProgressLineTests {
  /// What was written.
  private final class Screen: Sendable {
    private let lines = Mutex<[String]>([])
    var text: String { lines.withLock { $0.joined() } }
    func write(_ text: String) { lines.withLock { $0.append(text) } }
  }

  @Test func `long work has a line, which is erased at its end`() async throws {
    let screen = Screen()
    let line = ProgressLine(isVisible: true, delay: .zero) { screen.write($0) }
    let result = try await line.show("reading 12 files") {
      try await eventually("the line is there") { !screen.text.isEmpty }
      return 7
    }
    #expect(result == 7)
    #expect(screen.text == "causeway: reading 12 files …\r\u{1B}[K")
  }

  @Test func `the line of failed work is erased, too`() async throws {
    struct Failure: Error {}
    let screen = Screen()
    let line = ProgressLine(isVisible: true, delay: .zero) { screen.write($0) }
    await #expect(throws: Failure.self) {
      try await line.show("reading") {
        try await eventually("the line is there") { !screen.text.isEmpty }
        throw Failure()
      }
    }
    #expect(screen.text.hasSuffix("\r\u{1B}[K"))
  }

  @Test func `quick work, and work without a terminal, write nothing`() async {
    let screen = Screen()
    let quick = ProgressLine(isVisible: true, delay: .seconds(3600)) { screen.write($0) }
    #expect(await quick.show("reading") { 1 } == 1)
    let hidden = ProgressLine(isVisible: false, delay: .zero) { screen.write($0) }
    #expect(await hidden.show("reading") { 2 } == 2)
    #expect(screen.text == "")
  }
}
