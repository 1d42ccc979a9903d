@testable import Causeway
import CausewayTesting
import JavaScriptRuntime
import Synchronization
import TestSupport
import Testing

/// What joins two bridges in a test: the same behaviour is asked of each.
enum Link: CaseIterable, Sendable {
  case loopback
  case wire
  /// A simulated link with a plan under which nothing goes wrong.
  case simulated
  /// JavaScript in a real engine, which makes each call.
  case engine
  /// A NATS server; needs a build with the trait NATS, and the server.
  case nats
  /// The script of a page in a real web view, which makes each call; needs GTK and a display.
  case webView

  /// The links that carry calls in both directions, and items as far as they are granted.
  static let complete: [Link] = [.loopback, .wire, .simulated]

  static var allCases: [Link] { complete + [.engine] + overServers + inPages }

  private static var overServers: [Link] {
    #if NATS
    return NATSServer.path == nil ? [] : [.nats]
    #else
    return []
    #endif
  }

  private static var inPages: [Link] {
    #if WebView
    return ScriptRelay.hasDisplay ? [.webView] : []
    #else
    return []
    #endif
  }

  fileprivate func pair(_ clock: VirtualClock) -> (any Transport, any Transport) {
    switch self {
    case .loopback, .engine, .nats, .webView: return LoopbackTransport.pair()
    case .simulated:
      let plan = FaultPlan(seed: 1, [FaultRule("*")])
      let (left, right) = LoopbackTransport.pair()
      return (
        SimulatedTransport(left, plan: plan, clock: clock), SimulatedTransport(right, plan: plan, clock: clock)
      )
    case .wire:
      let (left, right) = (TextPipe(), TextPipe())
      let transports = (JSONRPCTransport(left), JSONRPCTransport(right))
      left.join(transports.1)
      right.join(transports.0)
      return transports
    }
  }
}

/// One direction of a wire: texts arrive in order, one at a time.
final class TextPipe: TextPort {
  private struct State {
    var target: JSONRPCTransport?
    var queue: [[UInt8]] = []
    var isDelivering = false
  }

  private let state = Mutex(State())

  func join(_ target: JSONRPCTransport) { state.withLock { $0.target = target } }

  func send(_ text: [UInt8]) {
    state.withLock { $0.queue.append(text) }
    while true {
      let next: (JSONRPCTransport, [UInt8])? = state.withLock { state in
        guard !state.isDelivering, let target = state.target, !state.queue.isEmpty else { return nil }
        state.isDelivering = true
        return (target, state.queue.removeFirst())
      }
      guard let (target, text) = next else { return }
      target.deliver(text)
      state.withLock { $0.isDelivering = false }
    }
  }

  func close() {
    let target = state.withLock { state in
      defer { state.target = nil }
      return state.target
    }
    target?.lost()
  }
}

/// Two bridges: what `server` handles, `caller` can call; and the other way round.
struct Pair {
  let clock = VirtualClock()
  let server: Bridge
  let client: Bridge
  /// The client's end.
  let caller: Connection
  /// The server's end.
  let callee: Connection
  private let end: End

  init(
    _ link: Link = .loopback, permissions: Permissions = .all, limits: Limits = Limits(),
    configuration: Bridge.Configuration = Bridge.Configuration(), register: (Bridge) -> Void = { _ in }
  ) async throws {
    var configuration = configuration
    configuration.clock = clock
    server = Bridge(configuration)
    client = Bridge(configuration)
    register(server)
    if let relay = try await Pair.relay(link, server, clock, permissions: permissions, limits: limits) {
      callee = relay.callee
      caller = client.connect(relay, permissions: .all, name: "caller")
      end = End(caller)
      return
    }
    #if NATS
    if link == .nats {
      let nats = try await NATSLink(limits)
      callee = server.connect(nats.worker, permissions: permissions, limits: limits, name: "callee")
      caller = client.connect(nats.caller, permissions: .all, name: "caller")
      try await nats.listen(callee)
      end = End(caller, nats)
      return
    }
    #endif
    let (left, right) = link.pair(clock)
    callee = server.connect(left, permissions: permissions, limits: limits, name: "callee")
    caller = client.connect(right, permissions: .all, name: "caller")
    end = End(caller)
  }

  /// What runs the script of a link that has one.
  private static func relay(
    _ link: Link, _ server: Bridge, _ clock: VirtualClock, permissions: Permissions, limits: Limits
  ) async throws -> ScriptRelay? {
    switch link {
    case .loopback, .wire, .simulated, .nats: return nil
    case .engine:
      var configuration = RuntimeConfiguration()
      configuration.clock = clock
      return try await .engine(server, configuration, permissions: permissions, limits: limits)
    case .webView:
      #if WebView
      return try await .page(server, permissions: permissions, limits: limits)
      #else
      return nil
      #endif
    }
  }

  /// Ends the connections with the pair, and the engine, the server or the page.
  private final class End: Sendable {
    private let caller: Connection
    private let link: (any Sendable)?

    init(_ caller: Connection, _ link: (any Sendable)? = nil) {
      self.caller = caller
      self.link = link
    }

    deinit { caller.close() }
  }

  /// Whether nothing is left pending on either side.
  var isQuiet: Bool {
    caller.statistics.pending == 0 && callee.statistics.pending == 0 && caller.statistics.running == 0
      && callee.statistics.running == 0
  }

  /// Whether that is so soon: a call that is just being begun on another thread when its connection ends, ends there.
  func becomesQuiet() async -> Bool {
    let isQuiet: Void? = try? await eventually("nothing is left pending on either side") { self.isQuiet }
    return isQuiet != nil
  }
}

/// The code of the error that `body` throws; nil when it throws none.
func code(of body: () async throws -> Void) async -> BridgeError.Code? {
  do {
    try await body()
    return nil
  } catch {
    return (error as? BridgeError)?.code
  }
}
