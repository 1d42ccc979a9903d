import Dispatch
import Synchronization
import TestSupport
import Testing

/// The waiting functions of all test targets.
@Suite(.timeLimit(.minutes(5))) struct EventuallyTests {
  /// Runs a wait that must fail once, at its own line, with its description.
  private func expectFailure(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: @Sendable () async throws -> Void
  ) async throws {
    try await withKnownIssue(isIntermittent: false, sourceLocation: sourceLocation) {
      try await body()
    } matching: { issue in
      issue.sourceLocation?.line == sourceLocation.line && "\(issue)".contains("the sky falls")
    }
  }

  @Test func `a condition is awaited`() async throws {
    let looks = Mutex(0)
    func looked() -> Int {
      looks.withLock {
        $0 += 1
        return $0
      }
    }
    try await eventually("the condition was checked often enough") { looked() == 200 }
    #expect(try await found("a number above 300") { looked() > 300 ? 7 : nil } == 7)
    #expect(looked() == 302)
  }

  @Test func `a condition that is not met in time fails at the line of the wait, with its description`() async throws {
    try await expectFailure { try await eventually("the sky falls", within: .milliseconds(20)) { false } }
    try await expectFailure { _ = try await found("the sky falls", within: .milliseconds(20)) { nil as Int? } }
    try await expectFailure { try eventually(blocking: "the sky falls", within: .milliseconds(20)) { false } }
    try await expectFailure { DispatchSemaphore(value: 0).wait(for: "the sky falls", seconds: 0) }
  }

  @Test func `a cancelled wait ends`() async {
    let waiting = Task { try await eventually("the sky falls") { false } }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }
}
