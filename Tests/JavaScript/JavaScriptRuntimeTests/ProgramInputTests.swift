import CausewayTesting
import JavaScriptModules
import JavaScriptRuntime
import TestSupport
import Testing

/// Standard input as a host grants it.
@Suite(.timeLimit(.minutes(2))) struct ProgramInputTests {
  private static let program = """
    import process from "node:process";
    import { createInterface } from "node:readline";
    for await (const line of createInterface({ input: process.stdin })) console.log(line);
    console.log("end", process.stdin.fd, process.stdin.isTTY);
    """

  private func output(_ input: ProgramInput?, _ source: String = program) async throws -> [String] {
    let printed = Printed()
    var configuration = printed.configuration
    if let input { configuration.standardInput = input }
    configuration.modules = ModuleConfiguration(.memory(["main.mjs": source]))
    let runtime = try await JavaScriptRuntime(configuration)
    try await runtime.run(module: "./main.mjs", timeout: .seconds(30))
    await runtime.close()
    return printed.all
  }

  @Test func `a runtime has an empty input unless its host grants one`() async throws {
    #expect(try await output(nil) == ["end 0 undefined"])
    let files = #"import { readFileSync } from "node:fs"; console.log(readFileSync(0).length)"#
    #expect(try await output(nil, files) == ["0"])
  }

  @Test func `a program reads the bytes that its host gives`() async throws {
    #expect(try await output(.bytes(Array("one\ntwö".utf8))) == ["one", "twö", "end 0 undefined"])
    let files = #"""
      import { readFileSync } from "node:fs";
      import { readFile } from "node:fs/promises";
      console.log(readFileSync("/dev/stdin", "utf8"), (await readFile("/dev/stdin")).length);
      """#
    #expect(try await output(.bytes(Array("text".utf8)), files) == ["text 0"])
  }

  @Test func `a program that does not use its input ends`() async throws {
    #expect(try await output(.bytes([1]), #"console.log("done"); export {}"#) == ["done"])
  }

  @Test func `a large input is read in pieces`() async throws {
    let program = """
      import process from "node:process";
      const lengths = [];
      for await (const chunk of process.stdin) lengths.push(chunk.length);
      console.log(lengths.reduce((sum, length) => sum + length), Math.max(...lengths));
      """
    let bytes = [UInt8](repeating: 7, count: 3_000_000)
    #expect(try await output(.bytes(bytes), program) == ["3000000 65536"])
  }

  @Test func `a worker has an empty input`() async throws {
    let printed = Printed()
    var configuration = printed.configuration
    configuration.standardInput = .bytes(Array("of the parent".utf8))
    configuration.modules = ModuleConfiguration(
      .memory([
        "worker.mjs": """
        import { readFileSync } from "node:fs";
        postMessage(readFileSync(0, "utf8"));
        close();
        """,
        "main.mjs": """
        import { readFileSync } from "node:fs";
        const worker = new Worker("./worker.mjs", { type: "module" });
        worker.onmessage = ({ data }) => console.log(JSON.stringify(data), readFileSync(0, "utf8"));
        """,
      ]))
    let runtime = try await JavaScriptRuntime(configuration)
    try await runtime.run(module: "./main.mjs", timeout: .seconds(30))
    await runtime.close()
    #expect(printed.all == [#""" of the parent"#])
  }

  @Test func `a virtual clock stands still while a program reads`() async throws {
    let clock = VirtualClock()
    let printed = Printed()
    var configuration = printed.configuration
    configuration.clock = clock
    configuration.standardInput = .bytes([UInt8](repeating: 1, count: 500_000))
    configuration.modules = ModuleConfiguration(
      .memory([
        "main.mjs": """
        import process from "node:process";
        setTimeout(() => console.log("timer", process.stdin.readableEnded), 1000);
        let length = 0;
        for await (const chunk of process.stdin) length += chunk.length;
        console.log(length, performance.now() < 1000);
        """
      ]))
    let runtime = try await JavaScriptRuntime(configuration)
    try await clock.runFreely { try await runtime.run(module: "./main.mjs") }
    await runtime.close()
    #expect(printed.all == ["500000 true", "timer true"])
  }

  @Test func `a program that awaits the end of a paused input never settles`() async throws {
    var configuration = RuntimeConfiguration()
    configuration.standardInput = .bytes([1])
    configuration.modules = ModuleConfiguration(
      .memory([
        "main.mjs": """
        import process from "node:process";
        process.stdin.pause();
        await new Promise((done) => process.stdin.on("end", done));
        """
      ]))
    let runtime = try await JavaScriptRuntime(configuration)
    let error = await #expect(throws: JavaScriptError.self) { try await runtime.run(module: "./main.mjs") }
    #expect(error?.code == .unsettled, "\(error?.message ?? "")")
    await runtime.close()
  }
}
