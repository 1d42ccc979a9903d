import CausewayConcurrency
public import Testing

/// A trait that fails a test which leaves resources open: see ``Testing/Trait/leakChecked``.
public struct LeakCheckTrait: TestTrait, SuiteTrait, TestScoping {
  let extent: LeakCheck

  /// True: each test of a suite is checked separately.
  public var isRecursive: Bool { true }

  /// Runs the test, and records one issue that lists the resources it left open.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let watch = await LeakWatch(extent, [])
    try await ResourceTracker.$current.withValue(watch.tracker, operation: function)
    let leaks = await watch.leaks()
    if leaks.isEmpty { return }
    Issue.record("\(LeaksFound(leaks: leaks).description)", sourceLocation: test.sourceLocation)
  }
}

extension Trait where Self == LeakCheckTrait {
  /// Fails the test, or each test of the suite, if it leaves calls, streams, listeners, timers, protected values or
  /// JavaScript threads open.
  ///
  ///     @Test(.leakChecked) func `a scan ends`() async throws { … }
  ///
  /// The issue lists each leak with the source location that created it, where known.
  public static var leakChecked: LeakCheckTrait { LeakCheckTrait(extent: .bridges) }

  /// Fails the test, or each test of the suite, if it leaves resources of `extent` open.
  ///
  /// ``LeakCheck/process`` adds descriptors and threads; it needs a suite that is `.serialized`.
  public static func leakChecked(_ extent: LeakCheck) -> LeakCheckTrait { LeakCheckTrait(extent: extent) }
}
