import Synchronization

/// When functions of Swift ran that JavaScript called and that answered at once, for a profile.
///
/// Any thread may use it; spans are added on the JavaScript thread.
package final class HandlerSpans: Sendable {
  /// One run of a handler, in microseconds of the system's monotonic clock.
  package struct Span: Sendable {
    package let name: String
    package let start: Int64
    package let end: Int64

    package init(name: String, start: Int64, end: Int64) {
      (self.name, self.start, self.end) = (name, start, end)
    }
  }

  /// Spans that are kept until they are taken; later ones are lost.
  private static let limit = 2_000_000

  private let spans = Mutex<[Span]>([])

  package init() {}

  /// Runs a handler, and adds its span.
  ///
  /// An inner one is added before the one around it.
  package func measure<Answer>(_ name: String, _ body: () -> Answer) -> Answer {
    let start = MonotonicTime.now
    defer {
      let span = Span(name: name, start: start, end: MonotonicTime.now)
      spans.withLock { if $0.count < HandlerSpans.limit { $0.append(span) } }
    }
    return body()
  }

  /// The spans since the last call, in the order of their ends.
  package func take() -> [Span] {
    spans.withLock { spans in
      let all = spans
      spans.removeAll(keepingCapacity: all.count < 100_000)
      return all
    }
  }
}
