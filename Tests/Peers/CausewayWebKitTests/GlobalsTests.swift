#if WebView
import Causeway
import FoundationEssentials
import CausewayJavaScript
import TestSupport
import Testing

@testable import CausewayWebKit

/// The web globals of a runtime, compared with those of a page, which are WebKit's.
@Suite(.needsDisplay, .timeLimit(.minutes(5))) struct GlobalsTests {
  private static let script = repositoryFile("Tests/Fixtures/web/globals.js")

  @Test(arguments: ["listed()", "ofChance(1, 10_000)", "changed()"])
  func `a runtime has the same results as a page`(lines: String) async throws {
    let script = try String(contentsOf: GlobalsTests.script, encoding: .utf8)
    let runtime = try await JavaScriptRuntime(bridge: Bridge(), permissions: [])
    try await runtime.evaluate(script, url: "globals.js")
    let ours: String = try await runtime.evaluate("\(lines).join('\\n')")
    await runtime.close()
    let lab = try await Lab()
    try await lab.show(script)
    let theirs = try await lab.value("\(lines).join('\\n')")
    await lab.close()
    let (mine, pages) = (ours.split(separator: "\n"), theirs.split(separator: "\n"))
    #expect(mine.count > 1000 && mine.count == pages.count)
    let different = zip(mine, pages).filter { $0 != $1 }
    #expect(different.isEmpty)
    for (ours, theirs) in different.prefix(40) { Issue.record("\(ours)\nin a page \(theirs)") }
  }
}
#endif
