import Causeway
import CausewayJavaScript
import JavaScriptRuntime
import ReferenceSupport
import TestSupport
import Testing

/// Functions and objects that cross between Swift and a runtime in random order: `make test-references`.
@Suite(.timeLimit(.minutes(30))) struct ReferenceSoakTests {
  private func withRun(_ body: (JavaScriptRuntime, () async throws -> Void) async throws -> Void) async throws {
    let bridge = Bridge()
    let run = ReferenceRun(bridge)
    let random = SeededRandom()
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    try await runtime.evaluate(ReferenceRun.program, url: "soak.js")
    try await runtime.withConnection(.never) { connection, _ in
      try await body(runtime) {
        try await run.run(over: connection, count: ReferenceRun.count, random: random)
        try await run.finish(over: connection)
      }
    }
    await runtime.close()
  }

  @Test(.slowWhenSanitized) func `after a run neither side holds a reference`() async throws {
    try await withRun { _, once in try await once() }
  }

  @Test(.unsanitized) func `memory does not grow with the number of references that have crossed`() async throws {
    try await withRun { runtime, once in
      try await once()
      // A kilobyte for each thousand, and what an allocator keeps.
      let most = ReferenceRun.count / 1000 + 1024
      let growth = try await leastGrowth(enough: most) {
        try await once()
        try await runtime.collectGarbage()
      }
      #expect(growth < most)
    }
  }
}
