import Causeway
import CausewayProcess
import Testing

/// Plugins in a child equal those in a runtime of this process.
@Suite(.timeLimit(.minutes(5))) struct PluginTests {
  /// A plugin like the result of `@Plugin`, written by hand: this target has no macros.
  private final class Radio: BridgePlugin {
    static let pluginName = "radio"
    static let pluginDocumentation = ""
    static let pluginPermission: String? = nil

    func register(in registrar: PluginRegistrar) {
      registrar.method(MemberDeclaration(.method, "tune")) { try $0.answer($0.value(Int.self)) }
      registrar.constant(MemberDeclaration(.constant, "driver")) { "hwsim" }
      registrar.stream(MemberDeclaration(.stream, "count")) { arguments, _ in
        let end: Int = try arguments.value()
        return AsyncStream<Int> { items in
          for item in 0..<end { items.yield(item) }
          items.finish()
        }
      }
    }
  }

  @Test func `a child's first script lists plugins, reads constants and iterates streams`() async throws {
    let bridge = Bridge()
    bridge.register(Radio())
    bridge.handle("secret.read") { 5 }
    let process = try await Children.start(bridge, permissions: ["radio.*"]) {
      $0.onUncaught = { Issue.record("\($0)") }
    }
    #expect(
      try await process.evaluate(
        "Object.keys(bridge.plugins).concat(Object.keys(bridge.plugins.radio))",
        returning: [String].self) == ["radio", "count", "driver", "tune"])
    #expect(try await process.evaluate("bridge.plugins.radio.driver", returning: String.self) == "hwsim")
    #expect(
      try await process.evaluate(
        "(async () => { let all = []; for await (const n of bridge.plugins.radio.count(3)) all.push(n); return all })()",
        returning: [Int].self) == [0, 1, 2])
    #expect(try await process.evaluate("bridge.plugins.radio.tune(7)", returning: Int.self) == 7)
    // New members are known after a call of contract().
    bridge.handle("radio.volume") { (level: Int) in level }
    #expect(try await process.evaluate("bridge.plugins.radio.volume(3)", returning: Int.self) == 3)
    #expect(
      try await process.evaluate(
        "bridge.contract().then(({ members }) => Object.keys(members))",
        returning: [String].self
      ).sorted() == ["radio.count", "radio.driver", "radio.tune", "radio.volume"])
    await process.close()
  }

  @Test func `a child starts if the parent's contract exceeds its message limit`() async throws {
    let bridge = Bridge()
    bridge.register(Radio())
    for number in 0..<100 { bridge.handle("radio.spare\(number)") { number } }
    var limits = Limits()
    limits.messageBytes = 2000
    let process = try await Children.start(bridge, limits: limits) { $0.onUncaught = { Issue.record("\($0)") } }
    #expect(try await process.evaluate("bridge.plugins.radio.spare7()", returning: Int.self) == 7)
    #expect(try await process.evaluate("Object.keys(bridge.plugins)", returning: [String].self) == [])
    await process.close()
  }
}
