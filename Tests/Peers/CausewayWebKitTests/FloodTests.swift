#if WebView
import TestSupport
import Causeway
import Glibc
import Synchronization
import Testing

@testable import CausewayWebKit

/// A page that sends faster than Swift reads: the process buffers a bounded part, and serves other connections
/// meanwhile.
@Suite(.needsDisplay, .timeLimit(.minutes(5))) struct FloodTests {
  /// Samples this process's memory until it is stopped.
  private final class Scales: Sendable {
    private let most = Mutex(0)
    private let watching = Mutex<Task<Void, any Error>?>(nil)
    private let before = WebProcess.own.memory

    init() {
      let task = Task.detached { [weak self] in
        while !Task.isCancelled {
          guard let self else { return }
          most.withLock { $0 = max($0, WebProcess.own.memory) }
          try await Task.sleep(for: .milliseconds(5))
        }
      }
      watching.withLock { $0 = task }
    }

    /// The maximum growth of the memory.
    func stop() -> Int {
      watching.withLock { $0?.cancel() }
      return most.withLock { max($0, WebProcess.own.memory) } - before
    }
  }

  private func lab(bytes: Int, calls: Int = 10_000, _ gate: Signal) async throws -> Lab {
    var limits = Limits()
    limits.bytesInFlight = bytes
    limits.callsInFlight = calls
    return try await Lab(limits: limits) { bridge in
      bridge.handle("wait") { (_: BridgeValue) async in await gate.wait() }
    }
  }

  /// The number of answers to another connection of the same bridge while `body` runs.
  private func served(_ bridge: Bridge, during body: () async throws -> Void) async rethrows -> Int {
    let (left, right) = LoopbackTransport.pair()
    let connection = bridge.connect(left, permissions: .all)
    let caller = Bridge().connect(right, permissions: .all)
    let task = Task {
      var count = 0
      while !Task.isCancelled {
        let answer: Int? = try? await caller.call("later", count)
        if answer == count { count += 1 }
        try? await Task.sleep(for: .milliseconds(1))
      }
      return count
    }
    try await body()
    task.cancel()
    let count = await task.value
    caller.close()
    connection.close()
    return count
  }

  @Test(arguments: ["'x'.repeat(4 << 20)", "new Uint8Array(4 << 20)"])
  func `large calls beyond the bytes in flight are rejected before this process stores them`(params: String)
    async throws
  {
    let gate = Signal()
    let lab = try await lab(bytes: 16 << 20, gate)
    try await lab.show()
    let scales = Scales()
    let others = try await served(lab.bridge) {
      let refused = try await lab.value(
        """
        (() => {
          window.ends = { answered: 0, refused: 0 };
          window.calls = Array.from({ length: 120 }, () => bridge.call('wait', \(params)).then(
            () => { ends.answered += 1 }, (e) => { if (e.code === 'RESOURCE_EXHAUSTED' && e.data.limit === 'bytesInFlight') ends.refused += 1 }));
          return new Promise((done) => { const look = () => ends.refused >= 110 ? done(ends.refused) : setTimeout(look, 10); look() });
        })()
        """)
      #expect(Int(refused) ?? 0 >= 110)
    }
    #expect(others > 0)
    let connection = try await lab.view.connection
    #expect(connection.statistics.bytesInFlight <= 16 << 20)
    gate.fire()
    #expect(try await lab.value("Promise.all(calls).then(() => ends.answered + ends.refused)") == "120")
    #expect(try await lab.value("ends.answered > 0") == "true")
    #expect(scales.stop() < 192 << 20)
    #expect(try await lab.value("bridge.call('wait', \(params)).then(() => 'fine')") == "fine")
    #expect(connection.statistics.bytesInFlight == 0)
    await lab.close()
  }

  @Test func `calls over the limit fail, and are not queued here`() async throws {
    let gate = Signal()
    let limit = 1000
    let lab = try await lab(bytes: 16 << 20, calls: limit, gate)
    try await lab.show()
    let scales = Scales()
    let others = try await served(lab.bridge) {
      let most = try await lab.value(
        """
        (async () => {
          window.calls = [];
          let [open, most] = [0, 0];
          const ended = () => { open -= 1 };
          const end = performance.now() + 3000;
          for (let at = 0; performance.now() < end && at < 400_000; at += 1) {
            open += 1;
            calls.push(bridge.call('wait', at).then(ended, ended));
            await null;
            if (open > most) most = open;
          }
          window.made = calls.length;
          return most;
        })()
        """)
      // The limit holds for calls in the bus and for calls in flight; some received calls may be without a reply.
      #expect(Int(most) ?? .max <= 2 * limit + PageEndpoint.maximumUnanswered.calls + 100)
    }
    #expect(others > 0)
    #expect(try await lab.value("made > 10_000") == "true")
    #expect(try await lab.view.connection.statistics.running <= limit)
    gate.fire()
    #expect(try await lab.value("Promise.all(calls).then((all) => all.length === made)") == "true")
    #expect(scales.stop() < 128 << 20)
    #expect(try await lab.value("bridge.call('echo', 'fine')") == "fine")
    await lab.close()
  }

  @Test func `large answers to a busy page fail beyond the bytes in flight`() async throws {
    let lab = try await lab(bytes: 16 << 20, Signal())
    lab.bridge.handle("large", execution: .concurrent) { () async in String(repeating: "x", count: 4 << 20) }
    try await lab.show()
    let ends = try await lab.value(
      """
      (async () => {
        const calls = Array.from({ length: 60 }, () => bridge.call('large').then(
          () => 'answered', (e) => `${e.code} ${e.data.limit}`));
        await null; await null; // They leave.
        const end = performance.now() + 2000;
        while (performance.now() < end);
        const all = await Promise.all(calls);
        const refused = all.filter((end) => end === 'RESOURCE_EXHAUSTED bytesInFlight').length;
        return all.filter((end) => end === 'answered').length > 0 && refused + all.filter((end) => end === 'answered').length;
      })()
      """)
    #expect(ends == "60")
    #expect(try await lab.value("bridge.call('large').then((text) => text.length)") == "\(4 << 20)")
    #expect(try await lab.view.connection.statistics.bytesInFlight == 0)
    await lab.close()
  }

  @Test func `unlimited limits also work for a page`() async throws {
    var limits = Limits()
    limits.bytesInFlight = .max
    limits.callsInFlight = .max
    limits.messageBytes = .max
    limits.depth = .max
    limits.nodes = .max
    let lab = try await Lab(limits: limits)
    try await lab.show()
    let calls = "Array.from({ length: 50 }, (_, at) => bridge.call('later', { at, text: 'x'.repeat(100_000) }))"
    #expect(try await lab.value("Promise.all(\(calls)).then((all) => all.length)") == "50")
    await lab.close()
  }

  @Test func `endless progress reports are dropped, and the answer arrives`() async throws {
    let lab = try await lab(bytes: 4 << 20, Signal())
    try await lab.show(
      """
      bridge.handle('work', async (count, { report }) => {
        const text = 'x'.repeat(1 << 16);
        for (let at = 0; at < count; at += 1) { report(text); if (at % 50 === 0) await null; }
        return 'done';
      });
      """)
    let scales = Scales()
    let connection = try await lab.view.connection
    let answer: String = try await connection.call("work", 5000, onProgress: { _ in })
    #expect(answer == "done")
    #expect(scales.stop() < 128 << 20)
    #expect(try await lab.value("bridge.call('echo', 'fine')") == "fine")
    await lab.close()
  }
}
#endif
