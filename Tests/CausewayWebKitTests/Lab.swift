import Causeway
import CausewayWebKit
import Glibc
import Synchronization
import Testing

/// Whether a view can be shown at all.
let hasDisplay = getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil

extension Trait where Self == ConditionTrait {
  /// Needs a display, which CI has by xvfb-run.
  static var needsDisplay: Self { .enabled(if: hasDisplay, "There is no display: run the tests under xvfb-run.") }
}

/// A bridge, and a view whose pages of `app://main` may use all of it.
struct Lab {
  static let origin: WebOrigin = "app://main"

  let bridge: Bridge
  let view: WebView

  init(
    permissions: WebPermissions = [Lab.origin: .all], limits: Limits? = nil, patience: Duration = .seconds(5),
    register: (Bridge) -> Void = { _ in }
  ) async throws {
    bridge = Bridge()
    bridge.handle("echo") { (value: BridgeValue) in value }
    bridge.handle("later") { (value: BridgeValue) async in
      await Task.yield()
      return value
    }
    register(bridge)
    var configuration = WebViewConfiguration()
    configuration.limits = limits
    configuration.patience = patience
    view = try await WebView(bridge: bridge, permissions: permissions, configuration: configuration)
  }

  /// Shows a page with these scripts and waits for it.
  func show(_ script: String = "", body: String = "", as origin: WebOrigin = Lab.origin) async throws {
    try await view.load(html: "<!doctype html><script>\(script)</script><body>\(body)</body>", as: origin)
  }

  /// The value of an expression in the page, which may await.
  func value(_ expression: String) async throws -> String { try await view.evaluate("return \(expression)") }

  func close() async { await view.close() }
}

/// Something that happens once: tasks wait for it.
final class Signal: Sendable {
  private let stream = AsyncStream<Void>.makeStream()
  func fire() { stream.continuation.finish() }
  func wait() async { for await _ in stream.stream {} }
}

/// Suspends until the task is cancelled.
func untilCancelled() async throws {
  let (stream, _) = AsyncStream<Void>.makeStream()
  for await _ in stream {}
  throw CancellationError()
}

/// A value that tasks share.
final class Shared<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>
  init(_ value: Value) { mutex = Mutex(value) }
  var value: Value { mutex.withLock { $0 } }
  func withLock<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result { mutex.withLock { body(&$0) } }
}
