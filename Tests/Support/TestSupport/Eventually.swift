import Glibc
public import Testing

/// Looks again and again until `condition` holds; fails the test, at the caller's line, when it does not in time.
///
///     try await eventually("the queue is empty") { queue.isEmpty }
///
/// - Parameters:
///   - what: what is waited for, in words: the failure says that it did not happen.
///   - limit: how long in real time. It is generous: it ends a test that would hang, and measures nothing.
/// - Throws: what `condition` throws; an error that is recorded already, at the limit; `CancellationError` when the task
///   is cancelled, as at the test's own time limit.
public func eventually(
  _ what: String, within limit: Duration = .seconds(30), isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  var looks = 0
  while try await !condition() {
    try Task.checkCancellation()
    try requireTime(until: end, for: what, limit, sourceLocation)
    looks += 1
    // What is nearly there needs no rest; what takes longer shall have the processor.
    if looks < 100 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
  }
}

/// The same for a thread that may be blocked.
public func eventually(
  blocking what: String, within limit: Duration = .seconds(30), sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () throws -> Bool
) throws {
  let end = ContinuousClock.now + limit
  while try !condition() {
    try requireTime(until: end, for: what, limit, sourceLocation)
    usleep(1_000)
  }
}

/// The same for something that is there once `find` returns it.
///
///     let dialog = try await found("the dialog") { dialogs.first }
public func found<Value>(
  _ what: String, within limit: Duration = .seconds(30), isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation, _ find: () async throws -> Value?
) async throws -> Value {
  var value: Value?
  try await eventually(what, within: limit, isolation: isolation, sourceLocation: sourceLocation) {
    value = try await find()
    return value != nil
  }
  return try #require(value)
}

private func requireTime(
  until end: ContinuousClock.Instant, for what: String, _ limit: Duration, _ sourceLocation: SourceLocation
) throws {
  let isInTime = ContinuousClock.now < end
  try #require(isInTime, "It did not happen within \(limit): \(what)", sourceLocation: sourceLocation)
}
