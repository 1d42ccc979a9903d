#if Macros
import Causeway
import CausewayExport
import Testing

@Suite(.timeLimit(.minutes(5))) struct PluginTests {
  let loop = Loop()

  @Test func `a method has named parameters, and those with a default may be omitted`() async throws {
    #expect(try await loop.call("radio.scan")[0]?["ssid"] == "quote\"d")
    #expect(try await loop.call("radio.scan", ["limit": 3])[2] != nil)
    #expect(try await loop.call("radio.scan", ["hidden": false, "limit": .undefined])[1] == nil)
    #expect(await loop.failure("radio.scan", ["hidden": true])?.code == .unavailable)
  }

  @Test func `a parameter without a label is the whole argument`() async throws {
    #expect(try await loop.call("radio.echo", 1.5) == 1.5)
  }

  @Test func `positional arguments are an array`() async throws {
    #expect(try await loop.call("radio.sum", [1, 2]) == 3)
    #expect(try await loop.call("radio.sum", [1]) == 11)
  }

  @Test func `a context parameter is not part of the arguments`() async throws {
    let answer = try await loop.call(
      "radio.join", ["ssid": "home", "using": ["kind": "passphrase", "value": "secret"]])
    #expect(answer == #"home passphrase("secret") radio.join"#)
  }

  @Test func `a method without a result returns undefined`() async throws {
    #expect(try await loop.call("radio.nothing") == .undefined)
  }

  @Test(
    arguments: [
      (
        "radio.scan", ["limit": "3"],
        "params.limit: expected an integer of 64 bits, got a string"
      ),
      ("radio.scan", ["limit": 0], "params.limit: expected a number from 1 to 100, got 0"),
      (
        "radio.scan", ["limit": 1.5],
        "params.limit: expected an integer of 64 bits, got the number 1.5"
      ),
      ("radio.scan", ["hiden": true], "params.hiden: radio.scan has no such parameter: did you mean hidden?"),
      ("radio.scan", ["hidden": nil], "params.hidden: expected a boolean, got null"),
      ("radio.scan", 5, "params: expected an object of radio.scan's parameters, got the number 5"),
      ("radio.join", [:], "params.ssid: is missing"),
      (
        "radio.join", ["ssid": "x", "using": ["kind": "magic"]],
        "params.using.kind: expected \"none\", \"passphrase\", \"enterprise\" or \"either\", got \"magic\""
      ),
      (
        "radio.join",
        ["ssid": "x", "using": ["kind": "either", "first": ["kind": "none"], "second": ["kind": "passphrase"]]],
        "params.using.second.value: is missing"
      ),
      ("radio.sum", [1, 2, 3], "params: radio.sum takes at most 2 arguments, got 3"),
      (
        "radio.sum", [1, "2"],
        "params[1]: expected an integer of 64 bits, got a string"
      ),
      ("radio.sum", [], "params[0]: is missing"),
      ("radio.sum", ["left": 1], "params: expected an array of radio.sum's arguments, got an object"),
      ("radio.volume", 101, "params: expected a number from 0 to 100, got 101"),
      ("radio.volume", "loud", "params: expected a number, got a string"),
      (
        "radio.plain", ["name": "a", "children": [["name": "b", "children": []], ["name": 3, "children": []]]],
        "params.children[1].name: expected a string, got the number 3"
      ),
    ] as [(String, BridgeValue, String)])
  func `an argument that does not fit has an error with its path before the method runs`(
    method: String, params: BridgeValue, message: String
  )
    async
  {
    let error = await loop.failure(method, params)
    #expect(error?.code == .invalidArgument)
    #expect(error?.message == message)
  }

  @Test(arguments: [
    "radio.secret", "radio.notExported", "radio.__proto__", "radio.constructor", "radio.toString", "radio.then",
    "radio.", "radio", ".scan", "", "radio.joined", "radio.driver", "radio.add", "radio.Scan", "radio.scan ",
    "radio.scan\u{0}",
  ]) func `a member that is not exported has no name`(name: String) async {
    #expect(await loop.failure(name) != nil)
  }

  @Test func `a name of a megabyte is refused, and the connection continues`() async throws {
    #expect(await loop.failure("radio." + String(repeating: "x", count: 1 << 20))?.code == .resourceExhausted)
    #expect(try await loop.call("radio.echo", 2) == 2)
  }

  @Test func `an unknown member's error suggests a known one`() async {
    #expect(await loop.failure("radio.scam")?.message.contains("did you mean radio.scan?") == true)
  }

  @Test func `a method that returns a sequence is a stream`() async throws {
    var numbers: [Int] = []
    for try await number in loop.caller.stream("radio.count", ["to": 3] as BridgeValue, of: Int.self) {
      numbers.append(number)
    }
    #expect(numbers == [1, 2, 3])
    var activities: [String] = []
    for try await activity in loop.caller.stream("radio.activities", BridgeValue.undefined, of: String.self) {
      activities.append(activity)
    }
    #expect(activities == ["scanning"])
  }

  @Test func `parameters of a stream are checked too`() async {
    await #expect(throws: BridgeError.self) {
      for try await _ in loop.caller.stream("radio.count", ["to": "x"] as BridgeValue, of: Int.self) {}
    }
  }

  @Test func `an actor's methods are called in its isolation`() async throws {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { _ = try? await loop.call("counter.add") } }
    }
    #expect(try await loop.call("counter.add", 5) == 105)
    #expect(try await loop.call("counter.name") == "counter")
  }

  @Test func `the permission is the member's, else the plugin's, else the member's name`() async throws {
    let reader = Loop(permissions: ["radio.read", "counter.name"])
    #expect(try await reader.call("radio.echo", 1) == 1)
    #expect(try await reader.call("counter.name") == "counter")
    let refused = await reader.failure("radio.join", ["ssid": "x", "using": ["kind": "none"]])
    #expect(refused?.code == .permissionDenied)
    #expect(
      refused?.message
        == "radio.join is not allowed on this connection. The permission \"radio.write\" or \"radio.*\" allows it.")
    #expect(await reader.failure("counter.add")?.code == .permissionDenied)
    #expect(await Loop(permissions: ["radio.echo"]).failure("radio.echo", 1)?.code == .permissionDenied)
  }

  @Test func `removing a registration removes every member`() async throws {
    let bridge = Bridge()
    let registration = bridge.register(Radio())
    #expect(bridge.hasHandler("radio.scan"))
    registration.remove()
    #expect(bridge.methods.isEmpty)
    #expect(bridge.description.members.isEmpty)
    bridge.register(Radio())
    #expect(bridge.hasHandler("radio.scan"))
  }

  /// An event notifies the bridges with which its plugin is registered, and must not retain them.
  @Test func `a bridge is released with its owner, and its plugins with it`() throws {
    weak var bridge: Bridge?
    weak var plugin: Radio?
    do {
      let (held, radio) = (Bridge(), Radio())
      held.register(radio)
      (bridge, plugin) = (held, radio)
      #expect(held.description.members.contains { $0.name == "radio.joined" })
    }
    #expect(bridge == nil)
    #expect(plugin == nil)
  }

  @Test func `registering a plugin twice traps with the name`() async {
    await #expect(processExitsWith: .failure) {
      let bridge = Bridge()
      bridge.register(Counter())
      bridge.register(Counter())
    }
  }
}
#endif
