import Foundation
import Testing

/// Snapshots of `causeway test`, in the files of Node and of Jest.
@Suite(.timeLimit(.minutes(5))) struct TestSnapshotTests {
  private let head = "import { test, describe, it } from 'node:test';\nimport { expect } from 'causeway:test';\n"

  private func test(_ scratch: Scratch, _ options: String = "", ci: Bool = false) throws -> CommandLine.Result {
    try CommandLine.finishInShell(
      "cd '\(scratch.directory.path)' && CI=\(ci) \"$0\" test \(options)")
  }

  private func text(_ scratch: Scratch, _ name: String) -> String? {
    try? String(contentsOf: scratch.directory.appending(path: name), encoding: .utf8)
  }

  @Test func `snapshots are written once, and then compared`() throws {
    let program = """
      \(head)describe('a suite', () => {
        it('has `both` ${formats}', (t) => {
          t.assert.snapshot({ a: 1, text: 'x`${y}\\\\' });
          expect({ b: [1], a: new Map([['k', undefined]]), when: new Date(0) }).toMatchSnapshot('a hint');
          expect(() => { throw new TypeError('no such row'); }).toThrowErrorMatchingSnapshot();
        });
      });
      """
    let scratch = try Scratch(["a.test.js": program])
    let first = try test(scratch)
    #expect(first.status == 0, "\(first.output)")
    #expect(first.output.contains("\nSnapshots: 3 written.\n"), "\(first.output)")
    let node = """
      exports[`a suite > has \\`both\\` \\${formats} 1`] = `
      {
        "a": 1,
        "text": "x\\`\\${y}\\\\\\\\"
      }
      `;

      """
    #expect(text(scratch, "a.test.js.snapshot") == node)
    let jest = """
      // Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing

      exports[`a suite has \\`both\\` \\${formats} 1`] = `"no such row"`;

      exports[`a suite has \\`both\\` \\${formats}: a hint 1`] = `
      {
        "a": Map {
          "k" => undefined,
        },
        "b": [
          1,
        ],
        "when": 1970-01-01T00:00:00.000Z,
      }
      `;

      """
    #expect(text(scratch, "__snapshots__/a.test.js.snap") == jest)
    let second = try test(scratch, ci: true)
    #expect(second.status == 0 && !second.output.contains("Snapshots"), "\(second.output)")
  }

  @Test func `a snapshot that differs fails with the difference, until --update`() throws {
    let scratch = try Scratch(["a.test.js": "\(head)test('a', (t) => { expect({ a: 1, b: 2 }).toMatchSnapshot(); });\n"]
    )
    #expect(try test(scratch).status == 0)
    _ = try scratch.file("a.test.js", "\(head)test('a', (t) => { expect({ a: 1, b: 3 }).toMatchSnapshot(); });\n")
    let failed = try test(scratch)
    #expect(failed.status == 1)
    #expect(failed.output.contains("Snapshot name: a 1"), "\(failed.output)")
    #expect(failed.output.contains("+   \"b\": 3,\n  -   \"b\": 2,\n"), "\(failed.output)")
    #expect(text(scratch, "__snapshots__/a.test.js.snap")?.contains("\"b\": 2") == true)
    let updated = try test(scratch, "--update")
    #expect(updated.status == 0 && updated.output.contains("Snapshots: 1 updated."), "\(updated.output)")
    #expect(text(scratch, "__snapshots__/a.test.js.snap")?.contains("\"b\": 3") == true)
  }

  @Test func `with CI=true a new snapshot fails, and nothing is written`() throws {
    let scratch = try Scratch([
      "a.test.js": """
      \(head)test('a', () => { expect(1).toMatchSnapshot(); });
      test('b', () => { expect(1).toMatchInlineSnapshot(); });
      test('c', (t) => { t.assert.fileSnapshot(1, 'c.json'); });
      """
    ])
    let result = try test(scratch, ci: true)
    #expect(result.status == 1 && result.output.contains("3 failed"), "\(result.output)")
    #expect(result.output.contains("does not exist, and CI=true is set"), "\(result.output)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.directory.path) == ["a.test.js"])
  }

  @Test func `obsolete snapshots are reported, kept for tests that did not run, and removed by --update`() throws {
    let one = "test('one', () => { expect(1).toMatchSnapshot(); });\n"
    let two = "test('two', (t) => { t.assert.snapshot(2); });\n"
    let scratch = try Scratch(["a.test.js": head + one + two])
    #expect(try test(scratch).status == 0)
    let filtered = try test(scratch, "--filter two")
    #expect(filtered.status == 0 && !filtered.output.contains("Snapshots"), "\(filtered.output)")
    _ = try scratch.file("a.test.js", head + two)
    let obsolete = try test(scratch)
    #expect(obsolete.status == 0)
    #expect(
      obsolete.output.contains(
        "Snapshots: 1 obsolete.\nNo test uses this snapshot; --update removes it:\n  a.test.js: one 1\n"),
      "\(obsolete.output)")
    let updated = try test(scratch, "--update")
    #expect(updated.output.contains("Snapshots: 1 removed."), "\(updated.output)")
    #expect(text(scratch, "__snapshots__/a.test.js.snap") == nil)
    #expect(text(scratch, "a.test.js.snapshot") == "exports[`two 1`] = `\n2\n`;\n")
  }

  @Test func `inline snapshots become arguments of the calls`() throws {
    let program = """
      import { test } from 'node:test';
      import { expect } from 'causeway:test';
      interface Row { id: number; name: string }
      test('inline', async () => {
        const row: Row = { id: Math.random(), name: 'a`b' };
        expect(1 as number).toMatchInlineSnapshot(); expect('two').toMatchInlineSnapshot();
        expect(row).toMatchInlineSnapshot({ id: expect.any(Number) });
        await expect(Promise.reject(new Error('no'))).rejects.toThrowErrorMatchingInlineSnapshot();
        expect([1, { a: [] }])
          .toMatchInlineSnapshot();
      });

      """
    let scratch = try Scratch(["a.test.ts": program])
    let first = try test(scratch)
    #expect(first.status == 0 && first.output.contains("Snapshots: 5 written."), "\(first.output)")
    let written = """
      import { test } from 'node:test';
      import { expect } from 'causeway:test';
      interface Row { id: number; name: string }
      test('inline', async () => {
        const row: Row = { id: Math.random(), name: 'a`b' };
        expect(1 as number).toMatchInlineSnapshot(`1`); expect('two').toMatchInlineSnapshot(`"two"`);
        expect(row).toMatchInlineSnapshot({ id: expect.any(Number) }, `
          {
            "id": Any<Number>,
            "name": "a\\`b",
          }
        `);
        await expect(Promise.reject(new Error('no'))).rejects.toThrowErrorMatchingInlineSnapshot(`"no"`);
        expect([1, { a: [] }])
          .toMatchInlineSnapshot(`
            [
              1,
              {
                "a": [],
              },
            ]
          `);
      });

      """
    #expect(text(scratch, "a.test.ts") == written)
    #expect(try test(scratch, ci: true).status == 0)
    _ = try scratch.file("a.test.ts", written.replacing("expect('two')", with: "expect('three')"))
    let failed = try test(scratch)
    #expect(failed.status == 1 && failed.output.contains("+ \"three\"\n  - \"two\""), "\(failed.output)")
    #expect(try test(scratch, "--update").status == 0)
    #expect(
      text(scratch, "a.test.ts") == written.replacing("'two'", with: "'three'").replacing("\"two\"", with: "\"three\""))
  }

  @Test func `of the repetitions of a file only the first writes`() throws {
    let scratch = try Scratch([
      "a.test.js": "\(head)test('a', () => { expect(1).toMatchInlineSnapshot(); expect(1).toMatchSnapshot(); });\n"
    ])
    let result = try test(scratch, "--repeat 4")
    #expect(result.status == 0 && result.output.contains("Snapshots: 2 written."), "\(result.output)")
    #expect(text(scratch, "a.test.js")?.contains("toMatchInlineSnapshot(`1`)") == true)
  }

  @Test func `a file snapshot stays below the folder of the tests`() throws {
    let scratch = try Scratch([
      "tests/a.test.js": """
      import { test } from 'node:test';
      import assert from 'node:assert/strict';
      const folder = import.meta.dirname;
      test('inside', (t) => { t.assert.fileSnapshot('text', folder + '/data/out.txt', { serializers: [(text) => text] }); });
      for (const path of ['/../out.txt', '/a.js', '/.git/hook', '/package.json', '/link/out.txt', '/node_modules/p/x.txt']) {
        test(path, (t) => { assert.throws(() => t.assert.fileSnapshot(1, folder + path), /snapshot file/); });
      }
      """, "outside/keep.txt": "",
    ])
    try FileManager.default.createSymbolicLink(
      at: scratch.directory.appending(path: "tests/link"),
      withDestinationURL: scratch.directory.appending(path: "outside"))
    let result = try test(scratch)
    #expect(result.status == 0, "\(result.output)")
    #expect(text(scratch, "tests/data/out.txt") == "text")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.directory.path + "/outside") == ["keep.txt"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.directory.path + "/tests/data") == ["out.txt"])
  }

  @Test(arguments: [
    ("exports[`a 1`] = `${process.exit(0)}`;", "line 1: a template literal must not contain an expression"),
    ("exports[`a 1`] = `1", "line 1: the template literal does not end"),
    ("\nthrow 1;", "line 2: expected exports["),
    ("// Jest Snapshot v2, https://x", "the version of the format is 2, and only 1 is known"),
  ]) func `a file that is not a snapshot file fails with its line, and stays as it is`(text: String, message: String)
    throws
  {
    let scratch = try Scratch([
      "a.test.js": "\(head)test('a', () => { expect(1).toMatchSnapshot(); });\n", "__snapshots__/a.test.js.snap": text,
    ])
    let result = try test(scratch, "--update")
    #expect(result.status == 1 && result.output.contains(message), "\(result.output)")
    #expect(self.text(scratch, "__snapshots__/a.test.js.snap") == text)
  }

  @Test func `a snapshot file that cannot be read or written fails the tests`() throws {
    let scratch = try Scratch(["a.test.js": "\(head)test('a', (t) => { t.assert.snapshot(1); });\n"])
    try Data([0xFF, 0xFE]).write(to: scratch.directory.appending(path: "a.test.js.snapshot"))
    let binary = try test(scratch)
    #expect(binary.status == 1)
    #expect(
      binary.output.contains("Cannot read the snapshot file a.test.js.snapshot: it is not UTF-8."), "\(binary.output)")
    try FileManager.default.removeItem(at: scratch.directory.appending(path: "a.test.js.snapshot"))
    try FileManager.default.createDirectory(
      at: scratch.directory.appending(path: "a.test.js.snapshot"), withIntermediateDirectories: false)
    let folder = try test(scratch)
    #expect(folder.status == 1 && folder.output.contains("Cannot read the snapshot file"), "\(folder.output)")
  }

  @Test func `a program outside of causeway test is told where snapshots work`() throws {
    let scratch = try Scratch(["a.test.js": "\(head)test('a', (t) => { t.assert.snapshot(1); });\n"])
    let result = try CommandLine.finishInShell("cd '\(scratch.directory.path)' && \"$0\" run a.test.js")
    #expect(result.status == 1 && result.output.contains("run the tests with causeway test"), "\(result.output)")
  }
}
