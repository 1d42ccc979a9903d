import DebugSupport
import Foundation
import JavaScriptInspector
import Testing

/// Tests of `causeway run --cpu-prof`.
@Suite(.timeLimit(.minutes(5))) struct ProfileRunTests {
  @Test func `a profile names the functions that took the time, at the lines of their TypeScript`() throws {
    let scratch = try Scratch([
      "main.ts": """
      import { burn } from "./burn.ts";
      function run(time: number): void {
        const end = Date.now() + time;
        while (Date.now() < end) burn(1000);
      }
      run(700);
      await new Promise((done) => setTimeout(done, 100));
      run(100);

      """,
      "burn.ts": """
      interface Unused {}
      export function burn(count: number): number {
        let sum = 0;
        for (let i = 0; i < count; i++) sum += Math.sqrt(i);
        return sum;
      }

      """,
    ])
    let file = scratch.directory.appendingPathComponent("out.cpuprofile")
    // One that others may read is replaced: the profile has names and places of the program.
    try Data("old".utf8).write(to: file)
    chmod(file.path, 0o644)
    let result = try CommandLine.run(
      "run", "--cpu-prof", file.path, scratch.directory.appendingPathComponent("main.ts").path)
    #expect(result.status == 0)
    #expect(fileMode(file.path) == 0o600)
    #expect(result.output.isEmpty)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.first?.hasPrefix("SELF") == true)
    #expect(lines.contains { $0.contains(" burn ") && $0.contains("burn.ts:") }, "\(result.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    let profile = try #require(json as? [String: Any])
    let frames = ((profile["nodes"] as? [[String: Any]]) ?? []).compactMap { $0["callFrame"] as? [String: Any] }
    let burn = try #require(frames.first { $0["functionName"] as? String == "burn" })
    #expect((burn["url"] as? String)?.hasSuffix("/burn.ts") == true)
    #expect((1...4).contains(burn["lineNumber"] as? Int ?? 0))
    #expect(frames.contains { $0["functionName"] as? String == "(idle)" })
    #expect(((profile["samples"] as? [Int]) ?? []).count > 50)
  }

  @Test func `a handler of Swift has its own time, and a count`() throws {
    let scratch = try Scratch([
      "main.mjs": """
      function look() { return bridge.callSync("network.status"); }
      const end = Date.now() + 600;
      while (Date.now() < end) look();

      """
    ])
    let file = scratch.directory.appendingPathComponent("out.cpuprofile")
    let result = try CommandLine.run(
      "run", "--cpu-prof", file.path, scratch.directory.appendingPathComponent("main.mjs").path)
    #expect(result.status == 0)
    let rows = result.errors.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(rows.contains { $0.contains("network.status") && $0.last == "(Swift)" }, "\(result.errors)")
    #expect(
      rows.contains { $0.last == "network.status" && Int($0[0]) ?? 0 > 0 && $0.contains("µs") }, "\(result.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    let nodes = (json as? [String: Any])?["nodes"] as? [[String: Any]] ?? []
    func name(_ node: [String: Any]) -> String? { (node["callFrame"] as? [String: Any])?["functionName"] as? String }
    let handler = try #require(nodes.first { name($0) == "network.status" })
    // A share, because a busy machine takes few samples.
    func hits(_ node: [String: Any]) -> Int { node["hitCount"] as? Int ?? 0 }
    let working = nodes.filter { name($0) != "(idle)" }.reduce(0) { $0 + hits($1) }
    #expect(hits(handler) > 5 && hits(handler) * 3 > working, "\(hits(handler)) of \(working)")
    #expect(nodes.contains { name($0) == "(host)" && ($0["children"] as? [Int])?.isEmpty == false })
  }

  @Test func `a program is profiled while it is debugged, and its pauses take no time`() throws {
    let scratch = try Scratch([
      "main.mjs":
        "function held() {\n  debugger;\n}\nheld();\nconst end = Date.now() + 200;\nwhile (Date.now() < end);\n"
    ])
    let file = scratch.directory.appendingPathComponent("out.cpuprofile")
    let client = try DebugClient()
    try client.launch(
      scratch.directory.appendingPathComponent("main.mjs"), lines: [],
      ["runtimeArgs": ["--cpu-prof", .string(file.path)]])
    try client.event("stopped")
    // Real time: the profiler of another process samples by it, and shall not during the pause.
    Thread.sleep(forTimeInterval: 1.5)
    try client.next()
    try client.event("terminated")
    try client.end()
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    let profile = try #require(json as? [String: Any])
    let nodes = (profile["nodes"] as? [[String: Any]]) ?? []
    let held = nodes.first { ($0["callFrame"] as? [String: Any])?["functionName"] as? String == "held" }
    #expect(held?["hitCount"] as? Int ?? 0 < 300, "\(nodes)")
    #expect(nodes.reduce(0) { $0 + ($1["hitCount"] as? Int ?? 0) } > 50)
  }

  @Test func `a loop that never ends has a profile when it is stopped`() throws {
    let scratch = try Scratch()
    let file = scratch.directory.appendingPathComponent("out.cpuprofile")
    let code = "function spin() { while (true) Math.random(); }\nspin();"
    let result = try CommandLine.run("run", "--cpu-prof", file.path, "--timeout", "2", "-e", code)
    #expect(result.status == 1)
    #expect(result.errors.contains(" spin "), "\(result.errors)")
  }

  @Test func `a program that throws has a profile, and one that calls nothing may have none`() throws {
    let scratch = try Scratch()
    let file = scratch.directory.appendingPathComponent("out.cpuprofile")
    #expect(try CommandLine.run("run", "--cpu-prof", file.path, "-e", "throw new Error('no')").status == 1)
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    #expect(json is [String: Any])
  }

  @Test(arguments: [
    (["--cpu-prof", "/nowhere/at/all"], "Cannot write"), (["--cpu-prof", "/tmp"], "directory"),
    (["--cpu-prof", "/dev/null", "--cpu-prof-interval", "0"], "microseconds"),
    (["--cpu-prof", "/dev/null", "--cpu-prof-interval", "x"], "cpu-prof-interval"),
  ])
  func `options that cannot be used are refused before the program runs`(options: [String], reason: String) throws {
    let result = try CommandLine.run(["run"] + options + ["-e", "console.log('ran')"])
    #expect(result.status != 0)
    #expect(result.errors.contains(reason), "\(result.errors)")
    #expect(result.output.isEmpty)
  }
}
