import CausewayConcurrency
public import Testing

/// Makes a test fail that leaves something open: see ``Testing/Trait/leakChecked``.
public struct LeakCheckTrait: TestTrait, SuiteTrait, TestScoping {
  let extent: LeakCheck

  /// A suite's tests are checked one by one.
  public var isRecursive: Bool { true }

  /// Runs the test and records what it left open as one issue.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let watch = await LeakWatch(extent, [])
    try await ResourceTracker.$current.withValue(watch.census, operation: function)
    let leaks = await watch.leaks()
    if leaks.isEmpty { return }
    Issue.record("\(LeaksFound(leaks: leaks).description)", sourceLocation: test.sourceLocation)
  }
}

extension Trait where Self == LeakCheckTrait {
  /// The test, or each test of the suite, fails when it leaves calls, streams, listeners, timers, protected values or
  /// threads of JavaScript open.
  ///
  ///     @Test(.leakChecked) func `a scan ends`() async throws { … }
  ///
  /// Each leak is told with the line that made it, as far as that can be known.
  public static var leakChecked: LeakCheckTrait { LeakCheckTrait(extent: .bridges) }

  /// The same, of what `extent` names: ``LeakCheck/process`` adds descriptors and threads, in a suite that is
  /// `.serialized`.
  public static func leakChecked(_ extent: LeakCheck) -> LeakCheckTrait { LeakCheckTrait(extent: extent) }
}
