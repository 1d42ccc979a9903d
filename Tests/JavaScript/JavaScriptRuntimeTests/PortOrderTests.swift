import TestSupport
import Testing

@testable import JavaScriptRuntime

/// Messages of ports arrive in the order in which they were sent, once each, wherever their ports move.
@Suite(.timeLimit(.minutes(1))) struct PortOrderTests {
  /// Sends a message to each port that it receives, and closes it.
  private static let worker = "onmessage = ({ data: port }) => { port.postMessage('from the worker'); port.close() }"

  /// Tells its parent what the port that it receives receives.
  private static let reader = """
    let inner;
    onmessage = ({ data: port }) => {
      port.onmessage = ({ data, ports }) => { inner ??= ports[0]; postMessage(ports.length === 1 ? 'a port' : String(data)) };
      port.addEventListener('close', () => { postMessage('closed'); inner.postMessage('through the port') });
    };
    """

  /// Waits, so that what others send meanwhile is there before the next task begins.
  private static let start = """
    const wait = (milliseconds) => { for (const end = Date.now() + milliseconds; Date.now() < end;); };
    const worker = new Worker('./worker.js', { type: 'module' });
    const { port1, port2 } = new MessageChannel();

    """

  private func lines(of main: String) async throws -> [String] {
    try await printed([
      "main.js": PortOrderTests.start + main, "worker.js": PortOrderTests.worker, "reader.js": PortOrderTests.reader,
    ])
  }

  @Test func `messages from a worker come after those that were sent before the port went there`() async throws {
    let lines = try await lines(
      of: """
        port2.onmessage = ({ data }) => console.log(data);
        port2.addEventListener('close', () => { console.log('closed'); worker.terminate() });
        for (let i = 0; i < 3; i++) port1.postMessage(i);
        worker.postMessage(port1, [port1]);
        wait(100);
        """)
    #expect(lines == ["0", "1", "2", "from the worker", "closed"])
  }

  @Test func `messages that a port holds move with it, before those that it will receive`() async throws {
    let lines = try await lines(
      of: """
        port1.postMessage(0);
        port1.postMessage(new Uint8Array([1]));
        const inner = new MessageChannel();
        port1.postMessage(inner.port1, [inner.port1]);
        worker.postMessage(port1, [port1]);
        wait(100);
        const reader = new Worker('./reader.js', { type: 'module' });
        reader.onmessage = ({ data }) => console.log(data);
        inner.port2.onmessage = ({ data }) => { console.log(data); worker.terminate(); reader.terminate(); inner.port2.close() };
        reader.postMessage(port2, [port2]);
        """)
    #expect(lines == ["0", "1", "a port", "from the worker", "closed", "through the port"])
  }

  @Test func `messages from a worker wait for the listener of a port that moved to another object`() async throws {
    let lines = try await lines(
      of: """
        port2.onmessage = () => console.log('the port that moved away');
        worker.postMessage(port1, [port1]);
        wait(100);
        const { port1: carrier, port2: receiver } = new MessageChannel();
        carrier.postMessage(port2, [port2]);
        receiver.onmessage = ({ data: moved }) => {
          receiver.close();
          setTimeout(() => {
            moved.onmessage = ({ data }) => console.log(data);
            moved.addEventListener('close', () => { console.log('closed'); worker.terminate() });
          }, 50);
        };
        """)
    #expect(lines == ["from the worker", "closed"])
  }

  @Test func `a port is told that the other one was closed after its last message`() async throws {
    let lines = try await lines(
      of: """
        worker.terminate();
        port2.onmessage = ({ data }) => console.log(data);
        port2.addEventListener('close', () => console.log('closed'));
        for (let i = 0; i < 3; i++) port1.postMessage(i);
        port1.close();
        """)
    #expect(lines == ["0", "1", "2", "closed"])
  }

  @Test func `a port that was never started is told as well`() async throws {
    let lines = try await lines(
      of: """
        worker.terminate();
        port2.addEventListener('message', () => console.log('message'));
        port2.addEventListener('close', () => console.log('closed'));
        port1.postMessage(0);
        port1.close();
        """)
    #expect(lines == ["closed"])
  }

  @Test func `a closed port receives nothing more, and the other one still receives what was sent`() async throws {
    let lines = try await lines(
      of: """
        worker.terminate();
        port1.onmessage = ({ data }) => console.log('one', data);
        port2.onmessage = ({ data }) => { console.log('two', data); port2.postMessage('answer'); port2.close() };
        port1.postMessage(0);
        port1.postMessage(1);
        """)
    #expect(lines == ["two 0", "one answer"])
  }
}
