import Synchronization

/// The times at which Swift handlers ran that JavaScript called, for a profile.
///
/// Any thread may use it; spans are added on the JavaScript thread.
package final class HandlerSpans: Sendable {
  /// The time of one call, or of several calls of one handler that follow each other closely, in microseconds of the
  /// system's monotonic clock.
  package struct Span: Sendable, Equatable {
    package let name: String
    package let start: Int64
    package var end: Int64
    package var count = 1
    /// How long the handler itself ran, in nanoseconds.
    package var nanoseconds: Int64

    package init(name: String, start: Int64, end: Int64) {
      (self.name, self.start, self.end) = (name, start, end)
      nanoseconds = (end &- start) &* 1000
    }
  }

  /// The spans since the last reading.
  package struct Taken: Sendable {
    /// The calls on the JavaScript thread, ordered by their ends.
    package var spans: [Span] = []
    /// The asynchronous calls, from the call to the arrival of its answer.
    package var waits: [Span] = []
    /// The asynchronous calls that have no answer yet; they end in the future.
    package var openWaits: [Span] = []

    package init() {}
  }

  private struct State {
    var taken = Taken()
    var open: [UInt64: Span] = [:]
  }

  /// Spans that are kept until they are taken; later ones are lost.
  private static let limit = 2_000_000
  /// Calls of one handler within this time are one span, in microseconds: samples are taken far less often.
  private static let gap: Int64 = 20

  private let state = Mutex(State())

  package init() {}

  /// Runs a handler, and adds its span.
  ///
  /// The span of a nested call is added before the span of the outer call.
  package func measure<Answer>(_ name: String, _ body: () -> Answer) -> Answer {
    let start = MonotonicTime.nanoseconds
    defer { add(name, from: start, to: MonotonicTime.nanoseconds) }
    return body()
  }

  private func add(_ name: String, from start: Int64, to end: Int64) {
    state.withLock { state in
      let last = state.taken.spans.count - 1
      if last >= 0, state.taken.spans[last].name == name, start / 1000 - state.taken.spans[last].end < HandlerSpans.gap,
        start / 1000 >= state.taken.spans[last].end
      {
        state.taken.spans[last].end = end / 1000
        state.taken.spans[last].count += 1
        state.taken.spans[last].nanoseconds += end - start
      } else if last < HandlerSpans.limit {
        var span = Span(name: name, start: start / 1000, end: end / 1000)
        span.nanoseconds = end - start
        state.taken.spans.append(span)
      }
    }
  }

  /// Records that a handler's call continues asynchronously.
  package func began(_ id: UInt64, _ name: String) {
    let now = MonotonicTime.now
    state.withLock { state in
      if state.open.count < HandlerSpans.limit { state.open[id] = Span(name: name, start: now, end: .max) }
    }
  }

  /// Records that the answer of such a call has arrived; no effect for other calls.
  package func ended(_ id: UInt64) {
    let now = MonotonicTime.now
    state.withLock { state in
      guard var span = state.open.removeValue(forKey: id), state.taken.waits.count < HandlerSpans.limit else { return }
      span.end = now
      state.taken.waits.append(span)
    }
  }

  /// Takes the spans since the last call.
  package func take() -> Taken {
    state.withLock { state in
      defer { state.taken = Taken() }
      state.taken.openWaits = Array(state.open.values)
      return state.taken
    }
  }
}
