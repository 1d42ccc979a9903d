import JavaScriptRuntime

/// Which handlers ran at moments that are asked for in order.
struct HandlerTimeline {
  private let spans: [HandlerSpans.Span]
  private var next = 0
  /// Those that have begun and may not have ended, the outermost first.
  private var open: [HandlerSpans.Span] = []

  init(_ spans: [HandlerSpans.Span]) {
    // Of two that begin together the longer one is around the other.
    self.spans = spans.sorted { ($0.start, $1.end) < ($1.start, $0.end) }
  }

  /// The names of the handlers that ran at a moment, which is not before the last one; the outermost first.
  mutating func names(at time: Int64) -> [String] {
    while next < spans.count, spans[next].start <= time {
      if spans[next].end >= time { open.append(spans[next]) }
      next += 1
    }
    open.removeAll { $0.end < time }
    return open.map(\.name)
  }
}
