public import CausewayConcurrency

/// The resources that a leak check covers.
public struct LeakCheck: Sendable, OptionSet {
  /// The set as bits.
  public let rawValue: Int
  /// The set with these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The resources of connections, runtimes, child processes and virtual clocks made during the check.
  ///
  /// These are calls, streams, listeners, timers, protected values, JavaScript threads and the processes themselves. Other
  /// tests may run at the same time.
  public static let bridges = LeakCheck(rawValue: 1)
  /// The process's file descriptors and named threads.
  ///
  /// No other test may run at the same time. Unnamed threads are not covered because they cannot be told apart from
  /// those of Swift's pools. Descriptors that an event loop creates once and keeps (epoll, eventfd, timerfd) are
  /// ignored.
  public static let process = LeakCheck(rawValue: 2)
  /// All resources.
  public static let all: LeakCheck = [.bridges, .process]
}

/// The error of a leak check that found open resources.
public struct LeaksFound: Error, CustomStringConvertible {
  /// The open resources, with the locations that created them where known.
  public let leaks: [OpenResource]

  /// A report with one resource on each line.
  public var description: String {
    let head = leaks.count == 1 ? "1 resource was left open:" : "\(leaks.count) resources were left open:"
    return ([head] + leaks.map { "  " + $0.description }).joined(separator: "\n")
  }
}

/// Runs `body` and throws if it leaves resources open.
///
/// For XCTest, and for a part of a test. For a whole test of Swift Testing see ``Testing/Trait/leakChecked``.
///
///     func testScan() async throws {
///       try await withLeakCheck {
///         let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["wifi.*"])
///         try await runtime.run(file: "scan.js")
///         await runtime.close()
///       }
///     }
///
/// A resource that is closed within one second is not a leak. Detached tasks are not covered, nor are objects that were
/// made before the call and are not in `subjects`.
///
/// - Parameters:
///   - extent: the kinds of resources to check.
///   - subjects: older connections and runtimes to check; the resources that they have open at the call are ignored.
/// - Throws: the error of `body`; otherwise ``LeaksFound`` if a resource is open.
@discardableResult
public func withLeakCheck<Value>(
  _ extent: LeakCheck = .bridges, of subjects: any LeakCheckable..., isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Value
) async throws -> Value {
  let watch = await LeakWatch(extent, subjects)
  let value = try await ResourceTracker.$current.withValue(watch.tracker, operation: body)
  let leaks = await watch.leaks()
  if !leaks.isEmpty { throw LeaksFound(leaks: leaks) }
  return value
}
