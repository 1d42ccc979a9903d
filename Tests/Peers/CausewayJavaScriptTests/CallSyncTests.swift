import Causeway
import CausewayJavaScript
import JavaScriptRuntime
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
        console.log(attempt('echo').startsWith('PERMISSION_DENIED'), attempt('fail', () => {}).startsWith('INVALID_ARGUMENT'));
        console.log(attempt(5).startsWith('INVALID_ARGUMENT'));
        try { bridge.callSync('fail') } catch (error) { console.log(error.stack.includes('script.js:')) }
        """)
    await runtime.close()
    #expect(lab.printed == ["MINE no such row 7", "true true", "true", "true"])
  }

  @Test func `a handler that suspends is cancelled and the caller told to await`() async throws {
    let lab = Lab()
    let (ended, end) = AsyncStream.makeStream(of: Bool.self)
    lab.bridge.handle("slow") { () async throws -> Int in
      await withUnsafeContinuation { continuation in Task { continuation.resume() } }
      // Not in a cancellation handler, which is not called if the operation ends first.
      while !Task.isCancelled { await Task.yield() }
      end.yield(true)
      return 1
    }
    let lines = try await lab.run(
      "try { bridge.callSync('slow') } catch (error) { console.log(error.code, error.message, bridge.inspect().pending) }"
    )
    #expect(lines == ["FAILED_PRECONDITION slow did not answer at once: await bridge.call instead 0"])
    var endings = ended.makeAsyncIterator()
    #expect(await endings.next() == true)
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
