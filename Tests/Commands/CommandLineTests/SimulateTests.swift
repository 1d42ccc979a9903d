import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct SimulateTests {
  @Test func `a program that waits a day ends at once with a virtual clock`() throws {
    let result = try CommandLine.run(
      "run", "--clock", "virtual", "-e",
      "await new Promise((r) => setTimeout(r, 86_400_000)); console.log(performance.now(), new Date().toISOString())")
    #expect(result.status == 0)
    #expect(result.output == "86400000 2000-01-02T00:00:00.000Z\n")
    #expect(result.errors.hasPrefix("causeway: 0 calls in 86400.0 s of virtual time ("))
  }

  @Test func `a plan delays and drops calls, and the last line repeats it`() throws {
    let program = """
      const ends = [];
      for (let i = 0; i < 20; i++) {
        try { await bridge.call("network.interfaces", undefined, { timeout: 1000 }); ends.push("ok"); }
        catch (error) { ends.push(error.name); }
      }
      console.log(ends.join(), Math.round(performance.now()));
      """
    func run(_ plan: String) throws -> CommandLine.Result {
      try CommandLine.run("run", "--clock", "virtual", "--simulate", plan, "-e", program)
    }
    let first = try run("network.*: delay=200ms±50ms drop=20% seed=7")
    #expect(first.status == 0)
    #expect(first.output.contains("ok,") && first.output.contains("TimeoutError"))
    #expect(first.errors.contains("network.interfaces  20"))
    let again = try #require(first.errors.firstMatch(of: /--simulate '(.+)'/)?.1)
    #expect(again == "network.*: delay=150ms..250ms drop=20%; seed=7")
    #expect(try run(String(again)).output == first.output)
    #expect(try run("network.*: delay=200ms±50ms drop=20% seed=8").output != first.output)
  }

  @Test func `a mock replaces this machine`() throws {
    let scratch = try Scratch()
    let mock = try scratch.file(
      "mock.json",
      """
      {
        "wifi.ssid": { "answer": "Home", "after": "300ms" },
        "secrets.read": [{ "answer": 1 }, { "fail": "UNAVAILABLE", "message": "gone" }],
        "ticks": { "stream": ["a", "b"], "every": "1min" },
        "never.called": { "never": true }
      }
      """)
    let program = """
      console.log(await bridge.call("wifi.ssid"), await bridge.call("secrets.read"));
      await bridge.call("secrets.read").catch((error) => console.log(error.code, error.message));
      for await (const item of bridge.stream("ticks")) console.log(item, performance.now());
      """
    let options = ["run", "--clock", "virtual", "--mock", mock.path, "-e", program]
    let result = try CommandLine.run(options)
    #expect(result.status == 0)
    #expect(result.output == "Home 1\nUNAVAILABLE gone\na 300\nb 60300\n")
    #expect(result.errors.contains("The mock's method never.called (\(mock.path):5:3) was not called."))
    let strict = try CommandLine.run(Array(options.prefix(1)) + ["--strict-mock"] + Array(options.dropFirst(1)))
    #expect(strict.status == 1)
    #expect(strict.output == result.output)
  }

  @Test func `a mock may be a script`() throws {
    let scratch = try Scratch()
    let mock = try scratch.file(
      "mock.js",
      """
      let count = 0;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      mock("rows.query", async ({ from }) => {
        await new Promise((resolve) => setTimeout(resolve, 250));
        if (++count === 2) throw Object.assign(new Error("gone"), { code: "UNAVAILABLE" });
        return [from, count];
      });
      mock("rows.stuck", () => new Promise(() => {}));
      mock.stream("ticks", async function* () { yield "a"; yield "b"; });
      mock("never.called", () => 1);
      """)
    let program = """
      for (let i = 0; i < 3; i++) {
        await bridge.call("rows.query", { from: i }).then((rows) => console.log(rows.join()), (e) => console.log(e.code, e.message));
      }
      await bridge.call("rows.stuck", null, { timeout: 5000 }).catch((error) => console.log(error.name));
      for await (const item of bridge.stream("ticks")) console.log(item);
      console.log(performance.now());
      """
    let result = try CommandLine.run("run", "--clock", "virtual", "--mock", mock.path, "-e", program)
    #expect(result.status == 0)
    #expect(result.output == "0,1\nUNAVAILABLE gone\n2,3\nTimeoutError\na\nb\n5750\n")
    #expect(result.errors.contains("The mock's method never.called was not called."))
  }

  @Test func `a run is recorded and replayed`() throws {
    let scratch = try Scratch()
    let mock = try scratch.file(
      "mock.json", #"{ "wifi.ssid": [{ "answer": "Home", "after": "2s" }, { "fail": "UNAVAILABLE" }] }"#)
    let record = try scratch.file("monday.jsonl", "old").path
    chmod(record, 0o644)
    let program = """
      console.log(await bridge.call("wifi.ssid", { password: "hunter2" }), performance.now());
      await bridge.call("wifi.ssid").catch((error) => console.log(error.code));
      """
    let options = ["run", "--clock", "virtual", "-e", program]
    let first = try CommandLine.run(options + ["--mock", mock.path, "--record", record])
    #expect(first.status == 0 && first.output == "Home 2000\nUNAVAILABLE\n", "\(first.errors)")
    #expect(first.errors.contains("To replay: --mock \(record)"))
    let text = try String(contentsOfFile: record, encoding: .utf8)
    #expect(text.hasPrefix("{\"causeway\":\"recording\",\"version\":1}\n") && !text.contains("hunter2"))
    #expect(fileMode(record) == 0o600)
    let again = try CommandLine.run(options + ["--mock", record])
    #expect(again.status == 0 && again.output == first.output, "\(again.errors)")
    let cut = try scratch.file("cut.jsonl", String(text.dropLast(20)))
    let wrong = try CommandLine.run(options + ["--mock", cut.path])
    #expect(wrong.status == 2 && wrong.errors.hasPrefix("causeway: \(cut.path):"), "\(wrong.errors)")
  }

  @Test func `a recording that cannot be written is reported before the run`() throws {
    let scratch = try Scratch()
    let folder = scratch.directory.path
    for (file, reason) in [(folder, "it is a directory"), (folder + "/no/a.jsonl", "no such file or directory")] {
      let result = try CommandLine.run("run", "--record", file, "-e", "console.log('ran')")
      #expect(result.status == 2 && result.output == "")
      #expect(result.errors == "causeway: Cannot write \(file): \(reason).\n")
    }
    let full = try CommandLine.run("run", "--record", "/dev/full", "-e", "console.log('ran')")
    #expect(full.status == 1 && full.output == "ran\n")
    #expect(full.errors.contains("could not be written to /dev/full: no space left on device."))
  }

  @Test func `the events of a recording are replayed with the same delay after the subscription`() throws {
    let scratch = try Scratch()
    let record = try scratch.file(
      "events.jsonl",
      """
      {"causeway":"recording","version":1}
      {"at":12.5,"way":"received","message":{"jsonrpc":"2.0","id":1,"method":"$/subscribe","params":{"event":"rows.changed"}}}
      {"at":1012.5,"way":"sent","message":{"jsonrpc":"2.0","method":"$/event","params":{"event":"rows.changed","value":7}}}
      {"at":61012.5,"way":"sent","message":{"jsonrpc":"2.0","method":"$/event","params":{"event":"rows.changed","value":8}}}

      """)
    let program = """
      await new Promise((done) => setTimeout(done, 500));
      bridge.on("rows.changed", (value) => console.log(value, performance.now()));
      await new Promise((done) => setTimeout(done, 100_000));
      """
    let result = try CommandLine.run("run", "--clock", "virtual", "--mock", record.path, "-e", program)
    #expect(result.status == 0 && result.output == "7 1500\n8 61500\n", "\(result.errors)")
  }

  @Test func `the error of a mock that fails to load has its position`() throws {
    let scratch = try Scratch()
    let mock = try scratch.file("mock.js", "const a = 1;\nnull.b;\n")
    let result = try CommandLine.run("run", "--mock", mock.path, "-e", "console.log('ran')")
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(result.errors.contains("mock.js:2:"))
  }

  @Test func `without a virtual clock a delay takes real time`() throws {
    let result = try CommandLine.run(
      "run", "--simulate", "*: delay=40ms seed=1", "-e",
      "await bridge.call('network.interfaces'); console.log(performance.now() >= 80)")
    #expect(result.output == "true\n")
  }

  /// The members of `bridge.plugins` are known at once: the request for them is not part of the simulation.
  @Test func `plugins and their streams work over a simulated link`() throws {
    let result = try CommandLine.run(
      "run", "--simulate", "*: delay=10ms; seed=1", "-e",
      """
      const { network } = bridge.plugins;
      const { connected } = await network.status();
      for await (const status of network.changes()) {
        console.log(status.connected === connected);
        break;
      }
      """)
    #expect(result.status == 0 && result.output == "true\n", "\(result.errors)")
  }

  @Test func `a plan can be in a file`() throws {
    let scratch = try Scratch()
    let plan = try scratch.file("slow.plan", "# slow\n*: delay=1s\nseed=3\n")
    let result = try CommandLine.run(
      "run", "--clock", "virtual", "--simulate", plan.path, "-e",
      "await bridge.call('wifi.ssid'); console.log(performance.now())")
    #expect(result.output == "2000\n")
    #expect(result.errors.contains("--simulate '*: delay=1s; seed=3'"))
  }

  static let mistakes: [([String], String)] = [
    (["--simulate", "*: drop=120%"], "--simulate:1:9: drop: 120% is not a probability"),
    (["--simulate", "nowhere.plan"], "nowhere.plan"),
    (["--mock", "nowhere.json"], "nowhere.json"),
    (["--clock", "sundial"], "sundial"),
    (["--strict-mock"], "--strict-mock needs --mock"),
  ]

  @Test(arguments: mistakes) func `an invalid option is a usage error`(options: [String], message: String) throws {
    let result = try CommandLine.run(["run"] + options + ["-e", "console.log('ran')"])
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors.contains(message))
  }

  @Test func `an error in a mock has its position`() throws {
    let scratch = try Scratch()
    let mock = try scratch.file("mock.json", "{\n  \"a\": {\"answr\": 1}\n}")
    let result = try CommandLine.run("run", "--mock", mock.path, "-e", "1")
    #expect(result.status == 2)
    #expect(result.errors == "causeway: \(mock.path):2:9: An answer has no \"answr\": did you mean answer?\n")
  }

  #if Plugins
  @Test func `storage and files take no virtual time`() throws {
    let scratch = try Scratch([
      "main.js":
        """
      const { storage, files } = bridge.plugins;
      let ticks = 0;
      const timer = setInterval(() => (ticks += 1), 1000);
      for (let i = 0; i < 20; i++) {
        await storage.set({ key: "a", value: i });
        await files.writeFile({ path: "a.txt", directory: "out", data: "x".repeat(i), encoding: "utf8" });
        await files.readFile({ path: "a.txt", directory: "out", encoding: "utf8" });
      }
      console.log((await storage.get({ key: "a" })).value, ticks, performance.now() < 1000);
      clearInterval(timer);
      """
    ])
    let path = scratch.directory.path
    let result = try CommandLine.run(
      "run", "--clock", "virtual", "--store", "\(path)/v.db", "--folder", "out=\(path):rw",
      "\(path)/main.js")
    #expect(result.status == 0 && result.output == "19 0 true\n", "\(result.output)\(result.errors)")
  }
  #endif
}
