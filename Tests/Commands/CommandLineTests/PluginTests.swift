import Foundation
import Testing

@Suite struct PluginTests {
  @Test func `the table names every method with its permission`() throws {
    let result = try CommandLine.run("plugins")
    #expect(result.status == 0)
    let line = result.output.split(separator: "\n").first { $0.hasPrefix("network.status ") } ?? ""
    #expect(line.split(separator: " ").prefix(4) == ["network.status", "method", "network.status", "yes"])
  }

  @Test func `declarations are printed, and compared with a file`() throws {
    let printed = try CommandLine.run("types")
    #expect(printed.status == 0)
    #expect(printed.output.contains("readonly network: NetworkPlugin;"))
    #expect(printed.output.contains("ssid(filter?: WiFiFilter | null, options?: CallOptions): Promise<string | null>;"))
    let scratch = try Scratch()
    let fresh = try scratch.file("plugins.d.ts", printed.output)
    #expect(try CommandLine.run("types", "--check", fresh.path).status == 0)
    let stale = try scratch.file("stale.d.ts", printed.output + " ")
    let result = try CommandLine.run("types", "--check", stale.path)
    #expect(result.status == 1)
    #expect(result.errors.contains("is out of date"))
    let missing = try CommandLine.run("types", "--check", "no-such-file.d.ts")
    #expect(missing.status == 2)
    #expect(missing.errors == "causeway: Cannot read no-such-file.d.ts: no such file or directory.\n")
    #expect(try CommandLine.run("types", "--format", "yaml").status == 2)
  }

  @Test func `a module and an OpenRPC document can be printed`() throws {
    #expect(try CommandLine.run("types", "--format", "js").output.contains("export const connect ="))
    let document = try CommandLine.run("types", "--format", "openrpc").output
    let object = try JSONSerialization.jsonObject(with: Data(document.utf8)) as? [String: Any]
    #expect(object?["openrpc"] as? String == "1.3.2")
  }

  #if Plugins
  @Test func `variables of --env are in process.env of Node's modules`() throws {
    let scratch = try Scratch()
    let file = try scratch.file(
      "env.mjs", "import { env } from 'node:process'; console.log(Object.keys(env).sort().join())")
    #expect(try CommandLine.run("run", "--env", "PATH,CAUSEWAY_NOT_SET", file.path).output == "NODE_ENV,PATH\n")
    #expect(try CommandLine.run("run", file.path).output == "NODE_ENV\n")
    let test = try scratch.file(
      "env.test.mjs",
      "import test from 'node:test'; import { env } from 'node:process'; test('a', (t) => t.assert.ok(env.PATH))")
    #expect(try CommandLine.run("test", "--env", "PATH", test.path).status == 0)
    #expect(try CommandLine.run("test", test.path).status == 1)
  }

  @Test func `only the folders and variables of the options are accessible`() throws {
    let scratch = try Scratch()
    _ = try scratch.file("a.txt", "alpha")
    let program = """
      const { files, process } = bridge.plugins;
      const code = (promise) => promise.then(() => 'done', ({ code }) => code);
      console.log((await files.readFile({ path: 'a.txt', directory: 'notes', encoding: 'utf8' })).data);
      console.log(await code(files.deleteFile({ path: 'a.txt', directory: 'notes' })));
      console.log(await process.env('PATH') !== null, await code(process.env('HOME')));
      """
    let path = scratch.directory.path
    let reading = try CommandLine.run("run", "--folder", "notes=\(path)", "--env", "PATH", "-e", program)
    #expect(reading.output == "alpha\nPERMISSION_DENIED\ntrue PERMISSION_DENIED\n")
    let writing = try CommandLine.run("run", "--folder", "notes=\(path):rw", "--env", "PATH", "-e", program)
    #expect(writing.output == "alpha\ndone\ntrue PERMISSION_DENIED\n")
    let missing = try CommandLine.run("run", "--folder", "notes=/no/such/place", "-e", "0")
    #expect(missing.status == 2)
    #expect(
      missing.errors.contains(
        "--folder notes=/no/such/place: The folder notes cannot be opened: no file or folder has this name."))
    for folder in ["notes", "=x", "a/b=x", "notes="] {
      #expect(try CommandLine.run("run", "--folder", folder, "-e", "0").status == 2)
    }
  }
  #endif
}
