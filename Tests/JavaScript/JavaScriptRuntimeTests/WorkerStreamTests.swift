import JavaScriptModules
import Testing

@testable import JavaScriptRuntime

/// Blobs and streams in messages to other contexts.
@Suite(.timeLimit(.minutes(5))) struct WorkerStreamTests {
  private static let start = """
    const worker = new Worker('./worker.js', { type: 'module' });
    const next = (target = worker) => new Promise((resolve) => target.addEventListener('message', ({ data }) => resolve(data), { once: true }));
    const name = (promise) => promise.then(() => 'fine', (error) => error.name);

    """

  @Test func `blobs and files are cloned for a worker`() async throws {
    let lines = try await printed([
      "main.js": WorkerStreamTests.start + """
        const file = new File(['a', 'b'], 'n.txt', { type: 'text/x', lastModified: 7 }), other = {};
        worker.postMessage({ list: [file, other, file, other], empty: new Blob() });
        const { list, empty } = await next();
        console.log(list[0] instanceof File, list[0] === list[2], list[1] === list[3], empty instanceof File, empty.size);
        console.log(list[0].name, list[0].type, list[0].lastModified, await list[0].text(), await file.text());
        worker.terminate();
        """,
      "worker.js": "onmessage = ({ data }) => postMessage(data)",
    ])
    #expect(lines == ["true true true false 0", "n.txt text/x 7 ab ab"])
  }

  @Test func `streams are transferred to a worker and back`() async throws {
    let lines = try await printed([
      "main.js": WorkerStreamTests.start + """
        const source = ReadableStream.from(['a', new Uint8Array([1, 2]), new Blob(['b'])]);
        const { port1, port2 } = new MessageChannel();
        worker.postMessage({ source, port: port2 }, [source, port2]);
        const { doubled, sink, ports } = await next();
        console.log(source.locked, ports, (await Array.fromAsync(ReadableStream.from([1, 2]).pipeThrough(doubled))).join());
        const writer = sink.getWriter();
        await writer.write('x'); await writer.write('y'); await writer.close();
        console.log(await next());
        worker.terminate();
        """,
      "worker.js": """
      onmessage = async ({ data, ports }) => {
        const chunks = await Array.fromAsync(data.source), written = [];
        const doubled = new TransformStream({ transform(chunk, controller) { controller.enqueue(2 * chunk) } });
        const sink = new WritableStream({
          write(chunk) { written.push(chunk) },
          async close() { postMessage(`${chunks[0]} ${chunks[1].join()} ${await chunks[2].text()} ${written}`) },
        });
        postMessage({ doubled, sink, ports: ports.length }, [doubled, sink]);
      }
      """,
    ])
    #expect(lines == ["true 1 2,4", "a 1,2 b x,y"])
  }

  @Test func `a chunk arrives though a script has replaced the iterator of arrays`() async throws {
    let lines = try await printed([
      "main.js": WorkerStreamTests.start + """
        const stream = await next(), seen = [], own = Array.prototype[Symbol.iterator];
        Array.prototype[Symbol.iterator] = function () { seen.push(this[0]); return own.call(this) };
        const { value } = await stream.getReader().read();
        Array.prototype[Symbol.iterator] = own;
        console.log(value, seen.length);
        worker.terminate();
        """,
      "worker.js": "const stream = ReadableStream.from(['a']); postMessage(stream, [stream])",
    ])
    #expect(lines == ["a 0"])
  }

  @Test func `errors, cancellations and aborts reach the other side of a stream`() async throws {
    let lines = try await printed([
      "main.js": WorkerStreamTests.start + """
        const ask = async (source) => { worker.postMessage(source, [source]); return next() };
        console.log(await ask(new ReadableStream({ pull(controller) { controller.error(new RangeError('mine')) } })));
        let reason;
        console.log(await ask(new ReadableStream({ start(controller) { controller.enqueue(() => {}) }, cancel(error) { reason = error.name } })), reason);
        const cancelled = new Promise((resolve) => {
          const source = new ReadableStream({ start(controller) { controller.enqueue('stop') }, cancel: resolve });
          worker.postMessage(source, [source]);
        });
        console.log(String(await cancelled));
        worker.postMessage('sink');
        const writer = (await next()).getWriter();
        await writer.write(1);
        await writer.abort(new TypeError('no more'));
        console.log(await next());
        worker.terminate();
        """,
      "worker.js": """
      onmessage = async ({ data }) => {
        if (data === 'sink') {
          const sink = new WritableStream({ abort(reason) { postMessage(String(reason)) } });
          return postMessage(sink, [sink]);
        }
        const reader = data.getReader();
        try {
          const { value } = await reader.read();
          if (value === 'stop') await reader.cancel(new RangeError('enough'));
        } catch (error) { postMessage(error.name) }
      }
      """,
    ])
    #expect(lines == ["RangeError", "DataCloneError DataCloneError", "RangeError: enough", "TypeError: no more"])
  }

  @Test func `a stream fails when the context of its other side ends`() async throws {
    let lines = try await printed([
      "main.js": WorkerStreamTests.start + """
        const cancelled = new Promise((cancel) => {
          const source = new ReadableStream({ cancel });
          worker.postMessage(source, [source]);
        });
        const { endless, sink } = await next();
        const reader = endless.getReader(), writer = sink.getWriter();
        console.log((await reader.read()).value);
        const waiting = reader.read();
        worker.terminate();
        console.log(await name(waiting), await name(writer.closed), await name(writer.write(1)), (await cancelled).name);
        """,
      "worker.js": """
      onmessage = ({ data }) => {
        globalThis.reader = data.getReader();
        reader.read();
        const endless = new ReadableStream({ start(controller) { controller.enqueue(1) } }), sink = new WritableStream();
        postMessage({ endless, sink }, [endless, sink]);
      }
      """,
    ])
    #expect(lines == ["1", "InvalidStateError InvalidStateError InvalidStateError InvalidStateError"])
  }

  @Test func `a worker lives until its streams have ended, and reads nothing ahead`() async throws {
    let lines = try await printed([
      "main.js": WorkerStreamTests.start + """
        let pulls = 0;
        const source = new ReadableStream({ pull(controller) { controller.enqueue(++pulls) } }, { highWaterMark: 0 });
        worker.postMessage(source, [source]);
        const late = await next();
        console.log((await Array.fromAsync(late)).join(), pulls);
        """,
      "worker.js": """
      addEventListener('message', async ({ data }) => {
        const first = (await data.getReader().read()).value;
        const late = new ReadableStream({ start(controller) { setTimeout(() => { controller.enqueue(first); controller.close() }, 20) } });
        postMessage(late, [late]);
        setTimeout(close, 200);
      }, { once: true });
      """,
    ])
    #expect(lines == ["1 1"])
  }

  @Test func `a stream or a key that cannot leave is refused with a hint, and costs nothing`() async throws {
    let lines = try await printed([
      "main.js": WorkerStreamTests.start + """
        const stream = new ReadableStream(), locked = new ReadableStream(), buffer = new ArrayBuffer(8);
        locked.getReader();
        for (const [value, list] of [[stream, [buffer]], [0, [buffer, locked]], [0, [buffer, new Blob()]]]) {
          try { worker.postMessage(value, list) } catch (error) { console.log(`${error.name}: ${error.message}`, buffer.byteLength) }
        }
        console.log(stream.locked);
        worker.terminate();
        """,
      "worker.js": "onmessage = ({ data }) => postMessage(data)",
    ])
    #expect(
      lines == [
        "DataCloneError: [ReadableStream] could not be cloned: it can only be transferred, but is not in the transfer list 8",
        "DataCloneError: [ReadableStream] is detached or locked, so it cannot be transferred 8",
        "DataCloneError: only buffers, ports and streams can be transferred 8",
        "false",
      ])
  }
}
