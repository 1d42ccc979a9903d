import Foundation
import FoundationXML
import Testing

@Suite(.timeLimit(.minutes(5))) struct TestRunTests {
  /// Runs `causeway test` in a folder with these files.
  private func test(_ files: [String: String], _ options: String = "") throws -> CommandLine.Result {
    let scratch = try Scratch(files)
    return try CommandLine.finishInShell("cd '\(scratch.directory.path)' && \"$0\" test \(options)")
  }

  private let head = "import { test, describe, it } from 'node:test';\nimport assert from 'node:assert/strict';\n"

  @Test func `test files are found by their names, and run in order`() throws {
    let passes = "import { test } from 'node:test'; test('passes', () => {});"
    let result = try test([
      "b.test.ts": passes, "a/deep_test.mjs": passes, "c.test.mts": passes, "node_modules/p/x.test.js": "throw 1",
      ".hidden/x.test.js": "throw 1", "test.js": "throw 1", "b.test.d.ts": "throw 1",
      "old.test.cjs": "require('node:test').test('old', () => {})",
    ])
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    let files = result.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map(String.init)
    #expect(files.prefix(4) == ["a/deep_test.mjs", "b.test.ts", "c.test.mts", "old.test.cjs"])
    #expect(files.last?.hasPrefix("4 tests in 4 files: 4 passed. 0 ms of virtual time in ") == true, "\(files)")
  }

  @Test func `waits take no time, and the last line names the virtual time`() throws {
    let slow = "\(head)test('slow', async () => { await new Promise((r) => setTimeout(r, 150_000)); });"
    let result = try test([
      "slow.test.ts": slow,
      "real.test.ts": "// @causeway clock=real\n\(head)test('real', () => assert.ok(Date.now() > 1e12));",
    ])
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("\n2 tests in 2 files: 2 passed. 2 m 30 s of virtual time in "), "\(result.output)")
    let real = try test(["a.test.ts": "\(head)test('a', () => assert.ok(Date.now() > 1.7e12));"], "--clock real")
    #expect(real.status == 0 && !real.output.contains("virtual"), "\(real.output)")
  }

  @Test func `a failure shows the difference, the file and the line`() throws {
    let result = try test([
      "a.test.ts":
        "\(head)describe('numbers', () => {\n  it('adds', () => { assert.deepEqual({ sum: 1 + 1 }, { sum: 3 }); });\n});\n"
    ])
    #expect(result.status == 1)
    #expect(result.output.contains("✖ numbers > adds\n  a.test.ts:4\n"), "\(result.output)")
    #expect(result.output.contains("+   sum: 2\n  -   sum: 3\n"))
    #expect(result.output.contains("a.test.ts:4:") && result.output.contains("    4 |   it('adds', "))
  }

  @Test func `a test that waits for nothing fails at once by its name`() throws {
    let result = try test(["a.test.ts": "\(head)test('stuck', () => new Promise(() => {}));\ntest('next', () => {});\n"]
    )
    #expect(result.status == 1)
    #expect(
      result.output.contains(
        "✖ stuck\n  a.test.ts:3\n  The test awaits a promise, and nothing is left that could settle it"))
    #expect(result.output.contains("✔ next"))
  }

  @Test func `a test that loops for ever is stopped, and the next file runs`() throws {
    let result = try test(
      [
        "a.test.ts": "\(head)test('before', () => {});\ntest('endless', () => { for (;;); });\n",
        "b.test.ts": "\(head)test('next', () => {});\n",
      ],
      "--timeout 2 --jobs 1")
    #expect(result.status == 1)
    #expect(
      result.output.contains("✖ endless\n  a.test.ts:4\n  The test was stopped: it did not end within 2 s"),
      "\(result.output)")
    #expect(result.output.contains("✔ before") && result.output.contains("✔ next"))
  }

  @Test func `an endless interval in virtual time is stopped too`() throws {
    let result = try test(
      ["a.test.ts": "\(head)test('ticks', async () => { setInterval(() => {}, 10); await new Promise(() => {}); });\n"],
      "--timeout 2")
    #expect(result.status == 1)
    #expect(result.output.contains("✖ ticks\n  a.test.ts:3\n  The test was stopped"), "\(result.output)")
  }

  @Test func `a program that ends early is no success`() throws {
    let exits =
      "\(head)import process from 'node:process';\ntest('exits', () => process.exit(0));\ntest('never', () => {});\n"
    let result = try test([
      "a.test.mjs": exits, "b.test.mjs": "\(head)test('later', () => {});\nthrow new Error('top');\n",
    ])
    #expect(result.status == 1)
    #expect(result.output.contains("✖ exits") && result.output.contains("✖ never"))
    #expect(result.output.contains("process.exit(0) ended the program before this test had ended"))
    #expect(result.output.contains("Error: top"))
    let status = try test(["a.test.mjs": "import process from 'node:process';\nprocess.exitCode = 3;\n"])
    #expect(status.status == 1 && status.output.contains("The file ended with the exit status 3."))
  }

  @Test func `a file without tests passes if it does not fail`() throws {
    #expect(try test(["a.test.mjs": "export {};\n"]).status == 0)
    let failed = try test(["a.test.mjs": "await 1;\nthrow new TypeError('wrong');\n"])
    #expect(failed.status == 1 && failed.output.contains("TypeError: wrong"), "\(failed.output)")
  }

  @Test func `what a test leaves open fails it, with the line that opened it`() throws {
    let text = """
      \(head)test('timer', () => {
        setInterval(() => {}, 1000);
      });
      test('clears', () => { clearInterval(setInterval(() => {}, 1000)); });
      test('call', () => {
        bridge.on("network.changed", () => {});
      });
      test('waits', async () => { await new Promise((r) => setTimeout(r, 5)); });
      describe('suite', () => {
        it('one', () => { setTimeout(() => {}, 1e6); });
        it('two', () => {});
      });
      """
    let result = try test(["a.test.ts": text])
    #expect(result.status == 1)
    #expect(result.output.contains("timer setInterval, made at "), "\(result.output)")
    #expect(
      result.output.contains("a.test.ts:4:") && result.output.contains("a.test.ts:8:")
        && result.output.contains("a.test.ts:12:"))
    #expect(result.output.contains("3 failures:") && result.output.contains("6 tests in 1 file: 3 passed, 3 failed."))
    let ignored = try test(
      ["a.test.ts": "\(head)test('timer', () => { setTimeout(() => {}, 10); });\n"], "--ignore-leaks")
    #expect(ignored.status == 0, "\(ignored.output)")
  }

  @Test func `errors that nobody catches fail the test that caused them`() throws {
    let text = """
      \(head)test('timer', async () => { setTimeout(() => { throw new Error('late'); }, 1); await new Promise((r) => setTimeout(r, 50)); });
      test('rejection', () => { Promise.reject(new RangeError('lost')); });
      test('fine', () => {});
      """
    let result = try test(["a.test.ts": text])
    #expect(result.status == 1)
    #expect(
      result.output.contains("✖ timer\n  a.test.ts:3\n  An error was not caught.\n  Error: late\n"), "\(result.output)")
    #expect(
      result.output.contains("✖ rejection\n  a.test.ts:4\n  A rejected promise was not handled.\n  RangeError: lost\n"))
    #expect(result.output.contains("✔ fine"))
  }

  @Test func `options choose tests and files`() throws {
    let two = "\(head)test('one', () => {});\ntest('two', () => {});\n"
    let files = ["a.test.ts": two, "b.test.ts": two, "c.test.ts": two]
    #expect(try test(files, "--filter '^one$'").output.contains("3 tests in 3 files: 3 passed."))
    #expect(try test(files, "--shard 2/3").output.hasPrefix("b.test.ts\n"))
    #expect(try test(files, "a.test.ts --repeat 3").output.contains("a.test.ts (repetition 3)\n"))
    let bail = try test(
      ["a.test.ts": "\(head)test('fails', () => { throw 1; });", "b.test.ts": two], "--bail --jobs 1")
    #expect(bail.status == 1 && !bail.output.contains("✔ one"), "\(bail.output)")
    let only = try test(
      ["a.test.ts": "\(head)test.only('one', () => {});\ntest('two', () => { throw 1; });\n"], "--only")
    #expect(only.status == 0 && only.output.contains("1 passed, 1 skipped"), "\(only.output)")
  }

  @Test func `wrong usage has the exit status 2`() throws {
    let files = ["a.test.ts": "\(head)test('one', () => {});"]
    for options in [
      "gone.test.ts", "--shard 4/3", "--timeout 0", "--filter '['", "--filter zzz", "--reporter xml", "--repeat 0",
    ] {
      let result = try test(files, options)
      #expect(result.status == 2, "\(options): \(result.output)\(result.errors)")
      #expect(!result.errors.isEmpty, "\(options)")
    }
    let none = try test([:])
    #expect(none.status == 2 && none.errors.contains("There is no test file"), "\(none.errors)")
    let directive = try test(["a.test.ts": "// @causeway clock=moon\n"])
    #expect(
      directive.status == 1 && directive.output.contains("it can be clock=real, clock=virtual"), "\(directive.output)"
    )
  }

  @Test func `permissions are those of the command line`() throws {
    let files = ["a.test.ts": "\(head)test('calls', async () => { await bridge.call('storage.get', { key: 'a' }); });"]
    let denied = try test(files)
    #expect(denied.status == 1 && denied.output.contains("PERMISSION_DENIED"), "\(denied.output)")
  }

  @Test func `Ctrl-C names the test that ran`() throws {
    let text = "\(head)test('long', () => { console.error('begun'); for (;;); });\n"
    let scratch = try Scratch(["a.test.mjs": text])
    let (process, _, errors) = try CommandLine.start("test", scratch.directory.path)
    _ = errors.read(until: "begun\n")
    process.interrupt()
    #expect(errors.read(until: "long.\n").contains("a.test.mjs: long.\n"))
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
  }
}

/// Reports for programs, of names that could break their form.
@Suite(.timeLimit(.minutes(5))) struct TestReportTests {
  private static let text = #"""
    import { test, describe, it } from "node:test";
    import assert from "node:assert";
    describe("a \"quoted\" <b> & 'c' ]]> # hash \\ back", () => {
      it("line\nbreak \r \u0000 \u001b[31m \ud800 \uffff \u202e end", () => { assert.equal("<a>]]>&\u0001", "b"); });
      it("# SKIP not really", () => {});
      it("skipped", { skip: "why\n# <x>" }, () => {});
      it("", () => {});
    });
    """#

  private func report(_ format: String) throws -> String {
    let scratch = try Scratch(["names.test.mjs": TestReportTests.text])
    let result = try CommandLine.finishInShell("cd '\(scratch.directory.path)' && \"$0\" test --reporter \(format)")
    #expect(result.status == 1 && result.errors.isEmpty, "\(result.errors)")
    return result.output
  }

  /// Counts the elements of a well-formed document.
  private final class Elements: NSObject, XMLParserDelegate {
    var names: [String] = []
    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String] = [:]
    ) {
      names.append(name)
    }
  }

  @Test func `JUnit is well-formed XML with each test`() throws {
    let parser = XMLParser(data: Data(try report("junit").utf8))
    let elements = Elements()
    parser.delegate = elements
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(elements.names.filter { $0 == "testcase" }.count == 4)
    #expect(elements.names.filter { $0 == "failure" }.count == 1)
  }

  @Test func `each line of TAP is a line of TAP`() throws {
    let lines = try report("tap").split(separator: "\n").map(String.init)
    #expect(lines.first == "TAP version 14" && lines.contains("1..1"))
    for line in lines.dropFirst() {
      let form = /^ *(#.*|(not )?ok \d+ - .*|1\.\.\d+|---|\.\.\.|[A-Za-z_]+: .*)$/
      #expect(line.wholeMatch(of: form) != nil, "\(line)")
    }
    #expect(lines.contains { $0.hasSuffix("ok 2 - \\# SKIP not really") }, "\(lines)")
    #expect(lines.contains { $0.contains("ok 3 - skipped # SKIP why") })
  }

  @Test func `each line of the JSON report is JSON`() throws {
    let lines = try report("json").split(separator: "\n")
    let objects = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
    #expect(objects.map { $0?["type"] as? String } == ["fail", "pass", "pass", "pass", "fail", "end"])
    #expect((objects[0]?["path"] as? [String])?.last?.hasPrefix("line\nbreak") == true)
  }

  @Test func `dot and github list the failures`() throws {
    #expect(try report("dot").hasPrefix("X...\n"))
    let annotation = try #require(try report("github").split(separator: "\n").last)
    #expect(annotation.hasPrefix("::error file=names.test.mjs,line=4,title=a \"quoted\""), "\(annotation)")
  }
}
