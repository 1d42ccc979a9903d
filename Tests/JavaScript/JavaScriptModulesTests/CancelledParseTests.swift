import JavaScriptSyntax
import TestSupport
import Testing

@testable import JavaScriptModules

/// A text of megabytes is parsed for no longer than somebody waits, and keeps no other task waiting.
@Suite(.timeLimit(.minutes(3))) struct CancelledParseTests {
  /// A text that takes some seconds without optimization.
  private static let long = String(repeating: "a(1, [2, { b: 3 }]);\n", count: 300_000)

  @Test(arguments: [ParserOptions.Language.javaScript, .typeScript], [false, true])
  func `a parser ends when it is cancelled`(language: ParserOptions.Language, inAttempt: Bool) {
    var options = ParserOptions(language: language)
    options.cancellation = ParserCancellation()
    options.cancellation?.cancel()
    // A short text is read to its end.
    #expect(throws: Never.self) { try ModuleText(parsing: "a(1);", options: options) }
    let list = "[" + String(repeating: "1,", count: 10_000) + "]"
    let text = inAttempt ? "x ? (b = \(list)) : c => d" : list
    #expect { try ModuleText(parsing: text, options: options) } throws: { ($0 as? SyntaxError)?.code == .cancelled }
  }

  @Test func `the end of a load ends its parsing, and other tasks run meanwhile`() async throws {
    var settings = ModuleConfiguration(
      .memory(["long.js": CancelledParseTests.long, "other.js": CancelledParseTests.long + ";"]))
    settings.parsed = ParsedModules()
    let configuration = settings
    let loads = ["./long.js", "./other.js"].map { specifier in
      Task {
        let key = ModuleKey(url: try #require(configuration.loader.base.resolving(specifier)))
        return try await ModuleBatch(configuration, known: KnownModules(), knownBytes: 0).load(key).count
      }
    }
    // As many as there are processors would keep the pool's threads.
    try await eventually("both texts are being parsed") { configuration.parsed.parses == 2 }
    for _ in 0..<20 { await Task.detached {}.value }
    for load in loads { load.cancel() }
    for load in loads {
      let error = await #expect(throws: ModuleError.self) { _ = try await load.value }
      #expect(error?.code == .cancelled)
    }
  }
}
