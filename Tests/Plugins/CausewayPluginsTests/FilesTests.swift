#if Plugins
import Causeway
import CausewayConcurrency
import Foundation
import Glibc
import TestSupport
import Testing

@testable import CausewayPlugins

@Suite(.timeLimit(.minutes(5))) struct FilesTests {
  let files: Files

  init() throws { files = try Files() }

  @Test(arguments: [false, true])
  func `a file is written, read, appended to, copied, renamed and removed`(isWalked: Bool) async throws {
    let lines = try await files.lines(
      """
      console.log(await read("a.txt"), await read("./sub//b.txt"));
      await write("new.txt", "one ");
      await files.appendFile({ path: "new.txt", directory, data: new Uint8Array([0x32]) });
      const { data } = await files.readFile({ path: "new.txt", directory });
      console.log(data instanceof Uint8Array, data.join());
      await files.mkdir({ path: "x/y", directory, recursive: true });
      await files.copy({ from: "new.txt", to: "x/y/copy.txt", directory });
      await files.rename({ from: "new.txt", to: "x/moved.txt", directory, toDirectory: "notes" });
      console.log(await read("x/y/copy.txt"), await names("x"), await names(""));
      const { name, type, size, mtime } = await files.stat({ path: "x/moved.txt", directory });
      console.log(name, type, size, Math.abs(Date.now() - mtime) < 60000);
      await write("deep/er/c.txt", "c", { recursive: true });
      console.log(await read("deep/er/c.txt"));
      await files.deleteFile({ path: "x/moved.txt", directory });
      await files.rmdir({ path: "x", directory, recursive: true });
      console.log(await names(""));
      """, isWalked: isWalked)
    #expect(
      lines == [
        "alpha beta", "true 111,110,101,32,50", "one 2 moved.txt,y a.txt,sub,x", "moved.txt file 5 true", "c",
        "a.txt,deep,sub",
      ])
    #expect(try files.scratch.names("notes") == ["a.txt", "deep", "sub"])
  }

  @Test(arguments: [
    ("read('missing')", #"NOT_FOUND: "notes/missing" cannot be read: no file or folder has this name."#),
    (
      "read('missing/a')", #"NOT_FOUND: "notes/missing/a" cannot be read: no file or folder has this name."#
    ),
    ("read('a.txt/b')", #"FAILED_PRECONDITION: "notes/a.txt/b" cannot be read: a part of the path is not a folder."#),
    ("read('sub')", #"FAILED_PRECONDITION: "notes/sub" is a folder, not a regular file."#),
    ("read('')", #"FAILED_PRECONDITION: "notes" is a folder, not a regular file."#),
    ("write('sub', 'x')", #"FAILED_PRECONDITION: "notes/sub" is a folder, not a regular file."#),
    (
      "write('', 'x')",
      "INVALID_ARGUMENT: params.path: the folder notes itself cannot be written: use a path in it."
    ),
    (
      "files.mkdir({ path: 'sub', directory })",
      #"ALREADY_EXISTS: "notes/sub" cannot be made: a file or folder with this name exists."#
    ),
    (
      "files.rmdir({ path: 'sub', directory })",
      #"FAILED_PRECONDITION: "notes/sub" cannot be removed: the folder is not empty; recursive: true also removes its content."#
    ),
    (
      "files.deleteFile({ path: 'sub', directory })",
      #"FAILED_PRECONDITION: "notes/sub" is a folder: remove it with rmdir."#
    ),
    (
      "files.readFile({ path: 'a.txt', directory: 'note' })",
      "NOT_FOUND: There is no folder with the name \"note\": did you mean notes?"
    ),
    (
      "files.readFile({ path: 'a.txt', directory: '__proto__' })",
      "NOT_FOUND: There is no folder with the name \"__proto__\"."
    ),
    ("files.readFile({ path: 7, directory })", "INVALID_ARGUMENT: params.path: expected a string, got the number 7"),
    ("files.readFile({ path: 'a.txt' })", "INVALID_ARGUMENT: params.directory: is missing"),
    (
      "files.writeFile({ path: 'x', directory, data: 'YWJj' })",
      "INVALID_ARGUMENT: params.encoding: is missing: write text with encoding: \"utf8\", and bytes without an encoding."
    ),
    (
      "files.writeFile({ path: 'x', directory, data: 7 })",
      "INVALID_ARGUMENT: params.data: expected a string or bytes, got the number 7"
    ),
    (
      "files.readFile({ path: 'a.txt', directory, encoding: 'latin1' })",
      "INVALID_ARGUMENT: params.encoding: expected \"utf8\", got \"latin1\""
    ),
  ]) func `a rejection names the request and the reason`(call: String, message: String) async throws {
    #expect(try await files.lines("console.log(await failure(\(call)))") == [message])
    #expect(try files.scratch.names("notes") == ["a.txt", "sub"])
  }

  @Test func `each kind of access and each folder needs a permission, and the host's scope restricts both`()
    async throws
  {
    let program = """
      console.log(await failure(read("a.txt")));
      console.log(await failure(write("a.txt", "x")));
      console.log(await failure(files.deleteFile({ path: "a.txt", directory })));
      """
    let reader = try await files.lines(program, permissions: ["files.read", "files.read.notes"])
    #expect(reader[0] == "nothing")
    #expect(reader[1].hasPrefix("PERMISSION_DENIED: files.writeFile is not allowed on this connection."))
    #expect(reader[2].hasPrefix("PERMISSION_DENIED: files.deleteFile is not allowed on this connection."))
    let elsewhere = try await files.lines(program, permissions: ["files.read", "files.write", "files.read.other"])
    #expect(
      elsewhere.prefix(2) == [
        "PERMISSION_DENIED: This connection may not read files in notes. "
          + "It needs the permissions \"files.read.notes\" and \"files.read\".",
        "PERMISSION_DENIED: This connection may not write files in notes. "
          + "It needs the permissions \"files.write.notes\" and \"files.write\".",
      ])
    let host = try await files.lines(program, access: [.read])
    #expect(
      host == [
        "nothing",
        "PERMISSION_DENIED: The host does not permit JavaScript to write files in notes: its FileScope allows read.",
        "PERMISSION_DENIED: The host does not permit JavaScript to delete files in notes: its FileScope allows read.",
      ])
    #expect(try files.scratch.text("notes/a.txt") == "alpha")
  }

  @Test func `a file over the limit fails with the limit's name, and can be read in chunks`() async throws {
    let size = 5 << 30
    let file = open("\(files.inside)/huge", O_RDWR | O_CREAT, 0o600)
    try #require(ftruncate(file, off_t(size)) == 0)
    try #require(pwrite(file, "the end", 7, off_t(size - 7)) == 7)
    close(file)
    let lines = try await files.lines(
      """
      console.log(await failure(files.readFile({ path: "huge", directory })));
      const offset = \(size - 300000);
      let size = 0, text = "", count = 0;
      for await (const chunk of files.readFileInChunks({ path: "huge", directory, offset })) {
        size += chunk.length;
        count += 1;
        text = String.fromCharCode(...chunk.slice(-7));
      }
      console.log(size, count, text);
      for await (const chunk of files.readFileInChunks({ path: "huge", directory, chunkSize: 10, length: 15 })) console.log(chunk.length);
      for await (const chunk of files.readFileInChunks({ path: "huge", directory })) { console.log(chunk.length); break }
      for await (const chunk of files.readFileInChunks({ path: "huge", directory, offset: 2 ** 53 - 1 })) console.log("never");
      console.log(await failure(files.readFileInChunks({ path: "none", directory }).next()));
      """)
    #expect(
      lines == [
        "RESOURCE_EXHAUSTED: \"notes/huge\" has 5368709120 bytes, over the limit fileBytes (16777216): read it with readFileInChunks.",
        "300000 2 the end", "10", "5", "262144",
        "NOT_FOUND: \"notes/none\" cannot be read: no file or folder has this name.",
      ])
  }

  @Test func `a limit is exact`() async throws {
    var limits = FileLimits()
    limits.fileBytes = 5
    limits.entries = 2
    let lines = try await files.lines(
      """
      console.log(await read("a.txt"), await names(""));
      await write("a.txt", "12345");
      console.log((await failure(write("a.txt", "123456"))).slice(0, 18));
      await files.appendFile({ path: "a.txt", directory, data: new Uint8Array(1) });
      console.log((await failure(read("a.txt"))).slice(0, 18));
      await write("third", "");
      console.log(await failure(names("")));
      """, limits: limits)
    #expect(
      lines == [
        "alpha a.txt,sub", "RESOURCE_EXHAUSTED", "RESOURCE_EXHAUSTED",
        "RESOURCE_EXHAUSTED: \"notes\" has more entries than the limit entries (2).",
      ])
  }

  @Test func `a JavaScript stream becomes a file completely or not at all`() async throws {
    let lines = try await files.lines(
      """
      bridge.handle("upload", async function* () { for (let i = 0; i < 40; i += 1) yield new Uint8Array(100000).fill(i) });
      bridge.handle("broken", async function* () { yield new Uint8Array(10); throw new Error("no more") });
      bridge.handle("text", async function* () { yield "text" });
      console.log(await files.writeFileFromStream({ path: "big/up", directory, source: "upload", recursive: true }));
      const { data } = await files.readFile({ path: "big/up", directory });
      console.log(data.length, data[0], data[data.length - 1]);
      for (const source of ["broken", "text", "missing"]) {
        console.log((await failure(files.writeFileFromStream({ path: "a.txt", directory, source }))).split(":")[0]);
      }
      console.log(await read("a.txt"), await names(""));
      """)
    #expect(
      lines == ["4000000", "4000000 0 39", "UNKNOWN", "INVALID_ARGUMENT", "UNIMPLEMENTED", "alpha a.txt,big,sub"])
    #expect(try files.scratch.names("notes") == ["a.txt", "big", "sub"])
  }

  @Test func `a cancelled write keeps the old file and leaves no other`() async throws {
    let lines = try await files.lines(
      """
      const controller = new AbortController();
      let begun;
      const first = new Promise((resolve) => { begun = resolve });
      bridge.handle("slow", async function* () { yield new Uint8Array(10); begun(); await new Promise(() => {}) });
      const writing = failure(files.writeFileFromStream({ path: "a.txt", directory, source: "slow" }, { signal: controller.signal }));
      await first;
      controller.abort();
      console.log((await writing).split(":")[0], await read("a.txt"));
      """)
    #expect(lines == ["CANCELLED alpha"])
    // The handler releases the file shortly after its call was answered.
    try await eventually("the new file is removed") {
      try files.scratch.names("notes") == ["a.txt", "sub"]
    }
  }

  @Test func `a replaced file keeps its mode`() async throws {
    chmod("\(files.inside)/a.txt", 0o640)
    _ = try await files.lines("await write('a.txt', 'new')")
    var status = stat()
    #expect(stat("\(files.inside)/a.txt", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o640)
    #expect(try files.scratch.text("notes/a.txt") == "new")
  }

  @Test(arguments: [false, true])
  func `a replaced private file is never readable for others`(isNamed: Bool) async throws {
    let folder = "\(files.inside)/sub"
    chmod("\(folder)/b.txt", 0o600)
    let scopedPath = ScopedPath(
      scope: try FileScope("sub", at: folder), path: try RelativePath("b.txt", parameter: "path"))
    let modes = Task {
      try await BlockingExecutor.run(on: .files) {
        var modes: Set<mode_t> = []
        while !Task.isCancelled {
          for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            var status = stat()
            if lstat("\(folder)/\(name)", &status) == 0 { modes.insert(status.st_mode & 0o777) }
          }
        }
        return modes
      }
    }
    for _ in 0..<20_000 { _ = try Replacement(of: scopedPath, isNamed: isNamed) }
    modes.cancel()
    let seen = try await modes.value
    #expect(seen == [0o600])
  }

  @Test func `bytes are unchanged, and invalid text is an error`() async throws {
    try files.scratch.write("notes/bytes", [0, 0xff, 0xc0, 0x41])
    let lines = try await files.lines(
      """
      console.log(await failure(read("bytes")));
      await files.writeFile({ path: "copy", directory, data: (await files.readFile({ path: "bytes", directory })).data });
      console.log((await files.readFile({ path: "copy", directory })).data.join());
      await write("text", "\\u00e9\\ud83d\\ude00\\0");
      console.log(JSON.stringify(await read("text")));
      await write("empty", "");
      console.log((await files.readFile({ path: "empty", directory })).data.length);
      """)
    #expect(
      lines == [
        "DATA_LOSS: \"notes/bytes\" is not UTF-8: read it as bytes, without an encoding.", "0,255,192,65",
        "\"\u{e9}\u{1f600}\\u0000\"", "0",
      ])
  }

  @Test(.timeLimit(.minutes(1))) func `a watch reports the changes of a folder`() async throws {
    let lines = try await files.lines(
      """
      const reported = async (path, work) => {
        const changes = files.watch({ path, directory })[Symbol.asyncIterator]();
        const seen = [];
        const first = changes.next();
        // The watch starts asynchronously: the file is written until the watch reports it.
        const trying = setInterval(work, 20);
        seen.push((await first).value);
        clearInterval(trying);
        await changes.return();
        return seen.map(({ kind, name }) => `${kind} ${name}`).join();
      };
      console.log(await reported("", () => write("a.txt", "again")));
      console.log(await reported("sub", () => files.mkdir({ path: `sub/${Math.random()}`, directory }).catch(() => {})).then((text) => text.split(".")[0]));
      console.log(await reported("a.txt", () => files.appendFile({ path: "a.txt", directory, data: new Uint8Array(1) })));
      const changes = files.watch({ path: "sub/b.txt", directory });
      const end = changes.next().then(async ({ value }) => `${value.kind} ${(await changes.next()).done}`);
      const trying = setInterval(() => files.deleteFile({ path: "sub/b.txt", directory }).catch(() => {}), 50);
      console.log(await end);
      clearInterval(trying);
      console.log((await failure(files.watch({ path: "none", directory }).next())).split(":")[0]);
      """)
    #expect(lines == ["created a.txt", "created 0", "modified undefined", "deleted true", "NOT_FOUND"])
  }
}
#endif
