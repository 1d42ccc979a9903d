import CausewayTesting
import JavaScriptModules
import Testing

@testable import JavaScriptRuntime

@Suite(.timeLimit(.minutes(5))) struct WorkerTests {
  /// Starts `worker.js` and ends it after its first message.
  private static let first = """
    const worker = new Worker('./worker.js', { type: 'module', name: 'w' });
    worker.onmessage = ({ data }) => { console.log(data); worker.terminate() };
    worker.onerror = (event) => { event.preventDefault(); console.log('error', event.message) };
    """

  @Test func `a worker answers a message`() async throws {
    let lines = try await printed([
      "main.js": WorkerTests.first + "worker.postMessage(20)",
      "worker.js": "import { twice } from './twice.js'; onmessage = ({ data }) => postMessage(twice(data))",
      "twice.js": "export const twice = (n) => 2 * n",
    ])
    #expect(lines == ["40"])
  }

  @Test func `the scope of a worker is its own`() async throws {
    let lines = try await printed([
      "main.js": "globalThis.x = 1; " + WorkerTests.first,
      "worker.js": """
      let refusal; try { importScripts('a.js') } catch (error) { refusal = error.name }
      postMessage([typeof x, self === globalThis, name, typeof window, typeof Worker, refusal].join())
      """,
    ])
    #expect(lines == ["undefined,true,w,undefined,function,TypeError"])
  }

  @Test func `values keep their classes, cycles and shared references`() async throws {
    let lines = try await printed([
      "main.js": """
      const worker = new Worker('./worker.js', { type: 'module' });
      const shared = { deep: [1, , 3] };
      const value = {
        undefined: undefined, nan: NaN, zero: -0, big: 12n, text: 'a\\u0000\\ud800', date: new Date(5), regexp: /a/gi,
        map: new Map([[shared, shared]]), set: new Set(['s']), error: new RangeError('far', { cause: 7 }),
        boxed: Object('o'), bytes: new Uint8Array([1, 2, 3]).subarray(1), empty: [], nothing: null, ['__proto__']: 4,
      };
      value.self = value;
      worker.postMessage(value);
      worker.onmessage = ({ data }) => {
        const key = [...data.map.keys()][0];
        console.log(
          'undefined' in data, data.undefined, data.nan, Object.is(data.zero, -0), data.big, data.text === value.text,
          data.date.getTime(), String(data.regexp), data.map.get(key) === key, 1 in key.deep, key.deep[2], data.set.has('s'),
          data.error instanceof RangeError, data.error.message, data.error.cause, typeof data.boxed, data.bytes.join(),
          data.empty.length, data.nothing, Object.hasOwn(data, '__proto__'), data.self === data);
        worker.terminate();
      };
      """,
      "worker.js": "onmessage = ({ data }) => postMessage(data)",
    ])
    #expect(
      lines == [
        "true undefined NaN true 12n true 5 /a/gi true false 3 true true far 7 object 2,3 0 null true true"
      ])
  }

  @Test func `a transferred buffer is moved`() async throws {
    let lines = try await printed([
      "main.js": """
      const buffer = new ArrayBuffer(100_000);
      new Uint8Array(buffer)[99_999] = 7;
      """ + WorkerTests.first + "worker.postMessage({ buffer }, [buffer]); console.log(buffer.byteLength)",
      "worker.js":
        "onmessage = ({ data: { buffer } }) => postMessage(buffer.byteLength + new Uint8Array(buffer)[99_999])",
    ])
    #expect(lines == ["0", "100007"])
  }

  @Test func `a value that cannot cross is refused and costs no buffer`() async throws {
    let lines = try await printed([
      "main.js": WorkerTests.first + """
        const buffer = new ArrayBuffer(8);
        for (const value of [() => {}, Symbol('s'), new Headers(), new WeakMap()]) {
          try { worker.postMessage({ value, buffer }, [buffer]) } catch (error) { console.log(error.name, buffer.byteLength) }
        }
        try { worker.postMessage(0, [new Blob()]) } catch (error) { console.log(error.name) }
        worker.postMessage('last');
        """,
      "worker.js": "onmessage = ({ data }) => postMessage(data)",
    ])
    #expect(lines == Array(repeating: "DataCloneError 8", count: 4) + ["DataCloneError", "last"])
  }

  @Test func `a port works across contexts and comes back`() async throws {
    let lines = try await printed([
      "main.js": """
      const { port1, port2 } = new MessageChannel();
      port2.postMessage('before the move');
      """ + "const worker = new Worker('./worker.js', { type: 'module' });" + """
        port1.postMessage('queued');
        worker.postMessage(port2, [port2]);
        port1.onmessage = ({ data }) => {
          console.log(data);
          if (data === 'echo queued') worker.postMessage('back');
        };
        worker.onmessage = ({ ports: [port] }) => {
          port.onmessage = ({ data }) => { console.log('home', data); worker.terminate() };
          port1.postMessage('again');
        };
        """,
      "worker.js": """
      let port;
      onmessage = ({ data }) => {
        if (data === 'back') { postMessage(port, [port]); return }
        port = data;
        port.onmessage = (event) => port.postMessage('echo ' + event.data);
      };
      """,
    ])
    #expect(lines == ["before the move", "echo queued", "home again"])
  }

  @Test func `a port is closed when the context of its other side ends`() async throws {
    let lines = try await printed([
      "main.js": """
      const { port1, port2 } = new MessageChannel();
      const worker = new Worker('./worker.js', { type: 'module' });
      worker.postMessage(port2, [port2]);
      const alive = setInterval(() => {}, 10);
      port1.onmessage = () => worker.terminate();
      port1.addEventListener('close', () => { console.log('closed'); port1.postMessage('lost'); clearInterval(alive) });
      """,
      "worker.js": "onmessage = ({ data }) => { data.postMessage(1); globalThis.kept = data }",
    ])
    #expect(lines == ["closed"])
  }

  @Test func `a worker without listeners ends when it has nothing left to do`() async throws {
    let lines = try await printed([
      "main.js":
        "const w = new Worker('./worker.js', { type: 'module' }); w.onmessage = ({ data }) => console.log(data)",
      "worker.js": "setTimeout(() => postMessage('late'), 20); postMessage('early')",
    ])
    #expect(lines == ["early", "late"])
  }

  @Test func `close() ends a worker after the running script`() async throws {
    let lines = try await printed([
      "main.js":
        "const w = new Worker('./worker.js', { type: 'module' }); w.onmessage = ({ data }) => console.log(data)",
      "worker.js": "onmessage = () => {}; setInterval(() => postMessage('never'), 1000); close(); postMessage('last')",
    ])
    #expect(lines == ["last"])
  }

  @Test func `a worker has workers of its own`() async throws {
    let lines = try await printed([
      "main.js": WorkerTests.first,
      "worker.js": """
      const inner = new Worker('./inner.js', { type: 'module' });
      inner.onmessage = ({ data }) => { postMessage('outer ' + data) };
      """,
      "inner.js": "postMessage('inner'); onmessage = () => {}",
    ])
    #expect(lines == ["outer inner"])
  }

  @Test func `the virtual clock moves the timers of workers`() async throws {
    let clock = VirtualClock()
    let printed = Printed()
    var configuration = printed.configuration
    configuration.clock = clock
    configuration.modules = ModuleConfiguration(
      .memory([
        "main.js": WorkerTests.first,
        "worker.js": "setTimeout(() => postMessage(performance.now() >= 3_600_000), 3_600_000)",
      ]))
    let runtime = try await JavaScriptRuntime(configuration)
    async let end = runtime.run(module: "./main.js")
    await clock.waitForSleepers()
    clock.advance(by: .seconds(3600))
    #expect(try await end == 0)
    await runtime.close()
    #expect(printed.all == ["true"])
  }

  @Test func `there is no Worker without modules or with workers switched off`() async throws {
    let bare = Printed()
    let runtime = try await JavaScriptRuntime(bare.configuration)
    try await runtime.evaluate("console.log(typeof Worker, typeof postMessage)")
    await runtime.close()
    #expect(bare.all == ["undefined undefined"])
    let lines = try await printed(["main.js": "console.log(typeof Worker, typeof close)"]) { $0.workers = nil }
    #expect(lines == ["undefined undefined"])
  }
}
