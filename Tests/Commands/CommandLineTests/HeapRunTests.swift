import Foundation
import Testing

/// Tests of `causeway run --heap-snapshot` and `causeway heap`.
@Suite(.timeLimit(.minutes(5))) struct HeapRunTests {
  @Test func `a snapshot at a signal and one at the end show what has grown`() throws {
    let scratch = try Scratch([
      "main.mjs": """
      class Leak { constructor(n) { this.text = "text " + n; this.bytes = new Uint8Array(1000); } }
      globalThis.all = [];
      console.log("ready");
      const timer = setInterval(() => {
        if (globalThis.all.length === 500) clearInterval(timer);
        else globalThis.all.push(new Leak(globalThis.all.length));
      }, 4);

      """
    ])
    func path(_ name: String) -> String { scratch.directory.appendingPathComponent(name).path }
    let program = try CommandLine.start("run", "--heap-snapshot", path("out.heapsnapshot"), path("main.mjs"))
    _ = program.output.read(until: "ready")
    kill(program.process.processIdentifier, SIGUSR2)
    let errors = program.errors.read(until: "All values")
    #expect(errors.contains("out-1.heapsnapshot"), "\(errors)")
    program.process.waitUntilExit()
    #expect(program.process.terminationStatus == 0)

    // A snapshot has every text that the program had in memory.
    for name in ["out.heapsnapshot", "out-1.heapsnapshot"] { #expect(fileMode(path(name)) == 0o600) }

    let one = try CommandLine.run("heap", path("out.heapsnapshot"))
    #expect(one.status == 0)
    let row = one.output.split(separator: "\n").first { $0.hasSuffix(" Leak") } ?? ""
    #expect(row.split(separator: " ").first == "500", "\(one.output)")
    let both = try CommandLine.run("heap", path("out-1.heapsnapshot"), path("out.heapsnapshot"))
    #expect(both.status == 0)
    #expect(both.output.split(separator: "\n").contains { $0.hasSuffix(" Leak") && $0.contains("+") }, "\(both.output)")
    let same = try CommandLine.run("heap", path("out.heapsnapshot"), path("out.heapsnapshot"))
    #expect(!same.output.contains("Leak"))
  }

  @Test func `a snapshot is written when the process holds much memory, also in an endless loop`() throws {
    let scratch = try Scratch([
      "main.mjs": """
      class Leak { constructor(n) { this.numbers = new Array(1000).fill(n); } }
      globalThis.all = [];
      const end = Date.now() + 60_000;
      while (Date.now() < end) if (globalThis.all.length < 60_000) globalThis.all.push(new Leak(globalThis.all.length));

      """
    ])
    func path(_ name: String) -> String { scratch.directory.appendingPathComponent(name).path }
    let program = try CommandLine.start(
      "run", "--heap-snapshot", path("out.heapsnapshot"), "--heap-snapshot-near-limit", "300", path("main.mjs"))
    #expect(program.errors.read(until: "is in").contains("uses 300 MB"))
    kill(program.process.processIdentifier, SIGINT)
    program.process.waitUntilExit()
    let one = try CommandLine.run("heap", path("out-1.heapsnapshot"))
    #expect(one.output.contains(" Leak"), "\(one.output)\(one.errors)")
    for options in [
      ["--heap-snapshot-near-limit", "5"], ["--heap-snapshot", "/tmp/x", "--heap-snapshot-near-limit", "0"],
    ] {
      #expect(try CommandLine.run(["run"] + options + ["-e", "1"]).status != 0)
    }
  }

  @Test func `files that are no snapshots are refused`() throws {
    let scratch = try Scratch(["empty": "", "other": "{\"snapshot\":{}}"])
    for name in ["empty", "other", "missing"] {
      let result = try CommandLine.run("heap", scratch.directory.appendingPathComponent(name).path)
      #expect(result.status == 2)
      #expect(result.errors.contains(name))
      #expect(result.output.isEmpty)
    }
    #expect(try CommandLine.run("heap", "a", "b", "c").status == 2)
    #expect(try CommandLine.run("heap").status == 2)
  }
}
