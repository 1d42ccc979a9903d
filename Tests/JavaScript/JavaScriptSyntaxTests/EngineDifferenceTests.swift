import CJavaScriptCore
import JavaScriptEngine
import JavaScriptSyntax
import TestSupport
import Testing

/// Compares what the parser accepts with what the engine's own syntax check accepts.
///
/// `TEST_SEED=8 swift test --filter EngineDifferenceTests` compares other programs.
@Suite struct EngineDifferenceTests {
  /// An error of the engine's, which the parser does not share.
  private struct Known: Sendable {
    let reason: String
    let holds: @Sendable (String, SyntaxError?, String?) -> Bool
  }

  private static let known = [
    Known(reason: "The engine refuses a last field that is called 'async' or 'static' and has no semicolon.") {
      $1 == nil && $2 == "SyntaxError: Unexpected token '}'" && $0.contains(/(async|static)\s*\}/)
    },
    Known(reason: "The engine takes 'let' and 'yield' as names in a function that its body makes strict.") {
      text, ours, theirs in
      theirs == nil && ["let", "yield"].contains { ours?.message == "Strict code must not declare '\($0)'." }
    },
    Known(reason: "The engine takes 'eval' and 'arguments' as targets of 'for' in strict code.") { text, ours, theirs in
      theirs == nil && text.contains("for") && ours?.message.hasPrefix("Strict code must not assign to '") == true
    },
    Known(reason: "The engine reads 'let' in the head of 'for' as a declaration where sloppy code has a name.") {
      $1 == nil && $2 != nil && $0.contains(/for\s*\(\s*let\b/)
    },
    Known(reason: "The engine reads the token behind a class as strict code.") {
      $1 == nil && $2?.contains("strict mode") == true && $0.contains("class")
    },
    Known(reason: "The engine takes reserved pairs of '&' in a class of the flag 'v'.") { _, ours, theirs in
      theirs == nil && ours?.code == .regularExpression && ours?.message.contains("reserved") == true
    },
  ]

  @Test(.timeLimit(.minutes(5))) func `the parser accepts the programs that the engine accepts`() throws {
    let context = unsafe try #require(JSGlobalContextCreate(nil))
    defer { unsafe JSGlobalContextRelease(context) }
    var generator = ProgramGenerator(SeededRandom(orElse: 7))
    var accepted = 0
    for _ in 0..<4_000 {
      let text = generator.program()
      var ours: SyntaxError?
      var theirs: String?
      do throws(SyntaxError) { _ = try ScriptText(parsing: text, importFunction: "i") } catch { ours = error }
      theirs = EngineDifferenceTests.engineError(in: text, context)
      if ours == nil, theirs == nil { accepted += 1 }
      if (ours == nil) == (theirs == nil) { continue }
      let isKnown = EngineDifferenceTests.known.contains { $0.holds(text, ours, theirs) }
      #expect(isKnown, "\(text)\nours: \(ours?.description ?? "accepted"), theirs: \(theirs ?? "accepted")")
    }
    // Programs that are all wrong would say nothing.
    #expect(accepted > 400)
  }

  /// The error of the engine's own check; nil if it accepts the text.
  private static func engineError(in text: String, _ context: JSGlobalContextRef) -> String? {
    let script = JSText(text)
    var error: JSValueRef?
    guard unsafe !JSCheckScriptSyntax(context, script.ref, nil, 1, &error), let error = unsafe error else { return nil }
    return unsafe JSText(owned: JSValueToStringCopy(context, error, nil)).string
  }
}
