#if WebView
import ArgumentParser
import Foundation

/// The cost of an awaited call of a page, compared with WebKitGTK's own message with reply, answered by plain C.
///
/// Both pages are in windows of this process, on one GTK loop, and take turns.
@main struct WebViewBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "web-view-bench", abstract: "Compares the web view with WebKitGTK's own messages.",
    subcommands: [Profile.self])

  @Flag(help: "One short round of each, as a functional check.") var quick = false
  @Option(help: "The number of paired rounds of each measurement; the median is printed.") var rounds = 5
  @Option(help: "Only measurements whose name contains this.") var filter: String?
  @Option(help: "Also write the rows as JSON.") var json: String?

  func run() async throws {
    let session = Session(quick: quick, rounds: rounds, filter: filter)
    let (ours, plain) = (try await OurView(), try await PlainView())
    for depth in [1, 16, 256, 4096] {
      await session.measure("number") {
        try await session.compare(
          "number", depth: depth, ours: ours.loop("number", "number", depth),
          plain: [("message with reply", plain.loop("number", "number", depth))])
      }
    }
    for depth in [1, 256] {
      await session.measure("number, async handler") {
        try await session.compare(
          "number, async handler", depth: depth, ours: ours.loop("later", "number", depth),
          plain: [("message with reply", plain.loop("number", "number", depth))])
      }
    }
    await session.measure("100 KB object") {
      let asText: (String, Loop) = ("as text, which JavaScript parses", plain.loop("text", "100 KB", 1))
      try await session.compare(
        "100 KB object, read", ours: ours.loop("value", "100 KB", 1),
        plain: [asText, ("as an object", plain.loop("object", "100 KB", 1))])
      try await session.compare("100 KB object, passed on", ours: ours.loop("text", "100 KB", 1), plain: [asText])
    }
    await session.measure("1 MB of bytes") {
      try await session.compare(
        "1 MB of bytes", ours: ours.loop("value", "bytes", 1),
        plain: [("as base64 text", plain.loop("base64", "bytes", 1))])
      try await session.compare("1 MB of bytes, to Swift", ours: ours.loop("take", "bytes up", 1), plain: [])
      try await session.compare("1 MB of bytes, to the page", ours: ours.loop("give", "bytes down", 1), plain: [])
    }
    await session.measure("60 events a second") { try await frames(ours, session) }
    if let json { try Data(Table.json(session.rows).utf8).write(to: URL(fileURLWithPath: json)) }
    if session.failures > 0 { throw ExitCode.failure }
  }

  /// Dropped frames with and without events, in turn.
  private func frames(_ view: OurView, _ session: Session) async throws {
    let seconds = quick ? 1 : 10
    var dropped: [Int: [Double]] = [:]
    var shown: [Double] = []
    for events in quick ? [0, 60] : [0, 60, 0, 60, 0, 60] {
      let frames = try await view.frames(seconds: seconds, events: events)
      dropped[events, default: []].append(Double(frames.dropped))
      if events > 0 { shown.append(Double(frames.shown)) }
    }
    session.add(
      Row(
        name: "60 events a second, dropped", depth: 1, against: "the page itself", unit: "frames",
        c: dropped[0]!.median, ours: dropped[60]!.median))
    session.add(
      Row(name: "60 events a second, shown in \(seconds) s", depth: 1, against: "", unit: "frames", ours: shown.median))
  }
}

/// One loop of one side, for perf.
struct Profile: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Runs one loop of one side, for perf.")

  @Option(help: "A method of the page: number, later, value, text; in C number, text, object.") var method = "number"
  @Option(help: "The kind of value: number, 100 KB, bytes.") var kind = "number"
  @Option(help: "Calls in flight.") var depth = 1
  @Option(help: "The duration in seconds.") var seconds = 5.0
  @Flag(help: "WebKitGTK's own message with reply.") var plain = false

  func run() async throws {
    let loop: Loop =
      if plain { try await PlainView().loop(method, kind, depth) } else {
        try await OurView().loop(method, kind, depth)
      }
    let end = ContinuousClock.now + .seconds(seconds)
    let batch = kind == "number" ? max(2000, depth * 20) : 50
    var (count, nanoseconds) = (0, 0.0)
    while ContinuousClock.now < end {
      nanoseconds = try await loop(batch)
      count += batch
    }
    print("\(Int(nanoseconds)) ns a call, \(count) calls")
  }
}
#else
@main struct WebViewBench {
  static func main() { fatalError("web-view-bench was built without the trait WebView.") }
}
#endif
