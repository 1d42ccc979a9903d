import Causeway
import CausewayConcurrency
import CausewayJavaScript
import JavaScriptRuntime
import Synchronization
import TestSupport
import Testing

/// Objects of JavaScript's, whose methods Swift calls.
@Suite(.timeLimit(.minutes(5))) struct RemoteObjectTests {
  private let bridge = Bridge()

  private static let source = """
    class Base extends bridge.RemoteObject {
      inherited() { return "of the base"; }
    }
    class Counter extends Base {
      #total = 0;
      field = () => "a field";
      get accessor() { return () => "an accessor"; }
      add(count) { return (this.#total += count ?? 1); }
      async later(count) { await null; return this.add(count); }
      fail() { throw Object.assign(new Error("no"), { code: "QUOTA", data: 5 }); }
      *upTo(count) { for (let number = 1; number <= count; number++) yield number; }
      async *forever() { for (let number = 1; ; number++) yield number; }
      work(count, call) { call.report(count); return new Promise(() => {}); }
      itself() { return this; }
      static shared() { return "static"; }
    }
    const plain = { twice: (value) => 2 * value, name: "plain", nested: { deep() {} } };
    bridge.remote(plain).later = () => "added later";
    const counters = [];
    bridge.handle("make", () => { const one = new Counter(); counters.push(one); return one; });
    bridge.handle("nested", () => ({ list: [plain, plain], map: { one: new Counter() } }));
    bridge.handle("plain", () => plain);
    bridge.handle("isFirst", (one) => one === counters[0]);
    bridge.handle("pass", ({ name, value }) => bridge.call(name, value === "plain" ? plain : new Counter()).catch((error) => `${error.code} ${error.message}`));
    bridge.handle("held", () => bridge.inspect().references.exported);
    """

  private func withRuntime(_ body: (JavaScriptRuntime) async throws -> Void) async throws {
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    try await runtime.evaluate(Self.source, url: "objects.js")
    try await body(runtime)
    await runtime.close()
  }

  private func released(_ runtime: JavaScriptRuntime) async throws {
    try await eventually("the objects are released") { try await runtime.call("held", returning: Int.self) == 0 }
  }

  private func code(_ body: () async throws -> Void) async -> String {
    do {
      try await body()
      return "no error"
    } catch {
      let error = BridgeError(error)
      return "\(error.code) \(error.message)"
    }
  }

  @Test func `methods of the class are called with their object, awaited, and keep its state`() async throws {
    try await withRuntime { runtime in
      let counter: RemoteObject = try await runtime.call("make")
      #expect(try await counter.call("add", 3) == 3)
      #expect(try await counter.call("later", 4) == 7)
      #expect(try await counter.call("add") == 8)
      try await counter.call("add", 2)
      #expect(try await counter.call("inherited") == "of the base")
      #expect(counter.name == "make#result")
      let error = await #expect(throws: BridgeError.self) { try await counter.call("fail") }
      #expect(error?.code == "QUOTA" && error?.message == "no" && error?.data == 5)
      #expect(error?.method == "make#result.fail")
      let wrong = await #expect(throws: BridgeError.self) { let _: String = try await counter.call("add", 1) }
      #expect(wrong?.message == "result: expected a string, got the number 11")
    }
  }

  @Test(arguments: [
    "field", "accessor", "constructor", "shared", "toString", "hasOwnProperty", "__proto__", "__defineGetter__",
    "nothing",
    "", "add/add", "valueOf", "#total",
  ]) func `fields, accessors and what every object inherits are not reachable`(name: String) async throws {
    try await withRuntime { runtime in
      let counter: RemoteObject = try await runtime.call("make")
      #expect(await code { try await counter.call(name) } == "UNIMPLEMENTED There is no such method.")
    }
  }

  @Test func `an object without a class has the methods that it had`() async throws {
    try await withRuntime { runtime in
      let plain: RemoteObject = try await runtime.call("plain")
      #expect(try await plain.call("twice", 4) == 8)
      for name in ["later", "name", "nested", "toString", "nested.deep"] {
        #expect(await code { try await plain.call(name) } == "UNIMPLEMENTED There is no such method.")
      }
    }
  }

  @Test func `objects lie at any depth, are equal if they are the same, and go back as themselves`() async throws {
    struct Nested: Decodable, Sendable {
      let list: [RemoteObject]
      let map: [String: RemoteObject]
    }
    try await withRuntime { runtime in
      let nested: Nested = try await runtime.call("nested")
      #expect(nested.list[0] == nested.list[1])
      #expect(nested.list[0] != nested.map["one"])
      #expect(Set(nested.list + nested.map.values).count == 2)
      #expect(try await nested.map["one"]?.call("add", 1, returning: Int.self) == 1)
      let counter: RemoteObject = try await runtime.call("make")
      #expect(try await runtime.call("isFirst", counter))
      #expect(try await runtime.call("isFirst", ["value": nested.list[0]]) == false)
      let itself: RemoteObject = try await counter.call("itself")
      #expect(itself == counter)
    }
  }

  @Test func `a method that yields is a stream, and is stopped with its object`() async throws {
    try await withRuntime { runtime in
      let counter: RemoteObject = try await runtime.call("make")
      var items: [Int] = []
      for try await item in counter.stream("upTo", 5, of: Int.self) { items.append(item) }
      #expect(items == [1, 2, 3, 4, 5])
      #expect(
        await code { try await counter.call("forever") } == "FAILED_PRECONDITION forever is a stream: use stream.")
      #expect(
        await code { for try await _ in counter.stream("add", 1, of: Int.self) {} }
          == "FAILED_PRECONDITION add is not a stream: use call.")
      var endless = counter.stream("forever", of: Int.self, buffer: 2).makeAsyncIterator()
      #expect(try await endless.next() == 1)
      counter.release()
      let end = await code { while try await endless.next() != nil {} }
      #expect(end == "NOT_FOUND make#result was released.")
      #expect(await code { for try await _ in counter.stream("upTo", 5, of: Int.self) {} } == end)
      try await released(runtime)
    }
  }

  @Test func `progress arrives, a deadline ends the call, and release ends one that is under way`() async throws {
    try await withRuntime { runtime in
      let counter: RemoteObject = try await runtime.call("make")
      let reports = Shared<[BridgeValue]>([])
      let late = await code {
        let _: Int = try await counter.call("work", 7, timeout: .milliseconds(50)) { report in
          reports.withLock { $0.append(report) }
        }
      }
      #expect(late.hasPrefix("DEADLINE_EXCEEDED"))
      #expect(reports.value == [7])
      let started = Signal()
      let waiting = Task {
        await code { let _: Int = try await counter.call("work", 8) { _ in started.fire() } }
      }
      await started.wait()
      counter.release()
      #expect(await waiting.value == "NOT_FOUND make#result was released.")
      #expect(await code { try await counter.call("add") } == "NOT_FOUND make#result was released.")
      try await released(runtime)
    }
  }

  @Test func `a parameter lasts until its call ends, unless it is kept`() async throws {
    let lent = Shared<RemoteObject?>(nil)
    let kept = Shared<RemoteObject?>(nil)
    bridge.handle("take") { (one: RemoteObject) async throws -> Int in
      lent.withLock { $0 = one }
      let own = try one.keep()
      kept.withLock { $0 = own }
      return try await one.call("add", 1)
    }
    try await withRuntime { runtime in
      try await runtime.call("pass", ["name": "take"])
      let old = try #require(lent.value)
      #expect(
        await code { try await old.call("add", 1) }
          == "NOT_FOUND take# was lent to a call that has ended: keep() it to call it later.")
      let own = try #require(kept.value)
      #expect(own == old)
      #expect(try await own.call("add", 1) == 2)
      lent.withLock { $0 = nil }
      kept.withLock { $0 = nil }
      own.release()
      try await released(runtime)
    }
  }

  @Test func `neither a value, a function nor an object of another kind is taken for one`() async throws {
    bridge.handle("object") { (_: RemoteObject) in 1 }
    bridge.handle("function") { (_: Callback<Int, Int>) in 1 }
    bridge.handle("number") { (_: Int) in 1 }
    bridge.handle("any") { (_: BridgeValue) in 1 }
    bridge.handle("none") { () in 1 }
    try await withRuntime { runtime in
      func refused(_ name: String, _ value: String = "counter") async throws -> String {
        try await runtime.call("pass", ["name": name, "value": value])
      }
      #expect(
        try await refused("function") == "INVALID_ARGUMENT params: expected a function, got an object (Counter)")
      let number = try await refused("number", "plain")
      #expect(number == "INVALID_ARGUMENT params: expected an integer of 64 bits, got an object (Object)")
      for name in ["none", "any"] {
        let text = try await refused(name)
        #expect(text == "INVALID_ARGUMENT params: expected a value, got an object (Counter): nothing here calls it.")
      }
      try await runtime.evaluate(
        "bridge.handle('send', (value) => bridge.call('object', value === 'f' ? () => 1 : value).catch((error) => error.message))"
      )
      let expected = "params: expected an object that crosses by reference (see bridge.remote)"
      #expect(try await runtime.call("send", "f") == "\(expected), got a function")
      #expect(try await runtime.call("send", ["a": 1]) == "\(expected), got an object")
      try await released(runtime)
    }
  }

  @Test func `progress and errors do not carry one, and a second runtime does not receive it`() async throws {
    let progressed = Shared<[BridgeValue]>([])
    try await withRuntime { runtime in
      try await runtime.evaluate(
        """
        bridge.handle("report", (_, call) => {
          try { call.report(plain); } catch (error) { return `${error.code} ${error.message}`; }
        });
        bridge.handle("throw", () => { throw Object.assign(new Error("no"), { data: { plain } }); });
        """)
      let text: String = try await runtime.call("report") { value in progressed.withLock { $0.append(value) } }
      #expect(text == "INTERNAL progress: an object cannot cross by reference here")
      #expect(progressed.value.isEmpty)
      let error = await #expect(throws: BridgeError.self) { try await runtime.call("throw") }
      #expect(error?.message == "no")
      let counter: RemoteObject = try await runtime.call("make")
      let other = try await JavaScriptRuntime(bridge: Bridge(), permissions: .all)
      try await other.evaluate("bridge.handle('take', () => 1)")
      #expect(
        await code { try await other.call("take", counter) }
          == "UNIMPLEMENTED take#: an object can be sent back, but not to another peer.")
      await other.close()
      counter.release()
      try await released(runtime)
    }
  }

  @Test func `after the end of the runtime it is unavailable`() async throws {
    let left = Shared<RemoteObject?>(nil)
    try await withRuntime { runtime in
      let counter: RemoteObject = try await runtime.call("make")
      left.withLock { $0 = counter }
    }
    let counter = try #require(left.value)
    #expect(await code { try await counter.call("add") }.hasPrefix("UNAVAILABLE"))
    #expect(await code { for try await _ in counter.stream("upTo", 1, of: Int.self) {} }.hasPrefix("UNAVAILABLE"))
  }

  @Test func `what cannot be one is refused, and one of Swift's stays what it is`() async throws {
    bridge.handle("adder") { (a: Int) in Callback { (b: Int) in a + b } }
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    let refusals: [String] = try await runtime.evaluate(
      """
      [5, "a", null, undefined, [], () => 1].map((value) => {
        try { bridge.remote(value); return "no error"; } catch (error) { return `${error.code} ${error.message}`; }
      })
      """, returning: [String].self)
    #expect(
      Set(refusals) == ["INVALID_ARGUMENT remote takes an object with methods; a function crosses as it is"])
    let kept: [Int] = try await runtime.evaluate(
      "bridge.call('adder', 1).then(async (add) => [bridge.remote(add) === add ? 1 : 0, await add(2)])",
      returning: [Int].self)
    #expect(kept == [1, 3])
    await runtime.close()
  }
}
