import CPlain

/// The host in plain C for the measurements; see cplain.h.
///
/// `@unchecked Sendable`: the pointer never changes, and C passes each request to the host's thread. One caller at a
/// time uses it.
final class PlainHost: @unchecked Sendable {
  private let host = cplain_create()

  deinit { cplain_destroy(host) }

  /// Awaits a JavaScript expression while the host serves its calls, and returns its number.
  func run(_ expression: String) throws -> Double {
    let result = cplain_run(host, expression)
    if result.isNaN { throw Failure("plain C: \(expression): \(String(cString: cplain_error(host)))") }
    return result
  }

  /// Awaits a JavaScript handler from C: across threads with this many requests in flight, or (nil) on the engine's
  /// thread.
  func awaitHandler(inFlight depth: Int?, count: Int) throws -> Double {
    let count = Int64(count)
    let result = depth.map { cplain_await_across(host, Int64($0), count) } ?? cplain_await_here(host, count)
    if result.isNaN { throw Failure("plain C: not every request was answered with its own number") }
    return result
  }

  var pending: Int { Int(cplain_pending(host)) }
  func collectGarbage() { cplain_collect(host) }

  /// The JavaScript loops that both sides run.
  static var driver: String { String(cString: cplain_driver()) }
}

/// A failed measurement: a wrong answer does not count, however fast it is.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
