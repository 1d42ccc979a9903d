import Causeway
import CausewayJavaScript
import JavaScriptRuntime
import Synchronization
import Testing

/// Synchronous calls, for code that cannot await.
@Suite(.timeLimit(.minutes(5))) struct CallSyncTests {
  @Test func `values of every type are returned synchronously`() async throws {
    let lab = Lab()
    lab.bridge.handle("echo") { (value: BridgeValue) in value }
    lab.bridge.handle("nothing") { () -> Void in }
    lab.bridge.handle("in.context") { (point: Point, call: CallContext) in "\(call.method) \(point.label)" }
    let lines = try await lab.run(
      """
      for (const value of [1, 'text', null, undefined, true, 10n, [1, { a: 'b' }], new Map([[1, 2]]), new Uint8Array([1, 255])])
        console.log(bridge.callSync('echo', value));
      console.log(bridge.callSync('nothing'), bridge.callSync('in.context', { x: 1, label: 'a', list: [] }));
      console.log(bridge.inspect().pending);
      """)
    #expect(
      lines == [
        "1", "text", "null", "undefined", "true", "10n", "[ 1, { a: 'b' } ]", "Map(1) { 1 => 2 }",
        "Uint8Array(2) [ 1, 255 ]", "undefined in.context a", "0",
      ])
  }

  @Test func `an error of the handler is thrown, with its code and the caller's stack`() async throws {
    let lab = Lab()
    lab.bridge.handle("fail") { () throws -> Int in throw BridgeError("MINE", "no such row", data: ["row": 7]) }
    let runtime = try await lab.runtime(permissions: ["fail"])
    try await runtime.evaluate(
      program: """
        const attempt = (...given) => {
          try { return bridge.callSync(...given); } catch (error) { return `${error.code} ${error.message} ${error.data?.row}`; }
        };
        console.log(attempt('fail'));
        console.log(attempt('echo').startsWith('PERMISSION_DENIED'), attempt('fail', Symbol('s')).startsWith('INVALID_ARGUMENT'));
        console.log(attempt(5).startsWith('INVALID_ARGUMENT'));
        try { bridge.callSync('fail') } catch (error) { console.log(error.stack.includes('script.js:')) }
        """)
    await runtime.close()
    #expect(lab.printed == ["MINE no such row 7", "true true", "true", "true"])
  }

  @Test func `synchronous closures of every form are reached`() async throws {
    let lab = Lab()
    lab.bridge.handle("none") { () in 1 }
    lab.bridge.handle("nothing") { () -> Void in }
    lab.bridge.handle("context") { (call: CallContext) in call.method }
    lab.bridge.handle("context.nothing") { (call: CallContext) throws -> Void in _ = call.method }
    lab.bridge.handle("params") { (number: Int) in number }
    lab.bridge.handle("params.nothing") { (_: Int) -> Void in }
    lab.bridge.handle("both") { (number: Int, _: CallContext) in number }
    lab.bridge.handle("both.nothing") { (_: Int, _: CallContext) -> Void in }
    let lines = try await lab.run(
      """
      for (const name of ["none", "nothing", "context", "context.nothing", "params", "params.nothing", "both", "both.nothing"])
        console.log(name, bridge.callSync(name, 5));
      """)
    #expect(
      lines == [
        "none 1", "nothing undefined", "context context", "context.nothing undefined", "params 5",
        "params.nothing undefined", "both 5", "both.nothing undefined",
      ])
  }

  @Test func `an asynchronous handler is refused before it runs, each time`() async throws {
    let lab = Lab()
    let runs = Atomic<Int>(0)
    actor Store {
      var number = 0
      func next() -> Int {
        number += 1
        return number
      }
    }
    let store = Store()
    lab.bridge.handle("store") { () async in
      runs.add(1, ordering: .relaxed)
      return await store.next()
    }
    lab.bridge.handle("ready") { () async in
      runs.add(1, ordering: .relaxed)
      return 1
    }
    lab.bridge.handle("replying", replying: Int.self) { (_: Int, _, reply) in
      runs.add(1, ordering: .relaxed)
      reply.succeed(1)
    }
    lab.bridge.stream("items") { (_: Int, _: CallContext) in
      runs.add(1, ordering: .relaxed)
      return AsyncStream<Int> { $0.finish() }
    }
    let lines = try await lab.run(
      """
      for (const name of ["store", "ready", "replying", "items"]) {
        const seen = new Set();
        for (let i = 0; i < 500; i++) try { seen.add(bridge.callSync(name, 1)) } catch (error) { seen.add(`${error.code} ${error.message}`) }
        console.log([...seen].join("; "), bridge.inspect().pending);
      }
      """)
    #expect(
      lines
        == ["store", "ready", "replying"].map {
          "FAILED_PRECONDITION \($0) is asynchronous: await bridge.call instead. 0"
        } + ["FAILED_PRECONDITION items is a stream: use stream. 0"])
    #expect(runs.load(ordering: .relaxed) == 0)
  }

  @Test func `a script whose limit passes in a handler is stopped when the handler returns, and the process lives`()
    async throws
  {
    let lab = Lab()
    lab.bridge.handle("long") { () throws -> Int in
      let end = ContinuousClock.now + .milliseconds(150)
      while ContinuousClock.now < end {}
      throw BridgeError("MINE", "after the limit", data: ["an": "object"])
    }
    let runtime = try await lab.runtime { $0.evaluationLimit = .milliseconds(50) }
    await #expect { try await runtime.evaluate("for (;;) try { bridge.callSync('long') } catch {}") } throws: {
      ($0 as? JavaScriptError)?.code == .timeLimit
    }
    await runtime.close()
  }
}
