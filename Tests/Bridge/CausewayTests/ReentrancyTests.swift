import Causeway
import CausewayTesting
import Metrics
import Synchronization
import TestSupport
import Testing

/// Code of users' that runs inside of the bridge, and calls it.
@Suite(.timeLimit(.minutes(5))) struct ReentrancyTests {
  /// Says its end, wherever that comes.
  private final class Farewell: Sendable {
    private let say: @Sendable () -> Void
    init(_ say: @escaping @Sendable () -> Void) { self.say = say }
    deinit { say() }
  }

  @Test func `what a removed handler held may look at the bridge when it goes`() {
    let bridge = Bridge()
    let seen = Shared<[Bool]>([])
    func register() {
      let farewell = Farewell { [weak bridge] in
        let isThere = bridge?.hasHandler("work") == true
        seen.withLock { $0.append(isThere) }
      }
      bridge.handle("work") { withExtendedLifetime(farewell) {} }
    }
    register()
    #expect(bridge.removeHandler("work"))
    #expect(seen.value == [false])
  }

  @Test func `what a handler held that was called before may call when it goes`() async throws {
    let pair = try await Pair()
    let seen = Shared<[Bool]>([])
    let id = Shared<UInt64>(100)
    func register() {
      let callee = pair.callee
      let farewell = Farewell { [weak callee] in
        let answer = callee?.answer(
          CallRequest(
            id: CallID(
              rawValue: id.withLock {
                $0 += 1; return $0
              }), method: "other"))
        let isAnswered = if case .success? = answer { true } else { false }
        seen.withLock { $0.append(isAnswered) }
      }
      pair.server.handle("work") { withExtendedLifetime(farewell) {} }
    }
    pair.server.handle("other") { 1 }
    register()
    try await pair.caller.call("work", BridgeValue.undefined)
    pair.server.removeHandler("work")
    try await pair.caller.call("other", BridgeValue.undefined)
    #expect(seen.value == [true])
  }

  @Test func `what the source of an event held may set another when it goes`() {
    let bridge = Bridge()
    let seen = Shared(0)
    func register() {
      let farewell = Farewell { [weak bridge] in
        bridge?.event("other.changed") { _ in AsyncStream<Int> { $0.finish() } }
        seen.withLock { $0 += 1 }
      }
      bridge.event("counter.changed") { _ in
        withExtendedLifetime(farewell) {}
        return AsyncStream<Int> { $0.finish() }
      }
    }
    register()
    bridge.event("counter.changed") { _ in AsyncStream<Int> { $0.finish() } }
    #expect(seen.value == 1)
  }

  /// A plugin that is held by nothing but its constant.
  private final class Constants: BridgePlugin {
    static let pluginName = "constants"
    static let pluginDocumentation = ""
    static let pluginPermission: String? = nil
    let farewell: Farewell
    init(_ farewell: Farewell) { self.farewell = farewell }
    func register(in registrar: PluginRegistrar) {
      registrar.constant(MemberDeclaration(.constant, "one")) { withExtendedLifetime(self) { 1 } }
    }
  }

  @Test func `a plugin that is removed may look at the bridge when it goes`() {
    let bridge = Bridge()
    let seen = Shared<[Int]>([])
    func register() -> PluginRegistration {
      bridge.register(
        Constants(
          Farewell { [weak bridge] in
            let count = bridge?.description.members.count ?? -1
            seen.withLock { $0.append(count) }
          }))
    }
    register().remove()
    #expect(seen.value == [0])
  }

  @Test func `what is declared while a contract is asked for is in the next one`() async throws {
    final class Late: BridgePlugin {
      static let pluginName = "late"
      static let pluginDocumentation = ""
      static let pluginPermission: String? = nil
      func register(in registrar: PluginRegistrar) {
        registrar.constant(MemberDeclaration(.constant, "one")) { 1 }
      }
    }
    final class Early: BridgePlugin {
      static let pluginName = "early"
      static let pluginDocumentation = ""
      static let pluginPermission: String? = nil
      let declare: @Sendable () -> Void
      init(_ declare: @escaping @Sendable () -> Void) { self.declare = declare }
      func register(in registrar: PluginRegistrar) {
        registrar.method(
          MemberDeclaration(
            .method, "work",
            result: { [declare] _ in
              declare()
              return .nothing
            })
        ) { _ in .undefined }
      }
    }
    let bridge = Bridge()
    let isFirst = Shared(true)
    bridge.register(
      Early { [weak bridge] in
        guard
          isFirst.withLock({ first in
            defer { first = false }; return first
          })
        else { return }
        bridge?.register(Late())
      })
    let before = bridge.contractHash
    #expect(bridge.contractHash != before)
  }

  /// Closes its transport when it goes.
  private final class Receiver: TransportReceiver {
    let farewell: Farewell
    init(_ farewell: Farewell) { self.farewell = farewell }
    func receive(_ message: Message) {}
    func disconnected(_ reason: BridgeError) {}
  }

  private final class NoPort: TextPort {
    func send(_ text: [UInt8]) {}
    func close() {}
  }

  @Test(arguments: [true, false]) func `who receives may close the transport once more when it goes`(isWire: Bool) {
    let transport: any Transport = isWire ? JSONRPCTransport(NoPort()) : LoopbackTransport.pair().0
    let seen = Shared(0)
    transport.start(
      Receiver(
        Farewell {
          transport.close()
          seen.withLock { $0 += 1 }
        }))
    transport.close()
    #expect(seen.value == 1)
  }

  @Test func `a metrics system may have calls handled while it makes a counter`() async {
    await #expect(processExitsWith: .success) {
      let bridge = Bridge()
      let (left, _) = LoopbackTransport.pair()
      let connection = bridge.connect(left, permissions: .all)
      let calls = Shared<UInt64>(0)
      MetricsSystem.bootstrap(
        Curious {
          let number = calls.withLock {
            $0 += 1; return $0
          }
          guard number == 1 else { return }
          _ = connection.answer(CallRequest(id: CallID(rawValue: 7), method: "work"))
        })
      bridge.handle("work") { 1 }
      bridge.observe(MetricsObserver())
      _ = connection.answer(CallRequest(id: CallID(rawValue: 1), method: "work"))
      try await eventually("no call runs any more") { connection.statistics.running == 0 }
      precondition(calls.value > 0)
    }
  }

  /// A metrics system that does something first.
  private final class Curious: MetricsFactory, CounterHandler, TimerHandler, Sendable {
    private let look: @Sendable () -> Void
    init(_ look: @escaping @Sendable () -> Void) { self.look = look }
    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
      look()
      return self
    }
    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { self }
    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
      fatalError("Not asked for.")
    }
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func increment(by: Int64) {}
    func reset() {}
    func recordNanoseconds(_ duration: Int64) {}
  }
}
