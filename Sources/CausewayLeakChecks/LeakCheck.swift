public import CausewayConcurrency

/// What a leak check looks at.
public struct LeakCheck: Sendable, OptionSet {
  /// The set as bits.
  public let rawValue: Int
  /// The set with these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// What connections, runtimes and virtual clocks that were made inside have open: calls, streams, listeners, timers,
  /// protected values, and the threads of JavaScript.
  ///
  /// Exact also while other tests run.
  public static let bridges = LeakCheck(rawValue: 1)
  /// The process's file descriptors, and its threads that were given a name.
  ///
  /// Other tests must not run meanwhile. Threads without a name cannot be told from those of Swift's pools, and what an
  /// event loop makes once and keeps (epoll, eventfd, timerfd) does not count.
  public static let process = LeakCheck(rawValue: 2)
  /// Everything.
  public static let all: LeakCheck = [.bridges, .process]
}

/// Something was begun and not ended.
public struct LeaksFound: Error, CustomStringConvertible {
  /// What is open, with the place that made it where that is known.
  public let leaks: [OpenResource]

  /// All of them for a person, one a line.
  public var description: String {
    let head = leaks.count == 1 ? "1 thing was left open:" : "\(leaks.count) things were left open:"
    return ([head] + leaks.map { "  " + $0.description }).joined(separator: "\n")
  }
}

/// Runs `body` and makes sure that nothing of what it began is left open.
///
/// For XCTest, and for part of a test; a whole test of Swift Testing has ``Testing/Trait/leakChecked``.
///
///     func testScan() async throws {
///       try await withLeakCheck {
///         let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["wifi.*"])
///         try await runtime.run(file: "scan.js")
///         await runtime.close()
///       }
///     }
///
/// What ends by itself within a second is no leak. Detached tasks are not seen, nor is what was made before and is not in
/// `subjects`.
///
/// - Parameters:
///   - subjects: connections and runtimes that were there before; what they then had open is theirs.
/// - Throws: what `body` throws, or else ``LeaksFound``.
public func withLeakCheck<Value>(
  _ extent: LeakCheck = .bridges, of subjects: any LeakCheckable..., isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Value
) async throws -> Value {
  let watch = await LeakWatch(extent, subjects)
  let value = try await ResourceTracker.$current.withValue(watch.census, operation: body)
  let leaks = await watch.leaks()
  if !leaks.isEmpty { throw LeaksFound(leaks: leaks) }
  return value
}
