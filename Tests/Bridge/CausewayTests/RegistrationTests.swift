import Causeway
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct RegistrationTests {
  @Test func `registering a taken name traps with a sentence that names it`() async {
    await #expect(processExitsWith: .failure) {
      let bridge = Bridge()
      bridge.handle("taken") { 1 }
      bridge.handle("taken") { 2 }
    }
  }

  @Test func `names of the bridge's own cannot be registered`() async {
    await #expect(processExitsWith: .failure) { Bridge().handle("$/subscribe") { 1 } }
  }

  @Test func `a removed handler is unknown at once, and its name is free again`() async throws {
    let pair = try await Pair()
    let registration = pair.server.handle("work") { 1 }
    #expect(try await pair.caller.call("work", BridgeValue.undefined, returning: Int.self) == 1)
    registration.remove()
    #expect(!pair.server.hasHandler("work"))
    #expect(await code { try await pair.caller.call("work", BridgeValue.undefined) } == .unimplemented)
    pair.server.handle("work") { 2 }
    #expect(try await pair.caller.call("work", BridgeValue.undefined, returning: Int.self) == 2)
  }

  @Test func `removing a registration that was replaced leaves the new one`() async throws {
    let pair = try await Pair()
    let old = pair.server.handle("work") { 1 }
    pair.server.removeHandler("work")
    pair.server.handle("work") { 2 }
    old.remove()
    #expect(try await pair.caller.call("work", BridgeValue.undefined, returning: Int.self) == 2)
  }

  @Test func `a call that runs when its handler is removed is still answered`() async throws {
    let gate = Signal()
    let pair = try await Pair()
    let registration = pair.server.handle("work") { () async -> Int in
      await gate.wait()
      return 7
    }
    let answer = Task { () -> Int in try await pair.caller.call("work", BridgeValue.undefined) }
    try await eventually("the call runs") { pair.callee.statistics.running == 1 }
    registration.remove()
    gate.fire()
    #expect(try await answer.value == 7)
  }

  actor Counter {
    var count = 0
    func increment() -> Int {
      count += 1
      return count
    }
  }

  @Test func `a handler on an actor runs isolated to it`() async throws {
    let counter = Counter()
    let pair = try await Pair { bridge in
      bridge.handle("count", on: counter) { (counter: isolated Counter, by: Int, _) in
        counter.assertIsolated()
        counter.count += by
        return counter.count
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { let _: Int? = try? await pair.caller.call("count", 1) } }
    }
    #expect(await counter.count == 100)
  }

  @Test(arguments: [
    "__proto__", "constructor", "toString", "hasOwnProperty", "then", "", " ", "a/b", "\u{0}", "\u{202E}x", "名前",
    "a..b",
  ]) func `an odd name is unknown unless it is registered, and then it is called`(name: String) async throws {
    let pair = try await Pair()
    #expect(await code { try await pair.caller.call(name, BridgeValue.undefined) } != nil)
    guard !name.isEmpty, !name.contains("..") else { return }
    pair.server.handle(name) { 1 }
    #expect(try await pair.caller.call(name, BridgeValue.undefined, returning: Int.self) == 1)
  }

  @Test func `a name of a megabyte is refused by its length`() async throws {
    let pair = try await Pair()
    let name = String(repeating: "x", count: 1 << 20)
    #expect(await code { try await pair.caller.call(name, BridgeValue.undefined) } == .resourceExhausted)
  }
}
