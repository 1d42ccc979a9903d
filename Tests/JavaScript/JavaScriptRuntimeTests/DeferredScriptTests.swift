import Testing

@testable import JavaScriptRuntime

/// Parts of the globals are evaluated on first use, in any state of the running script.
@Suite(.timeLimit(.minutes(5))) struct DeferredScriptTests {
  private func printed(
    _ script: String, configure: (inout RuntimeConfiguration) -> Void = { _ in }
  ) async throws -> [String] {
    let printed = Printed()
    var configuration = printed.configuration
    configure(&configuration)
    let runtime = try await JavaScriptRuntime(configuration)
    try await runtime.run(script)
    await runtime.close()
    return printed.all
  }

  @Test func `the first use of a global runs no promise reaction before the script has ended`() async throws {
    let lines = try await printed(
      """
      const order = [];
      Promise.resolve().then(() => order.push("reaction"));
      structuredClone(new Map()), new TextEncoder(), new AbortController(), console, setTimeout, performance;
      order.push("script");
      await null;
      console.log(order.join());
      """)
    #expect(lines == ["script,reaction"])
  }

  @Test func `a global whose first use exceeded the stack works on its next use`() async throws {
    let lines = try await printed(
      """
      let failed = 0;
      const sink = () => {
        try { sink(); } catch {}
        try { structuredClone({}); } catch { failed += 1; }
      };
      sink();
      console.log(failed > 0, structuredClone({ a: [1] }));
      """)
    #expect(lines == ["true { a: [ 1 ] }"])
  }

  @Test func `globals are made where compiling code from strings is disabled`() async throws {
    let lines = try await printed(
      """
      let refused = false;
      try { eval("1"); } catch { refused = true; }
      console.log(refused, structuredClone([1]), new TextDecoder().decode(new TextEncoder().encode("text")));
      """
    ) { $0.allowsEval = false }
    #expect(lines == ["true [ 1 ] text"])
  }
}
