import Testing

@testable import JavaScriptRuntime

@Suite(.timeLimit(.minutes(5))) struct DueTimersTests {
  @Test func `each of many due timers takes the same time`() async throws {
    let runtime = try await JavaScriptRuntime(Printed().configuration)
    func microseconds(for count: Int) async throws -> Double {
      let value = try await runtime.evaluateForPrompt(
        """
        await new Promise((resolve) => {
          let left = \(count), start;
          const fire = () => { start ??= performance.now(); if (--left === 0) resolve((performance.now() - start) * 1000 / \(count)); };
          for (let i = 0; i < \(count); i++) setTimeout(fire);
        })
        """)
      return try #require(Double(value))
    }
    let few = try await microseconds(for: 50_000)
    let many = try await microseconds(for: 400_000)
    await runtime.close()
    // Regression: removing the first of so many from its list took 50 microseconds.
    #expect(many < few * 3 + 10, "\(few) and \(many) microseconds a timer")
  }

  @Test func `microtasks run between two due timers, and other work after some of them`() async throws {
    let printed = Printed()
    let runtime = try await JavaScriptRuntime(printed.configuration)
    try await runtime.evaluate(
      """
      let count = 0, reactions = 0, broken = 0;
      const fire = () => {
        if (reactions !== count) broken += 1;
        count += 1;
        Promise.resolve().then(() => { reactions += 1; });
        if (count < 1000) setTimeout(fire);
      };
      for (let i = 0; i < 1000; i++) setTimeout(fire);
      """)
    var turns = 0
    while try await runtime.evaluateForPrompt("count >= 1000") == "false" { turns += 1 }
    await runtime.waitUntilIdle()
    #expect(try await runtime.evaluateForPrompt("[broken, count === reactions]") == "[ 0, true ]")
    await runtime.close()
    #expect(turns > 0, "other work ran \(turns) times between the timers")
  }

  @Test func `a timer that throws lets the next one of its turn run`() async throws {
    let printed = Printed()
    let runtime = try await JavaScriptRuntime(printed.configuration)
    try await runtime.run(
      "for (const name of ['a', 'b', 'c']) setTimeout(() => { throw new Error(name); }); setTimeout(() => console.log('last'), 3)"
    )
    await runtime.close()
    #expect(printed.all == ["uncaught: Error: a", "uncaught: Error: b", "uncaught: Error: c", "last"])
  }
}
