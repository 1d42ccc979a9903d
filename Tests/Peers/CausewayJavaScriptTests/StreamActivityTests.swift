import Causeway
import JavaScriptRuntime
import Testing

/// Streams and the end of a program: one that nobody reads keeps no program alive.
@Suite(.timeLimit(.minutes(1))) struct StreamActivityTests {
  /// Runs a program beside streams of three items and of one, of which neither ends, to its end.
  private func run(_ program: String) async throws -> [String] {
    let lab = Lab()
    lab.bridge.stream("three") { (_: CallContext) in endless(3) }
    lab.bridge.stream("one") { (_: CallContext) in endless(1) }
    lab.bridge.handle("later") { () async in await Task.yield() }
    let runtime = try await lab.runtime()
    try await runtime.run(program, timeout: .seconds(20))
    await runtime.close()
    return lab.printed
  }

  @Test(arguments: [
    "await bridge.stream('three').next()",
    "const items = bridge.stream('three'); for (let n = 0; n < 3; n++) console.log((await items.next()).value)",
    "const items = bridge.stream('three'); await items.next(); setTimeout(() => console.log('timer'), 10)",
    "const items = bridge.stream('three'); await items.next(); await bridge.call('later')",
    "for (const name of ['three', 'one']) await bridge.stream(name).next()",
  ]) func `a program ends when nobody waits for an item`(program: String) async throws {
    _ = try await run(program)
  }

  @Test func `items that arrive later are read by a program that comes back to its stream`() async throws {
    let printed = try await run(
      """
      const items = bridge.stream('three', null, { buffer: 1 });
      console.log((await items.next()).value);
      setTimeout(async () => {
        for (let n = 0; n < 2; n++) console.log((await items.next()).value);
        await bridge.call('later');
        console.log('end');
      }, 30);
      """)
    #expect(printed == ["0", "1", "2", "end"])
  }

  @Test func `a program that waits for an item waits`() async throws {
    let lab = Lab()
    lab.bridge.stream("one") { (_: CallContext) in endless(1) }
    let runtime = try await lab.runtime()
    await #expect {
      try await runtime.run("for await (const item of bridge.stream('one'));", timeout: .milliseconds(300))
    } throws: { "\($0)".contains("it is waiting for calls or streams") }
    await runtime.close()
  }
}

/// So many numbers, and then nothing.
private func endless(_ count: Int) -> AsyncStream<Int> {
  let (stream, continuation) = AsyncStream<Int>.makeStream()
  for number in 0..<count { continuation.yield(number) }
  // Held until the reader leaves.
  continuation.onTermination = { _ in withExtendedLifetime(continuation) {} }
  return stream
}
