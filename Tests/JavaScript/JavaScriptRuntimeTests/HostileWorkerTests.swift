import CausewayTesting
import Dispatch
import JavaScriptModules
import TestSupport
import Testing

@testable import JavaScriptRuntime

@Suite(.timeLimit(.minutes(5))) struct HostileWorkerTests {
  /// Prints the first error of `worker.js`.
  private func error(of worker: String, _ change: (inout RuntimeConfiguration) -> Void = { _ in }) async throws
    -> [String]
  {
    try await printed(
      [
        "main.js": """
        const worker = new Worker('./worker.js', { type: 'module' });
        worker.onerror = (event) => {
          event.preventDefault();
          console.log(event.message, event.filename.split('/').pop(), event.lineno);
          worker.terminate();
        };
        """, "worker.js": worker,
      ], change)
  }

  @Test func `an error at the top level is told to the parent`() async throws {
    #expect(try await error(of: "\nthrow new TypeError('no')") == ["TypeError: no worker.js 2"])
  }

  @Test func `an error in a listener is told to the parent`() async throws {
    #expect(try await error(of: "\n\nsetTimeout(() => { throw new Error('later') })") == ["Error: later worker.js 3"])
  }

  @Test func `a syntax error is told to the parent`() async throws {
    let lines = try await error(of: "let a = ;")
    #expect(lines.count == 1 && lines[0].hasPrefix("SyntaxError"))
  }

  @Test func `an unhandled error of a worker is an uncaught error of the parent`() async throws {
    let lines = try await printed([
      "main.js": "new Worker('./worker.js', { type: 'module' })", "worker.js": "throw new TypeError('no')",
    ])
    #expect(lines == ["uncaught: Error: TypeError: no"])
  }

  @Test func `a module that does not exist is told to the parent`() async throws {
    let lines = try await printed([
      "main.js": """
      const worker = new Worker('./gone.js', { type: 'module' });
      worker.onerror = (event) => { event.preventDefault(); console.log(event.message.includes('gone.js')) };
      """
    ])
    #expect(lines == ["true"])
  }

  @Test func `a worker in an endless loop is terminated`() async throws {
    let lines = try await printed([
      "main.js": """
      const worker = new Worker('./worker.js', { type: 'module' });
      worker.onmessage = () => { worker.terminate(); worker.terminate(); worker.postMessage(1); console.log('ended') };
      """, "worker.js": "postMessage(1); for (;;);",
    ])
    #expect(lines == ["ended"])
  }

  @Test func `the evaluation limit holds for workers`() async throws {
    let lines = try await error(of: "for (;;);") { $0.evaluationLimit = .milliseconds(100) }
    #expect(lines.count == 1 && lines[0].contains("evaluation limit"))
  }

  @Test func `a runtime that closes ends its workers`() async throws {
    var configuration = RuntimeConfiguration()
    configuration.modules = ModuleConfiguration(
      .memory([
        "main.js": """
        for (let i = 0; i < 4; i++) new Worker('./worker.js', { type: 'module' });
        await new Promise((resolve) => { new Worker('./quick.js', { type: 'module' }).onmessage = resolve });
        """, "worker.js": "for (;;);", "quick.js": "postMessage(0)",
      ]))
    let runtime = try await JavaScriptRuntime(configuration)
    try await runtime.import("./main.js")
    #expect(await runtime.openResources().filter { "\($0)".contains("worker.js") }.count == 4)
    await runtime.close()
    #expect(await runtime.openResources().isEmpty)
  }

  @Test func `a worker is terminated at every moment`() async throws {
    let lines = try await printed([
      "main.js": """
      for (let delay = 0; delay < 12; delay++) {
        const worker = new Worker('./worker.js', { type: 'module' });
        worker.postMessage(new ArrayBuffer(1000));
        if (delay === 0) worker.terminate();
        else await new Promise((resolve) => setTimeout(resolve, delay)).then(() => worker.terminate());
      }
      console.log('done');
      """,
      "worker.js":
        "await 0; onmessage = () => { const { port1, port2 } = new MessageChannel(); postMessage(port1, [port1]) }",
    ])
    #expect(lines == ["done"])
  }

  @Test func `too many workers are refused by name, at any depth`() async throws {
    let lines = try await printed(
      [
        "main.js": """
        const worker = new Worker('./worker.js', { type: 'module' });
        worker.onmessage = ({ data }) => { console.log(data); worker.terminate() };
        """,
        "worker.js": """
        onmessage = () => {};
        try { for (;;) new Worker('./idle.js', { type: 'module' }) } catch (error) { postMessage(error.name + ' ' + error.message) }
        """, "idle.js": "onmessage = () => {}",
      ]
    ) { $0.workers?.count = 3 }
    #expect(lines == ["QuotaExceededError Worker: the limit of 3 workers is reached (RESOURCE_EXHAUSTED)"])
  }

  @Test(arguments: [
    "const all = []; for (;;) all.push(new Array(1000).fill(0.5))",
    "const all = []; setInterval(() => { for (let i = 0; i < 100; i++) all.push(new Array(1000).fill(0.5)) }, 0)",
    "const all = []; for (;;) all.push(new Uint8Array(100_000).fill(1))",
  ]) func `a worker that allocates for ever is stopped, and the rest lives`(worker: String) async throws {
    let lines = try await printed(
      [
        "main.js": """
        const other = new Worker('./other.js', { type: 'module' });
        const worker = new Worker('./worker.js', { type: 'module' });
        worker.onerror = (event) => { event.preventDefault(); console.log(event.message); other.postMessage(1) };
        other.onmessage = ({ data }) => { console.log(data); other.terminate() };
        """, "worker.js": worker, "other.js": "onmessage = ({ data }) => postMessage(data)",
      ]
    ) { $0.workers?.heapBytes = 64 << 20 }
    #expect(
      lines == ["The script was stopped because its heap has more than 64 MB (WorkerLimits.heapBytes).", "1"])
  }

  @Test func `a storm of messages is refused by name and the rest lives`() async throws {
    let lines = try await printed(
      [
        "main.js": """
        const worker = new Worker('./worker.js', { type: 'module' });
        const bytes = new Uint8Array(100_000);
        let count = 0;
        try { for (;;) { worker.postMessage(bytes); count++ } } catch (error) { console.log(error.name, count) }
        worker.terminate();
        """, "worker.js": "for (;;);",
      ]
    ) { $0.workers?.unreadBytes = 1_000_000 }
    #expect(lines.count == 1 && lines[0].hasPrefix("QuotaExceededError 10"))
  }

  @Test func `hostile URLs and options are refused`() async throws {
    let lines = try await printed([
      "main.js": """
      const attempt = (...list) => { try { new Worker(...list); console.log('made') } catch (error) { console.log(error.name) } };
      attempt();
      attempt('./worker.js');
      attempt('./worker.js', { type: 'no' });
      attempt({ toString() { throw new RangeError() } }, { type: 'module' });
      try { Worker('./worker.js') } catch (error) { console.log(error.name) }
      try { Worker.prototype.postMessage.call({}, 1) } catch (error) { console.log(error.name) }
      """
    ])
    #expect(lines == ["TypeError", "NotSupportedError", "TypeError", "RangeError", "TypeError", "TypeError"])
  }

  @Test func `a page that changes the prototypes does not change messages`() async throws {
    let lines = try await printed([
      "main.js": """
      Object.prototype.toJSON = () => 'broken';
      Object.defineProperty(Array.prototype, '0', { set() { throw 'broken' }, configurable: true });
      const worker = new Worker('./worker.js', { type: 'module' });
      worker.onmessage = ({ data }) => { delete Array.prototype[0]; console.log(data.list.join()); worker.terminate() };
      worker.postMessage({ list: [...'ab'].map((x) => x) });
      """, "worker.js": "onmessage = ({ data }) => postMessage(data)",
    ])
    #expect(lines == ["a,b"])
  }

  @Test func `a thread that was given up reports its end when it ends`() async throws {
    let thread = try JavaScriptThread(name: "given-up")
    let gate = DispatchSemaphore(value: 0)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    thread.perform {
      begin.finish()
      gate.wait(for: "the test")
    }
    for await _ in begun {}
    thread.stop()
    thread.abandon()
    await thread.join()
    let exits = Shared(0)
    thread.whenExited { exits.withLock { $0 += 1 } }
    // A worker on it still counts.
    #expect(exits.value == 0)
    gate.signal()
    try await eventually("the thread has ended") { exits.value == 1 }
    thread.whenExited { exits.withLock { $0 += 1 } }
    #expect(exits.value == 2)
  }
}
