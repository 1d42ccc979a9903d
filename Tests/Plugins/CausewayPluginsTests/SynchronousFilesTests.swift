#if Plugins
import Causeway
import CausewayPlugins
import Testing

@Suite(.timeLimit(.minutes(5))) struct SynchronousFilesTests {
  let files: Files

  init() throws { files = try Files() }

  @Test func `files are written, read, listed, renamed and removed at once`() async throws {
    let lines = try await files.lines(
      """
      const now = (method, params) => bridge.callSync(`files.${method}Sync`, { directory, ...params });
      now("writeFile", { path: "x/new.txt", data: "one", encoding: "utf8", recursive: true });
      now("appendFile", { path: "x/new.txt", data: new Uint8Array([0x32]) });
      console.log(now("readFile", { path: "x/new.txt", encoding: "utf8" }).data, now("stat", { path: "x/new.txt" }).size);
      now("mkdir", { path: "y/z", recursive: true });
      bridge.callSync("files.renameSync", { from: "x/new.txt", to: "y/moved.txt", directory });
      console.log(now("readdir", { path: "y" }).files.map(({ name, type }) => name + " " + type).join());
      now("deleteFile", { path: "y/moved.txt" });
      now("rmdir", { path: "y", recursive: true });
      console.log(await names(""));
      """)
    #expect(lines == ["one2 4", "moved.txt file,z directory", "a.txt,sub,x"])
  }

  @Test(arguments: [
    ("files.read.notes", "writeFile", "PERMISSION_DENIED"), ("files.read", "readFile", "PERMISSION_DENIED"),
    ("files.*", "readFile", "NOT_FOUND ENOENT"),
  ]) func `they need the permissions of the other methods, and fail as they do`(
    permission: String, method: String, code: String
  ) async throws {
    let lines = try await files.lines(
      """
      try {
        bridge.callSync("files.\(method)Sync", { path: "none", directory, \(method == "writeFile" ? "data: new Uint8Array(1)" : "") });
      } catch (error) { console.log([error.code, error.data?.errno].filter(Boolean).join(" ")) }
      """, permissions: Permissions([permission]))
    #expect(lines == [code])
  }

  @Test func `a file over the limit is not read at once`() async throws {
    var limits = FileLimits()
    limits.fileBytes = 3
    let lines = try await files.lines(
      "try { bridge.callSync('files.readFileSync', { path: 'a.txt', directory }) } catch (error) { console.log(error.code, error.data.limit) }",
      limits: limits)
    #expect(lines == ["RESOURCE_EXHAUSTED fileBytes"])
  }

  @Test func `stat follows a link if it is asked to, and no link that leads out`() async throws {
    try files.scratch.link("notes/in", to: "a.txt")
    try files.scratch.link("notes/out", to: "../outside/secret.txt")
    let lines = try await files.lines(
      """
      for (const path of ["in", "out"]) {
        for (const followsLinks of [false, true]) {
          console.log(await files.stat({ path, directory, followsLinks }).then(({ type, size }) => type + " " + size, ({ code }) => code));
        }
      }
      """)
    #expect(lines[0].hasPrefix("link"))
    #expect(lines[1] == "file 5")
    #expect(lines[2].hasPrefix("link"))
    #expect(lines[3] == "PERMISSION_DENIED")
  }
}
#endif
