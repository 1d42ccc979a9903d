import JavaScriptEngine
import Synchronization
import TestSupport
import Testing

@testable import JavaScriptRuntime

/// `BroadcastChannel` beyond its context.
@Suite(.timeLimit(.minutes(1))) struct BroadcastTests {
  @Test func `a message reaches the workers and the workers of workers, but no other program`() async throws {
    let alone = Printed()
    let other = try await JavaScriptRuntime(alone.configuration)
    try await other.evaluate("new BroadcastChannel('x').onmessage = ({ data }) => console.log(data)")
    let lines = try await printed([
      "main.js": """
      const worker = new Worker('./worker.js', { type: 'module' });
      const channel = new BroadcastChannel('x'), seen = [];
      channel.onmessage = ({ data, isTrusted }) => {
        if (data === 'ready') { channel.postMessage(new Map([['bytes', new Uint8Array([1, 2])], ['self', seen]])); return }
        seen.push(data);
        if (seen.length === 2) { console.log(seen.sort().join(), isTrusted); channel.postMessage('end'); channel.close() }
      };
      """,
      "worker.js": """
      new Worker('./inner.js', { type: 'module' });
      const channel = new BroadcastChannel('x');
      channel.onmessage = ({ data }) => {
        if (data === 'end') channel.close();
        else if (data instanceof Map) channel.postMessage('outer ' + data.get('bytes').join(' '));
      };
      """,
      "inner.js": """
      const channel = new BroadcastChannel('x');
      channel.onmessage = ({ data }) => {
        if (data === 'end') { channel.close(); other.close() }
        else if (data instanceof Map) channel.postMessage('inner ' + data.get('bytes').join(' '));
      };
      const other = new BroadcastChannel('x\\ud800');
      other.onmessage = () => console.log('another name');
      channel.postMessage('ready');
      """,
    ]) { $0.workers?.count = 2 }
    #expect(lines == ["inner 1 2,outer 1 2 true"])
    #expect(alone.all.isEmpty)
    await other.close()
  }

  @Test func `a message reaches all contexts of a pool`() async throws {
    let received = Atomic<Int>(0)
    let configuration = JavaScriptRuntimePoolTests.configuration(count: 3) { text in
      if text == "news" { received.add(1, ordering: .relaxed) }
    }
    let pool = try await JavaScriptRuntimePool(configuration) { runtime in
      try await runtime.evaluate(
        "globalThis.news = new BroadcastChannel('news'); news.onmessage = ({ data }) => console.log(data)")
    }
    try await pool.withRuntime { try await $0.evaluate("news.postMessage('news')") }
    try await eventually("the two other contexts have received it") { received.load(ordering: .relaxed) == 2 }
    await pool.close()
  }

  @Test func `a receiver that reads nothing makes the sender fail at a limit`() async throws {
    let lines = try await printed(
      [
        "main.js": """
        const worker = new Worker('./worker.js', { type: 'module' });
        const channel = new BroadcastChannel('x'), bytes = new Uint8Array(100_000);
        channel.onmessage = () => {
          let count = 0;
          try { for (;;) { channel.postMessage(bytes); count++ } } catch (error) { console.log(error.name, count) }
          new BroadcastChannel('y').postMessage(bytes);
          worker.terminate();
          channel.close();
        };
        """,
        "worker.js": "const channel = new BroadcastChannel('x'); channel.postMessage(1); for (;;);",
      ]
    ) { $0.workers?.unreadBytes = 1_000_000 }
    #expect(lines == ["QuotaExceededError 10"])
  }

  @Test func `endless channels are refused by name, and those that are closed do not count`() async throws {
    let lines = try await printed(
      [
        "main.js": """
        let count = 0;
        for (let i = 0; i < 100; i++) new BroadcastChannel('closed' + i).close();
        try { for (;;) { new BroadcastChannel('open' + count); count++ } } catch (error) { console.log(error.name, count) }
        """
      ]
    ) { $0.workers?.ports = 10 }
    #expect(lines == ["QuotaExceededError 10"])
  }

  @Test func `a blob reaches other contexts, and a value that cannot leave its context is refused`() async throws {
    let lines = try await printed([
      "main.js": """
      const worker = new Worker('./worker.js', { type: 'module' });
      const channel = new BroadcastChannel('x'), own = new BroadcastChannel('x');
      own.onmessage = ({ data }) => console.log('own', data.size);
      channel.postMessage(new Blob(['abc']));
      channel.onmessage = ({ data }) => {
        if (data === 'ready') return channel.postMessage(new Blob(['abcd']));
        console.log(data);
        try { channel.postMessage(new ReadableStream()) } catch (error) { console.log(error.name) }
        channel.close();
        own.close();
        worker.terminate();
      };
      """,
      "worker.js": """
      setTimeout(() => {
        const channel = new BroadcastChannel('x');
        channel.onmessage = async ({ data }) => channel.postMessage(await data.text());
        channel.postMessage('ready');
      }, 50);
      """,
    ])
    #expect(lines == ["own 3", "own undefined", "own 4", "abcd", "DataCloneError"])
  }

  @Test func `a message from another context comes after one that was posted in this context before it`() async throws {
    let lines = try await printed([
      "main.js": """
      const channel = new BroadcastChannel('x'), own = new BroadcastChannel('x');
      const worker = new Worker('./worker.js', { type: 'module' });
      const rounds = 1000, seen = [];
      let count = 0;
      own.onmessage = ({ data }) => seen.push(data);
      channel.onmessage = () => {
        if (count < rounds) return channel.postMessage(count++);
        channel.close(); own.close(); worker.terminate();
        console.log(seen.length, seen.findIndex((data, i) => data !== (i % 2 === 0 ? 'answer' : (i - 1) / 2)));
      };
      """,
      "worker.js": """
      const channel = new BroadcastChannel('x');
      channel.onmessage = () => channel.postMessage('answer');
      channel.postMessage('answer');
      """,
    ])
    #expect(lines == ["2000 -1"])
  }

  @Test func `each channel of a context receives a message in a task of its own`() async throws {
    let lines = try await printed([
      "main.js": """
      const first = new BroadcastChannel('x'), second = new BroadcastChannel('x');
      new Worker('./worker.js', { type: 'module' });
      first.onmessage = () => queueMicrotask(() => console.log('microtask'));
      second.onmessage = () => { console.log('second'); first.close(); second.close(); };
      """,
      "worker.js": "new BroadcastChannel('x').postMessage(1); close()",
    ])
    #expect(lines == ["microtask", "second"])
  }

  @Test func `messages that wait for their turn count as unread`() async throws {
    let lines = try await printed(
      [
        "main.js": """
        const channel = new BroadcastChannel('x');
        const worker = new Worker('./worker.js', { type: 'module' });
        channel.onmessage = ({ data }) => {
          if (typeof data === 'string') { console.log(data); worker.terminate(); channel.close(); }
          else for (const end = Date.now() + 10; Date.now() < end;);
        };
        """,
        "worker.js": """
        const channel = new BroadcastChannel('x'), bytes = new Uint8Array(100_000);
        let sent = 0, isFull = false;
        while (!isFull && sent < 300) try { channel.postMessage(bytes); sent++ } catch { isFull = true }
        const timer = setInterval(() => {
          try { channel.postMessage(`${isFull}`); clearInterval(timer) } catch {}
        }, 50);
        """,
      ]
    ) { $0.workers?.unreadBytes = 1_000_000 }
    #expect(lines == ["true"])
  }

  @Test func `a rejection that is handled late is an event, in a worker as well`() async throws {
    let script = """
      onunhandledrejection = (event) => { event.preventDefault(); console.log('unhandled', event.reason) };
      onrejectionhandled = ({ reason, promise }) => { console.log('handled', reason, promise === late) };
      const late = Promise.reject('why');
      setTimeout(() => late.catch(() => {}), 1);
      """
    // Engines from 2.52 on do not tell (docs/engine-notes.md).
    let tells = !EngineSymbols.missing.contains { $0.name == "JSC::JSPromise::isHandled" }
    let expected = ["unhandled why"] + (tells ? ["handled why true"] : [])
    let alone = try await printed(["main.js": script])
    #expect(alone == expected)
    let inWorker = try await printed([
      "main.js": "new Worker('./worker.js', { type: 'module' })", "worker.js": script,
    ])
    #expect(inWorker == expected)
  }
}
