import TestSupport
import Testing

@testable import JavaScriptSyntax

/// Tests of what a debugger asks about places.
@Suite struct ScriptPlacesTests {
  /// Whether an exception at each `#` of a text is caught; the marks are removed from the text.
  private func caught(_ marked: String) -> [Bool] {
    let parts = marked.split(separator: "#", omittingEmptySubsequences: false)
    let places = ScriptPlaces(parsing: parts.joined())
    var (line, column) = (1, 1)
    var found: [Bool] = []
    for part in parts.dropLast() {
      for character in part {
        if character.isNewline { (line, column) = (line + 1, 1) } else { column += character.utf16.count }
      }
      found.append(places.isCaught(at: ModuleText.Position(line: line, column: column)))
    }
    return found
  }

  @Test(arguments: [
    ("#a(); try { #b(); } catch { #c(); } #d();", [false, true, false, false]),
    ("try {\n  #a();\n} finally {\n  #b();\n}", [false, false]),
    ("try { try { #a(); } finally { #b(); } } catch (e) { #c(); }", [true, true, false]),
    (
      "try { f(() => #a()); f(function () { #b(); }); class C { m() { #c(); } } #d(); } catch {}",
      [false, false, false, true]
    ),
    ("const f = async () => { try { '\u{1F600}'; #a(); } catch {} #b(); };", [true, false]),
    ("(async () => { try { await #a(); } catch {} })()", [true]),
  ])
  func `an exception is caught by a clause of its own function`(text: String, expected: [Bool]) {
    #expect(caught(text) == expected)
  }

  @Test func `the places where code awaits`() {
    let places = ScriptPlaces(parsing: "(async () => {\n  await a(await b());\n})();")
    #expect(places.isAwait(at: ModuleText.Position(line: 2, column: 3)))
    #expect(places.isAwait(at: ModuleText.Position(line: 2, column: 11)))
    #expect(!places.isAwait(at: ModuleText.Position(line: 2, column: 9)))
  }

  @Test(.unsanitized) func `the statements of the outermost function`() {
    let places = ScriptPlaces(parsing: "(async () => { f(); function f() { g(() => 1); } ; })()")
    #expect([1, 16, 20].allSatisfy { places.isOutermostStatement(at: ModuleText.Position(line: 1, column: $0)) })
    #expect([36, 44, 50].allSatisfy { !places.isOutermostStatement(at: ModuleText.Position(line: 1, column: $0)) })
  }

  @Test func `a text with an error and a place outside of it have no clause`() {
    #expect(!ScriptPlaces(parsing: "try { a(); } catch { ] }").isCaught(at: ModuleText.Position(line: 1, column: 7)))
    let places = ScriptPlaces(parsing: "try { a(); } catch {}")
    for number in [Int.min, -1, 0, Int.max] {
      #expect(!places.isCaught(at: ModuleText.Position(line: number, column: number)))
    }
  }
}
