#if WebView
import CPlainView
import Causeway
import CausewayWebKit

/// A window of the library, with handlers as in an application.
struct OurView: Sendable {
  let window: WebViewWindow
  let bridge = Bridge()

  /// The page's counts of frames.
  struct Frames: Decodable, Sendable {
    let shown: Int
    let dropped: Int
  }

  init() async throws {
    let given = BridgeBytes([UInt8](repeating: 7, count: 1 << 20))
    bridge.handle("number") { (x: Double) in x }
    bridge.handle("later") { (x: Double) async in x }
    bridge.handle("value") { (value: BridgeValue) in value }
    bridge.handle("text") { (text: RawJSON) in text }
    bridge.handle("take") { (bytes: BridgeBytes) in bytes.data.count }
    bridge.handle("give") { (_: Int) in given }
    let origin: WebOrigin = "https://bench.test"
    window = try await WebViewWindow(bridge: bridge, permissions: [origin: .all])
    try await window.view.load(html: PageScript.ours, as: origin)
  }

  func loop(_ method: String, _ kind: String, _ depth: Int) -> Loop {
    { [window] count in
      let arguments: BridgeValue = [.string(method), .string(kind), .number(Double(depth)), .number(Double(count))]
      return try await window.view.connection.call("run", arguments, timeout: .never)
    }
  }

  /// Counts frames while this many events arrive every second, each with a text to be shown.
  func frames(seconds: Int, events: Int) async throws -> Frames {
    let connection = try await window.view.connection
    let counting = Task {
      try await connection.call("frames", [seconds, seconds * events], timeout: .never) as Frames
    }
    while connection.statistics.subscriptions == 0 { try await Task.sleep(for: .milliseconds(1)) }
    var next = ContinuousClock.now
    for number in 0..<events * seconds {
      let event: BridgeValue = ["number": .number(Double(number)), "text": .string("The level is \(number % 100).")]
      try bridge.emit("tick", event)
      next += .seconds(1) / events
      try await Task.sleep(until: next)
    }
    defer { counting.cancel() }
    let frames = try await counting.value
    while connection.statistics.subscriptions > 0 { try await Task.sleep(for: .milliseconds(1)) }
    return frames
  }
}

/// A window whose page is answered by plain C.
@GTKActor struct PlainView {
  private let view: UnsafeMutableRawPointer

  struct Failure: Error {}

  init() async throws {
    try await GTKLoop.start()
    view = plain_view_new(PageScript.plain)!
    while try await run("return String(typeof go)") != "function" { await Task.yield() }
  }

  nonisolated func loop(_ method: String, _ kind: String, _ depth: Int) -> Loop {
    { count in
      guard let time = Double(try await run("return await go('\(method)', '\(kind)', \(depth), \(count))")) else {
        throw Failure()
      }
      return time
    }
  }

  private func run(_ body: String) async throws -> String {
    final class Waiting {
      let continuation: CheckedContinuation<String?, Never>
      init(_ continuation: CheckedContinuation<String?, Never>) { self.continuation = continuation }
    }
    let result = await withCheckedContinuation { continuation in
      plain_view_run(
        view, body,
        { result, data in
          let waiting = Unmanaged<Waiting>.fromOpaque(data!).takeRetainedValue()
          waiting.continuation.resume(returning: result.map { String(cString: $0) })
        }, Unmanaged.passRetained(Waiting(continuation)).toOpaque())
    }
    guard let result else { throw Failure() }
    return result
  }
}
#endif
