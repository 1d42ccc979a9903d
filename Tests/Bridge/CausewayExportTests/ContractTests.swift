#if Macros
import Causeway
import CausewayExport
import CausewayJavaScript
import JavaScriptRuntime
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ContractTests {
  @Test func `a contract ignores documentation and order, and includes types`() {
    func hash(_ register: (Bridge) -> Void) -> String {
      let bridge = Bridge()
      register(bridge)
      let text = bridge.description.javaScriptModule
      return String(text.split(separator: "\n").first { $0.hasPrefix("  hash:") } ?? "")
    }
    let one = hash {
      $0.register(Radio())
      $0.register(Counter())
    }
    let other = hash {
      $0.register(Counter())
      $0.register(Radio())
    }
    #expect(one == other && !one.isEmpty)
    #expect(hash { $0.handle("a.b") { (x: Int) in x } } == hash { $0.handle("a.b") { (x: Int) async in x } })
    #expect(hash { $0.handle("a.b") { (x: Int) in x } } != hash { $0.handle("a.b") { (x: Int) in "\(x)" } })
    #expect(hash { $0.handle("a.b") { (x: Int) in x } } != hash { $0.handle("a.b") { (x: Int?) in x ?? 0 } })
  }

  @Test func `a client built for other declarations gets the differing members when it connects`() async throws {
    let loop = Loop()
    let expected: BridgeValue = [
      "hash": "0", "members": ["radio.scan": "0", "radio.gone": "0"],
    ]
    let error = await loop.failure("$/contract", expected)
    #expect(error?.code == .failedPrecondition)
    #expect(
      error?.message
        == "This client was built for different declarations: radio.scan is changed; radio.gone is missing.")
    #expect(error?.data == ["changed": ["radio.scan"], "missing": ["radio.gone"]])
  }

  @Test func `a contract lists only what the connection may use`() async throws {
    let loop = Loop(permissions: ["counter.*"])
    let text = try await loop.call("$/contract").string ?? ""
    #expect(text.contains("counter.add") && !text.contains("radio"))
  }

  private func runtime(_ bridge: Bridge, _ permissions: Permissions = .all) async throws -> JavaScriptRuntime {
    try await JavaScriptRuntime(bridge: bridge, permissions: permissions)
  }

  @Test func `JavaScript lists plugins, reads constants, iterates streams and passes positional arguments`()
    async throws
  {
    let bridge = Bridge()
    let radio = Radio()
    bridge.register(radio)
    bridge.register(Counter())
    let runtime = try await runtime(bridge)
    #expect(try await runtime.evaluate("Object.keys(bridge.plugins).sort().join()") == "counter,radio")
    #expect(try await runtime.evaluate("Object.keys(bridge.plugins.counter).sort().join()") == "add,name")
    #expect(try await runtime.evaluate("bridge.plugins.radio.driver") == "mac80211_hwsim")
    #expect(try await runtime.evaluate("bridge.plugins.radio.channels") == [1, 6, 11])
    #expect(try await runtime.evaluate("bridge.plugins.radio.sum(1, 2)") == 3)
    #expect(try await runtime.evaluate("bridge.plugins.radio.sum(1)") == 11)
    #expect(try await runtime.evaluate("bridge.plugins.radio.scan({ limit: 2 }).then((list) => list.length)") == 2)
    let sum: Int = try await runtime.evaluate(
      "(async () => { let sum = 0; for await (const n of bridge.plugins.radio.count({ to: 4 })) sum += n; return sum })()"
    )
    #expect(sum == 10)
    #expect(
      try await runtime.evaluate("bridge.plugins.radio.skan().catch((error) => error.message)")
        == "There is no method \"radio.skan\": did you mean radio.scan?")
    await runtime.close()
  }

  @Test func `a plugin that is registered later is found`() async throws {
    let bridge = Bridge()
    bridge.register(Counter())
    let runtime = try await runtime(bridge)
    #expect(try await runtime.evaluate("Object.keys(bridge.plugins).join()") == "counter")
    bridge.register(Radio())
    #expect(try await runtime.evaluate("bridge.plugins.radio.driver") == "mac80211_hwsim")
    #expect(try await runtime.evaluate("Object.keys(bridge.plugins).sort().join()") == "counter,radio")
    await runtime.close()
  }

  @Test func `an event reaches its listeners, with its permission`() async throws {
    let bridge = Bridge()
    let radio = Radio()
    bridge.register(radio)
    let runtime = try await runtime(bridge, ["radio.read"])
    let heard = Task { () -> String in
      try await runtime.evaluate(
        "new Promise((resolve) => bridge.plugins.radio.on('joined', (network) => resolve(network.ssid)))")
    }
    try await eventually("the program listens") { radio.joined.hasListeners }
    try radio.joined.emit(Radio.network)
    #expect(try await heard.value == "quote\"d")
    await runtime.close()
    let refused = try await self.runtime(bridge, ["radio.joined"])
    #expect(
      try await refused.evaluate("bridge.once('radio.joined').catch((error) => error.code)") == "PERMISSION_DENIED")
    await refused.close()
  }

  @Test func `the client reports the members that differ from its declarations`() async throws {
    let bridge = Bridge()
    bridge.register(Counter())
    let runtime = try await runtime(bridge)
    let message: String = try await runtime.evaluate(
      """
      bridge.contract({ hash: "0", members: { "counter.add": "0", "counter.reset": "0" } })
        .catch((error) => error.data.changed + " " + error.data.missing)
      """)
    #expect(message == "counter.add counter.reset")
    #expect(try await runtime.evaluate("bridge.contract().then(({ hash }) => hash.length)") == 16)
    await runtime.close()
  }
}
#endif
