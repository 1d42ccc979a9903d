import Foundation
import TestSupport
import Testing

/// `causeway test` with fault plans, mocks and `--chaos`.
@Suite(.timeLimit(.minutes(5))) struct TestChaosTests {
  private func test(_ files: [String: String], _ options: String) throws -> CommandLine.Result {
    try test(in: try Scratch(files), options)
  }

  private func test(in scratch: Scratch, _ options: String) throws -> CommandLine.Result {
    try CommandLine.finishInShell("cd '\(scratch.directory.path)' && \"$0\" test \(options)")
  }

  private let head = "import { test } from 'node:test';\nimport assert from 'node:assert/strict';\n"
  private let mock = #"{ "shop.menu": { "answer": ["tea"] }, "shop.never": { "answer": 1 } }"#
  private var menu: String {
    """
    \(head)test('menu', async () => {
      assert.deepEqual(await bridge.call('shop.menu', undefined, { timeout: 1000 }), ['tea']);
    });

    """
  }

  @Test func `a mock answers the calls of each file, and what is not called is reported`() throws {
    let result = try test(["a.test.js": menu, "b.test.js": menu, "mock.json": mock], "--mock mock.json")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.errors.contains("The mock's method shop.never"), "\(result.errors)")
    #expect(!result.errors.contains("shop.menu"), "\(result.errors)")
  }

  @Test func `a plan fails tests, and the command that repeats it has the seed and the options`() throws {
    let scratch = try Scratch(["a b.test.js": menu, "mock.json": mock])
    let options = "--mock mock.json --jobs 1 --simulate 'shop.menu: drop=100%; wifi.*: drop=1%; seed=7'"
    let result = try test(in: scratch, options)
    #expect(result.status == 1)
    let plan = "shop.menu: drop=100%; wifi.*: drop=1%; seed=7"
    let command = "causeway test --mock mock.json --simulate '\(plan)' 'a b.test.js'"
    #expect(result.errors.contains("causeway: To repeat: \(command)\n"), "\(result.errors)")
    #expect(result.errors.contains("causeway: No message matched the rule wifi.*: drop=1%.\n"), "\(result.errors)")
    #expect(!result.errors.contains("matched the rule shop"))
    let seeded = try test(in: scratch, options + " --seed 9")
    #expect(seeded.errors.contains("seed=9' 'a b.test.js'"), "\(seeded.errors)")
  }

  @Test func `each repetition has the next seed, and the failing ones are named`() throws {
    let options = "--mock mock.json --simulate 'shop.menu: drop=50%' --seed 1 --repeat 12"
    let result = try test(["a.test.js": menu, "mock.json": mock], options)
    #expect(result.status == 1)
    let seeds = result.errors.matches(of: /To repeat: .* --simulate 'shop.menu: drop=50%; seed=(\d+)'/).map {
      Int($0.1)
    }
    #expect(seeds.count > 1 && seeds.count < 12 && seeds.allSatisfy { (1...12).contains($0 ?? 0) }, "\(result.errors)")
    let counts = "12 tests in 12 files: \(12 - seeds.count) passed, \(seeds.count) failed."
    #expect(result.output.contains(counts), "\(result.output)")
  }

  @Test(arguments: [
    ("--seed 3", "--seed needs --simulate or --chaos."), ("--chaos=0", "--chaos takes a number from 1 to 10000."),
    ("--chaos --simulate '*: drop=1%'", "--chaos makes its own plans"),
    ("--chaos --repeat 2", "cannot be combined with --repeat"),
    ("--simulate '*: drop=lots'", "--simulate:1:9"), ("--mock none.json", "none.json"),
  ]) func `wrong options end the command with status 2`(options: String, message: String) throws {
    let result = try test(["a.test.js": menu], options)
    #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
  }

  @Test func `a mock script that does not end fails its file`() throws {
    let result = try test(["a.test.js": menu, "mock.js": "for (;;);"], "--mock mock.js --timeout 2")
    #expect(result.status == 1 && result.output.contains("The mock script did not end within 2 s"), "\(result.output)")
  }

  private let sample = "Samples/SlowDay"

  private func sampleRun(_ options: String) throws -> CommandLine.Result {
    return try CommandLine.finishInShell(
      "cd '\(repository.path)' && \"$0\" test \(options) --allow shop.step --mock \(sample)/shop.mock.js \(sample)")
  }

  @Test func `chaos finds the three mistakes of a sample whose tests pass`() throws {
    let ordinary = try sampleRun("")
    #expect(ordinary.status == 0, "\(ordinary.output)\(ordinary.errors)")
    #expect(ordinary.output.contains("3 tests in 1 file: 3 passed."))
    let chaos = try sampleRun("--chaos --seed 1")
    #expect(chaos.status == 1)
    for (name, method) in [
      ("the spinner ends", "shop.menu"), ("an order is made once", "shop.order"),
      ("nothing follows an order after its end", "shop.follow"),
    ] {
      let lines = [
        "✖ \(name)", "  \(sample)/shop.test.js:\\d+",
        "  It fails under \\d+ of 20 plans. The smallest: \(method): .*; seed=\\d+\n",
      ]
      let found = chaos.output.firstMatch(of: try Regex(lines.joined(separator: "\n")))
      #expect(found != nil, "\(chaos.output)")
    }
    #expect(chaos.output.contains("Chaos: 20 plans for 1 file, seed 1: 3 tests fail.\n"), "\(chaos.output)")
    #expect(chaos.output.contains("\n3 tests in 1 file: 3 passed. "), "\(chaos.output)")
    let commands = chaos.output.matches(of: /To repeat: causeway (test .*)\n/).map { String($0.1) }
    #expect(commands.count == 3)
    #expect(commands.allSatisfy { $0.hasPrefix("test --allow shop.step --mock \(sample)/shop.mock.js --simulate '") })
    for command in commands {
      let again = try CommandLine.finishInShell("cd '\(repository.path)' && \"$0\" \(command)")
      #expect(again.status == 1, "\(command)\n\(again.output)")
      #expect(again.output.contains("3 tests in 1 file: 2 passed, 1 failed."), "\(again.output)")
    }
  }

  @Test func `the same seed finds the same plans`() throws {
    let first = try sampleRun("--chaos 12 --seed 5 --reporter json")
    let second = try sampleRun("--chaos=12 --seed 5 --reporter json --jobs 1")
    func plans(_ result: CommandLine.Result) -> [String] {
      result.output.matches(of: /"plan":"([^"]*)"/).map { String($0.1) }
    }
    #expect(!plans(first).isEmpty && plans(first) == plans(second), "\(first.output)\(second.output)")
  }

  @Test func `files without calls, with failures or with chaos=off are left out by name`() throws {
    let result = try test(
      [
        "calls.test.js": "\(head)test('menu', async () => { await bridge.call('shop.menu').catch(() => {}); });",
        "fails.test.js": "\(head)test('fails', () => { throw new Error('no'); });",
        "none.test.js": "\(head)test('none', () => {});", "off.test.js": "// @causeway chaos=off\n\(menu)",
        "real.test.js": "// @causeway clock=real\n\(menu)",
        "mock.json": mock,
      ], "--chaos=5 --seed 2 --mock mock.json")
    #expect(result.status == 1)
    #expect(
      result.output.contains(
        """
        Chaos: 5 plans for 1 file, seed 2: no test fails.
          fails.test.js was left out: it fails without chaos.
          none.test.js was left out: it makes no call over the bridge.
          off.test.js was left out: its first line has chaos=off.
          real.test.js was left out: it has the real clock, on which delays would take their time.
        """), "\(result.output)")
  }

  @Test func `reports for programs have the failures of chaos, and no more tests`() throws {
    let tap = try sampleRun("--chaos --seed 1 --reporter tap")
    #expect(tap.output.contains("\nnot ok 4 - the spinner ends (chaos)\n"), "\(tap.output)")
    #expect(tap.output.contains("\n1..6\n"), "\(tap.output)")
    let junit = try sampleRun("--chaos --seed 1 --reporter junit")
    #expect(junit.output.contains("<testsuites tests=\"3\" failures=\"0\""), "\(junit.output)")
    #expect(junit.output.contains("<testsuite name=\"chaos\" tests=\"3\" failures=\"3\""), "\(junit.output)")
    let json = try sampleRun("--chaos --seed 1 --reporter json")
    #expect(json.output.contains(#""chaos":{"#) && json.output.contains(#""tests":3"#), "\(json.output)")
  }
}
