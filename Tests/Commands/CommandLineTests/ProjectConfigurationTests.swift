import Foundation
import TestSupport
import Testing

/// The file causeway.json of a project.
@Suite(.timeLimit(.minutes(5))) struct ProjectConfigurationTests {
  private func path(_ scratch: Scratch, _ file: String = "") -> String {
    scratch.directory.resolvingSymlinksInPath().path + (file.isEmpty ? "" : "/" + file)
  }

  private static let importsGreeting = [
    "causeway.json": #"{ "importMap": "maps/imports.json" }"#,
    "maps/imports.json": #"{ "imports": { "greeting": "../greeting.js" } }"#,
    "greeting.js": "export const greeting = 'hello';",
    "src/app.mjs": "import { greeting } from 'greeting'; console.log(greeting);",
    "src/app.test.mjs": """
    import assert from 'node:assert';
    import { test } from 'node:test';
    import { greeting } from 'greeting';
    test('greets', () => assert.equal(greeting, 'hello'));
    """,
    "package.json": "{}",
  ]

  @Test func `the import map applies to programs in the folders below`() throws {
    let scratch = try Scratch(ProjectConfigurationTests.importsGreeting)
    let ran = try CommandLine.run("run", path(scratch, "src/app.mjs"))
    #expect(ran.status == 0 && ran.output == "hello\n", "\(ran.errors)")
    let checked = try CommandLine.run("check", path(scratch))
    #expect(checked.status == 0, "\(checked.errors)")
    let tested = try CommandLine.run("test", path(scratch))
    #expect(tested.status == 0, "\(tested.output)\(tested.errors)")
    let code = try CommandLine.finishInShell(
      "cd '\(path(scratch, "src"))' && \"$0\" run -e 'import { greeting } from \"greeting\"; console.log(greeting)'")
    #expect(code.output == "hello\n", "\(code.errors)")
  }

  @Test func `the import map of an option replaces that of the file`() throws {
    let scratch = try Scratch(
      ProjectConfigurationTests.importsGreeting.merging([
        "other.json": #"{ "imports": { "greeting": "./other.js" } }"#,
        "other.js": "export const greeting = 'other';",
      ]) { $1 })
    let ran = try CommandLine.run("run", "--import-map", path(scratch, "other.json"), path(scratch, "src/app.mjs"))
    #expect(ran.output == "other\n", "\(ran.errors)")
  }

  @Test func `the nearest file counts, and none above the root`() throws {
    let scratch = try Scratch(
      ProjectConfigurationTests.importsGreeting.merging([
        "causeway.json": #"{ "importMap": 1 }"#, "inner/causeway.json": "{}",
        "inner/app.mjs": "console.log(1 + await 1);",
        "package/package.json": "{}", "package/app.mjs": "console.log(2 + await 1);",
        "package.json": "",
      ]) { $1 })
    try FileManager.default.removeItem(atPath: path(scratch, "package.json"))
    #expect(try CommandLine.run("run", path(scratch, "inner/app.mjs")).output == "2\n")
    #expect(try CommandLine.run("run", path(scratch, "package/app.mjs")).output == "3\n")
  }

  @Test func `the import map lies in the folder of the file`() throws {
    let scratch = try Scratch([
      "project/causeway.json": #"{ "importMap": "../outside.json" }"#, "outside.json": "secret",
      "project/app.mjs": "await 1;",
    ])
    let result = try CommandLine.run("run", "--root", path(scratch), path(scratch, "project/app.mjs"))
    #expect(result.status == 2)
    #expect(
      result.errors.contains(
        "project/causeway.json:1:16: importMap: there is no file ../outside.json in the folder of causeway.json or below it."
      ),
      "\(result.errors)")
    #expect(!result.errors.contains("secret"))
  }

  @Test(arguments: [
    ("{", "1:2: Expected a name in quotation marks, found the end of the text."),
    ("[]", "1:1: causeway.json: expected an object, got a list."),
    (#"{ "importmap": "a" }"#, #"1:3: causeway.json has no "importmap": did you mean importMap?"#),
    (#"{ "xyz": 1 }"#, #"1:3: causeway.json has no "xyz": it has importMap, permissions."#),
    ("{\n  \"importMap\": 7\n}", "2:16: importMap: expected a text, got the number 7."),
    (#"{ "permissions": [] }"#, "1:18: permissions: expected an object, got a list."),
    (#"{ "permissions": { "alow": [] } }"#, #"1:20: permissions has no "alow": did you mean allow?"#),
    (#"{ "permissions": { "allow": "a" } }"#, "1:29: allow: expected a list, got a text."),
    (#"{ "permissions": { "allow": ["a", 1] } }"#, "1:35: allow: expected a text, got the number 1."),
    (#"{ "permissions": { "allow": [""] } }"#, "1:30: allow: the text is empty."),
    (#"{ "permissions": { "store": "a\u0000b" } }"#, "1:29: store: the text has a control character."),
    (#"{ "permissions": { "folders": { "a": 1 } } }"#, "1:38: folders: expected a text, got the number 1."),
    (#"{ "permissions": {}, "permissions": {} }"#, #"1:22: The name "permissions" is repeated."#),
  ]) func `a wrong file is refused with its line and column`(text: String, message: String) throws {
    let scratch = try Scratch(["causeway.json": text, "app.mjs": "console.log(await 1);"])
    let result = try CommandLine.run("run", path(scratch, "app.mjs"))
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors == "causeway: \(path(scratch, "causeway.json")):\(message)\n")
    let checked = try CommandLine.run("check", path(scratch, "app.mjs"))
    #expect(checked.status == 2 && checked.errors.contains("causeway.json:\(message)"), "\(checked.errors)")
  }

  @Test func `a file has a limited number of values`() throws {
    let values = { (count: Int) in Array(repeating: #""a.b""#, count: count).joined(separator: ",") }
    let scratch = try Scratch([
      "causeway.json": "{ \"permissions\": { \"allow\": [\(values(1000))] } }", "app.mjs": "console.log(await 1);",
      "more/causeway.json": "{ \"permissions\": { \"allow\": [\(values(1001))] } }",
      "more/app.mjs": "console.log(await 1);",
    ])
    #expect(try CommandLine.run("run", "-P", path(scratch, "app.mjs")).output == "1\n")
    let refused = try CommandLine.run("run", path(scratch, "more/app.mjs"))
    #expect(
      refused.status == 2 && refused.errors.contains("1:18: permissions: more than 1,000 values."), "\(refused.errors)")
  }

  @Test func `a file that is not text is refused`() throws {
    let scratch = try Scratch(["app.mjs": "await 1;"])
    _ = try scratch.file("causeway.json", Data([0x7B, 0xFF, 0x7D]))
    let result = try CommandLine.run("run", path(scratch, "app.mjs"))
    #expect(result.status == 2 && result.errors.contains("causeway.json is not valid UTF-8"), "\(result.errors)")
    try FileManager.default.removeItem(atPath: path(scratch, "causeway.json"))
    // Without a writer: reading it must not wait.
    #expect(mkfifo(path(scratch, "causeway.json"), 0o600) == 0)
    let pipe = try CommandLine.run("run", path(scratch, "app.mjs"))
    #expect(pipe.status == 2 && pipe.errors.contains("it is not a regular file"), "\(pipe.errors)")
    try FileManager.default.removeItem(atPath: path(scratch, "causeway.json"))
    try FileManager.default.createSymbolicLink(
      atPath: path(scratch, "causeway.json"), withDestinationPath: "/etc/hostname")
    let link = try CommandLine.run("run", path(scratch, "app.mjs"))
    #expect(link.status == 2 && link.errors.contains("it leads outside"), "\(link.errors)")
  }

  // MARK: Permissions

  @Test func `a file that comes with a program grants nothing by being there`() throws {
    let scratch = try Scratch(["causeway.json": #"{ "permissions": { "allow": ["*"] } }"#])
    // Also in the folder of the file.
    let table = try CommandLine.finishInShell("cd '\(path(scratch))' && \"$0\" plugins")
    let granted = try CommandLine.finishInShell("cd '\(path(scratch))' && \"$0\" plugins -P")
    #expect(granted.status == 0, "\(granted.errors)")
    // Every method has the permission with -P only, where the build has other methods than those of the network.
    #expect(!granted.output.contains("  no  "))
    #if Plugins
    #expect(table.output.contains("  no  "))
    #endif
  }

  @Test func `an option that asks for permissions needs a file with permissions`() throws {
    let scratch = try Scratch(["app.js": "", "empty/causeway.json": "{}", "empty/app.js": ""])
    let missing = try CommandLine.run("run", "-P", path(scratch, "app.js"))
    #expect(missing.status == 2)
    #expect(missing.errors == "causeway: -P: there is no causeway.json in \(path(scratch)).\n")
    let empty = try CommandLine.run("run", "-P", path(scratch, "empty/app.js"))
    #expect(empty.status == 2)
    #expect(empty.errors == "causeway: -P: \(path(scratch, "empty/causeway.json")) has no permissions.\n")
    let tested = try CommandLine.run("test", "-P", path(scratch, "empty"))
    #expect(tested.status == 2, "\(tested.errors)")
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file to another user"))
  func `a file of another user above the program grants nothing`() throws {
    let scratch = try Scratch([
      ".git/config": "", "causeway.json": #"{ "permissions": { "allow": ["*"] } }"#, "mine/app.js": "console.log(1);",
    ])
    #expect(chown(path(scratch, "causeway.json"), 12_345, 12_345) == 0)
    let refused = try CommandLine.run("run", "-P", path(scratch, "mine/app.js"))
    #expect(refused.status == 2)
    #expect(
      refused.errors.hasPrefix("causeway: \(path(scratch, "causeway.json")) belongs to another user"),
      "\(refused.errors)")
    // The program belongs to the same user.
    #expect(chown(path(scratch, "mine"), 12_345, 12_345) == 0)
    #expect(try CommandLine.run("run", "-P", path(scratch, "mine/app.js")).output == "1\n")
  }

  #if Plugins
  @Test func `the permissions of the file are granted with an option, its paths relative to it`() throws {
    let scratch = try Scratch([
      "project/causeway.json": """
      {
        "permissions": {
          "env": ["PATH"],
          "folders": { "notes": "data/notes", "drafts": "data/drafts:rw" },
          "store": "state.db"
        }
      }
      """,
      "project/package.json": "{}", "project/data/notes/a.txt": "alpha", "project/data/drafts/b.txt": "beta",
      "project/src/app.mjs": """
      const { files, process, storage } = bridge.plugins;
      const code = (promise) => promise.then(() => 'done', ({ code }) => code);
      console.log(await code(files.readFile({ path: 'a.txt', directory: 'notes' })));
      console.log(await code(files.deleteFile({ path: 'a.txt', directory: 'notes' })));
      console.log(await code(files.deleteFile({ path: 'b.txt', directory: 'drafts' })));
      console.log(await code(process.env('PATH')), await code(process.env('HOME')));
      console.log(await code(storage.set({ key: 'key', value: 1 })));
      """,
    ])
    let program = path(scratch, "project/src/app.mjs")
    let without = try CommandLine.run("run", program)
    #expect(
      without.output == String(repeating: "PERMISSION_DENIED\n", count: 3)
        + "PERMISSION_DENIED PERMISSION_DENIED\nPERMISSION_DENIED\n")
    let granted = try CommandLine.run("run", "-P", program)
    #expect(granted.output == "done\nPERMISSION_DENIED\ndone\ndone PERMISSION_DENIED\ndone\n", "\(granted.errors)")
    #expect(FileManager.default.fileExists(atPath: path(scratch, "project/state.db")))
    // Lists are joined, and a folder of the same name and the store are those of the options.
    let more = try CommandLine.run(
      "run", "-P", "--env", "HOME", "--folder", "notes=\(path(scratch, "project/data/notes")):rw", "--store",
      path(scratch, "other.db"), program)
    #expect(more.output == "done\ndone\nNOT_FOUND\ndone done\ndone\n", "\(more.errors)")
    #expect(FileManager.default.fileExists(atPath: path(scratch, "other.db")))
  }

  @Test(arguments: [
    (#"{ "permissions": { "origins": ["ftp://a"] } }"#, "1:32: origins: "),
    (#"{ "permissions": { "folders": { "a b": "." } } }"#, "1:40: folders: "),
    (#"{ "permissions": { "folders": { "notes": "nothing" } } }"#, "1:42: folders: "),
  ]) func `a value that the option would refuse is refused in the file, once it is used`(text: String, message: String)
    throws
  {
    let scratch = try Scratch(["causeway.json": text, "app.mjs": "console.log(await 1);"])
    #expect(try CommandLine.run("run", path(scratch, "app.mjs")).output == "1\n")
    let result = try CommandLine.run("run", "-P", path(scratch, "app.mjs"))
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("causeway: \(path(scratch, "causeway.json")):\(message)"), "\(result.errors)")
  }

  @Test func `the file in the guide is accepted`() throws {
    let guide = try String(contentsOf: repositoryFile("docs/plugins.md"), encoding: .utf8)
    let section = try #require(guide.components(separatedBy: "\n## ").first { $0.hasPrefix("causeway.json\n") })
    let file = try #require(section.firstMatch(of: /```json\n((?:.*\n)*?)```/)?.1)
    let scratch = try Scratch([
      "causeway.json": String(file), "import-map.json": "{}", "data/notes/a.txt": "", "data/drafts/b.txt": "",
      "app.mjs": "console.log((await bridge.plugins.files.readdir({ path: '', directory: 'drafts' })).files.length);",
    ])
    let result = try CommandLine.run("run", "-P", path(scratch, "app.mjs"))
    #expect(result.output == "1\n", "\(result.errors)")
  }

  @Test func `an error names the file that would allow the call`() throws {
    let scratch = try Scratch([
      "causeway.json": #"{ "permissions": { "allow": ["device.*"], "origins": ["https://example.org"] } }"#,
      "app.mjs": "await bridge.plugins.device.getInfo();", "fetch.mjs": "await fetch('https://example.org');",
      "store.mjs": "await bridge.plugins.storage.get({ key: 'a' });",
    ])
    let file = path(scratch, "causeway.json")
    let denied = try CommandLine.run("run", path(scratch, "app.mjs"))
    #expect(denied.errors.hasSuffix("causeway: \(file) allows this: pass -P.\n"), "\(denied.errors)")
    let fetched = try CommandLine.run("run", path(scratch, "fetch.mjs"))
    #expect(fetched.errors.hasSuffix("causeway: \(file) allows this: pass -P.\n"), "\(fetched.errors)")
    let other = try CommandLine.run("run", path(scratch, "store.mjs"))
    #expect(other.errors.hasSuffix("causeway: --allow storage.read allows this.\n"), "\(other.errors)")
  }

  @Test func `tests have the permissions of the file beside them, as it is when they start`() throws {
    let test = """
      import assert from 'node:assert';
      import { test } from 'node:test';
      test('reads', async () => {
        await bridge.plugins.files.writeFile({ path: 'causeway.json', directory: 'here', encoding: 'utf8', data: '{"permissions":{"allow":["*"]}}' });
        await assert.rejects(bridge.plugins.device.getInfo(), { code: 'PERMISSION_DENIED' });
      });
      """
    let scratch = try Scratch([
      "causeway.json": #"{ "permissions": { "folders": { "here": ".:rw" } } }"#, "a.test.mjs": test, "b.test.mjs": test,
      "c.test.mjs": test, "package.json": "{}",
    ])
    let tested = try CommandLine.run("test", "-P", "--jobs", "1", path(scratch))
    #expect(tested.status == 0, "\(tested.output)\(tested.errors)")
  }
  #endif
}
