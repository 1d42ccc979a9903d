import JavaScriptModules
import JavaScriptRuntime
import TestSupport
import Testing

/// The exit status of a program that another program runs.
@Suite(.timeLimit(.minutes(5))) struct ProgramExitTests {
  private func runtime(_ files: [String: String], _ printed: Printed = Printed()) async throws -> JavaScriptRuntime {
    var configuration = printed.configuration
    configuration.modules = ModuleConfiguration(.memory(files))
    return try await JavaScriptRuntime(configuration)
  }

  @Test func `run returns the status, and the host goes on`() async throws {
    let printed = Printed()
    let runtime = try await runtime(
      [
        "set.mjs": """
        import process from 'node:process';
        process.exitCode = 3;
        setTimeout(() => console.log('later'), 1);
        """,
        "exit.mjs": """
        import process from 'node:process';
        setInterval(() => console.log('tick'), 1);
        process.exit(4);
        """,
      ], printed)
    #expect(try await runtime.run("1 + 1") == 0)
    #expect(try await runtime.run(module: "./set.mjs") == 3)
    #expect(printed.all == ["later"])
    // The next program has its own status, also after one that failed.
    #expect(try await runtime.run("1 + 1") == 0)
    await #expect(throws: JavaScriptError.self) { try await runtime.run("throw 1") }
    #expect(try await runtime.run("1 + 1") == 0)
    #expect(try await runtime.run(module: "./exit.mjs") == 4)
    await runtime.waitUntilIdle()
    // The program has ended, and the runtime with it.
    let error = await #expect(throws: JavaScriptError.self) { try await runtime.run("console.log('never')") }
    #expect(error?.message.contains("exit status 4") == true, "\(error?.message ?? "")")
    await runtime.close()
    #expect(printed.all == ["later"])
  }

  @Test func `what waits for a program that exits fails`() async throws {
    let runtime = try await runtime([
      "exit.mjs": """
      import process from 'node:process';
      setTimeout(() => process.exit(2), 5);
      await new Promise(() => {});
      """
    ])
    let error = await #expect(throws: JavaScriptError.self) { try await runtime.import("./exit.mjs") }
    #expect(error?.message.contains("exit status 2") == true, "\(error?.message ?? "")")
    await runtime.close()
  }

  @Test func `a pool replaces a runtime whose program has exited`() async throws {
    var configuration = JavaScriptRuntimePool.Configuration()
    configuration.count = 1
    configuration.runtime.modules = ModuleConfiguration(
      .memory(["exit.mjs": "import process from 'node:process'; process.exit(5)"]))
    let pool = try await JavaScriptRuntimePool(configuration)
    for _ in 1...3 {
      let status = try await pool.withRuntime { runtime in try await runtime.run(module: "./exit.mjs") }
      #expect(status == 5)
    }
    await pool.close()
  }
}
