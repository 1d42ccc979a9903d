#if WebView
import Causeway
import ReferenceSupport
import TestSupport
import Testing

@testable import CausewayWebKit

/// Functions and objects that cross between Swift and a page in random order: `make test-references`.
@Suite(.needsDisplay, .timeLimit(.minutes(30))) struct ReferenceSoakPageTests {
  @Test func `after a run neither side holds a reference, and after a reload neither`() async throws {
    let lab = try await Lab()
    let run = ReferenceRun(lab.bridge)
    try await lab.show(ReferenceRun.program)
    let connection = try await lab.view.connection
    try await run.run(over: connection, count: ReferenceRun.count, random: SeededRandom())
    try await run.finish(over: connection)
    try await run.run(over: connection, count: 500, random: SeededRandom())
    try await lab.show(ReferenceRun.program)
    try await eventually("nothing of the old page is held") {
      run.forget()
      return connection.statistics.exported == 0 && connection.statistics.imported == 0
    }
    await lab.close()
  }
}
#endif
