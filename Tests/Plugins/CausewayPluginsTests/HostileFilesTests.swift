#if Plugins
import Causeway
import Foundation
import Glibc
import Synchronization
import Testing

@testable import CausewayPlugins

@Suite(.timeLimit(.minutes(5))) struct HostileFilesTests {
  let files: Files

  init() throws { files = try Files() }

  @Test(arguments: [
    "..", "../outside/secret.txt", "sub/../../outside/secret.txt", "sub/../a.txt", "/etc/passwd", "//a.txt",
    "a.txt\\0.png", "\\0", "./..", "sub/..", "/",
    "a\\ud800", "a\\udbff", "a\\ufffd", "\\udc00/a",
  ]) func `a path that is absolute, leaves the folder, has a NUL or is ambiguous is rejected before any system call`(
    path: String
  )
    async throws
  {
    let lines = try await files.lines(
      """
      const path = "\(path)";
      const calls = [
        read(path), write(path, "x"), files.stat({ path, directory }), files.readdir({ path, directory }),
        files.deleteFile({ path, directory }), files.mkdir({ path, directory }), files.rmdir({ path, directory, recursive: true }),
        files.copy({ from: path, to: "x", directory }), files.copy({ from: "a.txt", to: path, directory }),
        files.rename({ from: path, to: "x", directory }), files.rename({ from: "a.txt", to: path, directory }),
        files.appendFile({ path, directory, data: new Uint8Array(1) }), files.readFileInChunks({ path, directory }).next(),
        files.watch({ path, directory }).next(), files.writeFileFromStream({ path, directory, source: "none" }),
      ];
      for (const failures of await Promise.all(calls.map(failure))) console.log(failures.split(":").slice(0, 2).join());
      """)
    #expect(
      Set(lines) == ["INVALID_ARGUMENT, params.path", "INVALID_ARGUMENT, params.from", "INVALID_ARGUMENT, params.to"])
    #expect(lines.count == 15)
    #expect(try files.scratch.names("notes") == ["a.txt", "sub"])
    #expect(try files.scratch.text("outside/secret.txt") == "secret")
  }

  @Test func `unusual names are accepted, and long ones are rejected`() async throws {
    let lines = try await files.lines(
      """
      for (const name of ["...", "a\\\\b", "\\u0301x", " ", "a\\nb", "-rf", "~", "%2e%2e", "$HOME", "..\\u0301"]) {
        await write(name, name);
        console.log(await read(name) === name);
      }
      console.log((await failure(read("x".repeat(1 << 20)))).slice(0, 90));
      console.log((await failure(read("x".repeat(256)))).split(":")[0], (await failure(read("x".repeat(255)))).split(":")[0]);
      console.log((await failure(read("\\u00e9".repeat(128)))).split(":")[0]);
      """)
    #expect(Array(lines.prefix(10)) == Array(repeating: "true", count: 10))
    #expect(lines[10].hasPrefix("INVALID_ARGUMENT: params.path: \"xxxxx"))
    #expect(lines.suffix(2) == ["INVALID_ARGUMENT NOT_FOUND", "INVALID_ARGUMENT"])
  }

  @Test(arguments: [false, true])
  func `no operation follows a link out of the folder`(isWalked: Bool) async throws {
    try files.scratch.link("notes/out", to: "../outside")
    try files.scratch.link("notes/absolute", to: files.outside)
    try files.scratch.link("notes/secret", to: "../outside/secret.txt")
    try files.scratch.link("notes/sub/up", to: "../../outside/secret.txt")
    try files.scratch.link("notes/process", to: "/proc/self/root\(files.outside)/secret.txt")
    try files.scratch.link("notes/loop", to: "loop")
    try files.scratch.link("notes/one", to: "two")
    try files.scratch.link("notes/two", to: "one")
    try files.scratch.link("notes/dangling", to: "nowhere")
    let lines = try await files.lines(
      """
      const paths = ["out/secret.txt", "absolute/secret.txt", "secret", "sub/up", "process", "loop", "one"];
      for (const path of paths) {
        const codes = [];
        for (const call of [
          () => read(path), () => write(path, "x"), () => files.appendFile({ path, directory, data: new Uint8Array(1) }),
          () => files.copy({ from: path, to: "copy", directory }), () => files.readFileInChunks({ path, directory }).next(),
        ]) codes.push((await failure(call())).split(":")[0]);
        console.log(path, [...new Set(codes)].sort().join());
      }
      console.log((await failure(names("out"))).split(":")[0], (await failure(files.mkdir({ path: "out/x", directory }))).split(":")[0]);
      console.log((await failure(files.rename({ from: "a.txt", to: "out/a.txt", directory }))).split(":")[0]);
      console.log((await files.stat({ path: "secret", directory })).type);
      await files.deleteFile({ path: "secret", directory });
      await files.rename({ from: "absolute", to: "renamed", directory });
      console.log((await failure(read("renamed/secret.txt"))).split(":")[0]);
      await files.rmdir({ path: "sub", directory, recursive: true });
      console.log(await failure(files.rmdir({ path: "out", directory, recursive: true })));
      """, isWalked: isWalked)
    for line in lines.prefix(7) {
      let codes = line.split(separator: " ")[1].split(separator: ",")
      #expect(Set(codes).isSubset(of: ["PERMISSION_DENIED", "FAILED_PRECONDITION"]), "\(line)")
    }
    let leads = isWalked ? "FAILED_PRECONDITION" : "PERMISSION_DENIED"
    #expect(Array(lines[7...10]) == ["\(leads) \(leads)", leads, "link", leads])
    #expect(lines[11].hasPrefix("FAILED_PRECONDITION: \"notes/out\" cannot be removed"))
    #expect(try files.scratch.names("outside") == ["secret.txt"])
    #expect(try files.scratch.text("outside/secret.txt") == "secret")
    #expect(!files.scratch.exists("notes/sub"))
  }

  @Test func `a link within the folder is followed, and not replaced`() async throws {
    try files.scratch.link("notes/link", to: "sub/b.txt")
    try files.scratch.link("notes/folder", to: "sub")
    let lines = try await files.lines(
      """
      console.log(await read("link"), await read("folder/b.txt"), await names("folder"));
      await write("folder/c.txt", "c");
      console.log(await failure(write("link", "x")), await read("sub/c.txt"));
      """)
    #expect(
      lines == [
        "beta beta b.txt", "FAILED_PRECONDITION: \"notes/link\" is a symbolic link, not a regular file. c",
      ])
  }

  /// Exchanges another file with a path repeatedly, while programs use the path.
  private final class Swapper: Sendable {
    private let isDone = Atomic(false)
    private let count = Atomic(0)

    func run(_ one: String, _ other: String, as name: String) async {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { [self] in
          // RENAME_EXCHANGE: one of them exists at all times.
          rename(one, name)
          while !isDone.load(ordering: .relaxed) {
            rename(name, one)
            rename(other, name)
            rename(name, other)
            rename(one, name)
            count.add(1, ordering: .relaxed)
          }
          continuation.resume()
        }
      }
    }

    func end() { isDone.store(true, ordering: .relaxed) }
    var swaps: Int { count.load(ordering: .relaxed) }
  }

  @Test(arguments: [false, true])
  func `a folder that becomes a link during an operation is not followed`(isWalked: Bool) async throws {
    try files.scratch.write(["notes/real/secret.txt": "harmless"])
    try files.scratch.link("notes/evil", to: "../outside")
    let swapper = Swapper()
    let inside = files.inside
    async let swapping: Void = swapper.run("\(inside)/real", "\(inside)/evil", as: "\(inside)/door")
    let lines = try await files.lines(
      """
      const seen = {};
      for (let turn = 0; turn < 1000; turn += 1) {
        const text = await read("door/secret.txt").catch(({ code }) => code);
        seen[text] = (seen[text] ?? 0) + 1;
        if (turn % 50 === 0) await write("door/new.txt", "x").catch(() => {});
      }
      console.log(seen.secret ?? 0, seen.harmless > 0, Object.keys(seen).length > 1);
      """, isWalked: isWalked)
    swapper.end()
    await swapping
    #expect(lines == ["0 true true"])
    #expect(swapper.swaps > 10)
    #expect(try files.scratch.names("outside") == ["secret.txt"])
  }

  @Test(arguments: ["pipe", "socket", "door"])
  func `an operation on a special file does not block`(name: String) async throws {
    try #require(mkfifo("\(files.inside)/pipe", 0o600) == 0)
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // A socket's address is short, so it is bound in a child with another working directory. Other tests depend on this
    // process's working directory.
    let before = FileManager.default.currentDirectoryPath
    try #require(chdir(files.inside) == 0)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array("socket".utf8)) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(chdir(before) == 0 && bound == 0)
    try files.scratch.link("notes/door", to: "pipe")
    let lines = try await files.lines(
      """
      const path = "\(name)";
      for (const call of [
        () => read(path), () => write(path, "x"), () => files.appendFile({ path, directory, data: new Uint8Array(1) }),
        () => files.copy({ from: path, to: "copy", directory }), () => files.copy({ from: "a.txt", to: path, directory }),
        () => files.readFileInChunks({ path, directory }).next(), () => names(path),
      ]) console.log((await failure(call())).split(":")[0]);
      console.log((await files.stat({ path, directory })).type);
      """)
    #expect(
      lines == Array(repeating: "FAILED_PRECONDITION", count: 7) + [name == "door" ? "link" : "other"])
  }

  @Test(arguments: [[0xFF], Array("\u{FFFD}".utf8)])
  func `a name that JavaScript cannot say is counted, and is not removed with its folder`(end: [UInt8]) async throws {
    let name = Array("\(files.inside)/sub/bad".utf8CString.dropLast()) + end.map { CChar(bitPattern: $0) } + [0]
    let file = open(name, O_CREAT | O_WRONLY, 0o600)
    try #require(file >= 0)
    close(file)
    let lines = try await files.lines(
      """
      const { files: entries, unnamed } = await files.readdir({ path: "sub", directory });
      console.log(entries.map(({ name }) => name).join(), unnamed);
      await files.rmdir({ path: "sub", directory, recursive: true }).catch((error) => console.log(error.code));
      console.log(await names(""));
      """)
    #expect(lines == ["b.txt 1", "FAILED_PRECONDITION", "a.txt,sub"])
    #expect(access(name, F_OK) == 0)
  }

  @Test func `folders that are nested too deep are an error`() async throws {
    let deep = Array(repeating: "d", count: 70).joined(separator: "/")
    let lines = try await files.lines(
      """
      await files.mkdir({ path: "\(deep)", directory, recursive: true });
      console.log(await failure(files.rmdir({ path: "d", directory, recursive: true })));
      await files.rmdir({ path: "d/d/d/d/d/d/d/d", directory, recursive: true });
      await files.rmdir({ path: "d", directory, recursive: true });
      console.log(await names(""));
      """)
    #expect(
      lines == [
        "RESOURCE_EXHAUSTED: The folders in \"notes/d\" are nested deeper than the limit depth.", "a.txt,sub",
      ])
  }

  @Test func `the scope keeps the same folder if its path is replaced`() async throws {
    let scope = try FileScope("notes", at: files.inside, allowing: [.read])
    try FileManager.default.moveItem(atPath: files.inside, toPath: "\(files.scratch.path)/moved")
    try files.scratch.link("notes", to: files.outside)
    let lines = try await Program.run(
      """
      const { files } = bridge.plugins;
      console.log((await files.readFile({ path: "a.txt", directory: "notes", encoding: "utf8" })).data);
      console.log((await failure(files.readFile({ path: "secret.txt", directory: "notes" }))).split(":")[0]);
      """, with: FilesPlugin([scope]))
    #expect(lines == ["alpha", "NOT_FOUND"])
  }

  @Test func `a missing folder is an error that hides its path`() {
    let error = #expect(throws: BridgeError.self) { try FileScope("notes", at: "/no/such/place") }
    #expect(error?.code == .notFound)
    #expect(error?.message == "The folder notes cannot be opened: no file or folder has this name.")
  }

  @Test func `no error contains the path of a folder`() async throws {
    try files.scratch.link("notes/out", to: "../outside")
    let lines = try await files.lines(
      """
      const paths = ["missing", "sub", "out/secret.txt", "..", "a.txt/b", ""];
      const failures = [];
      for (const path of paths) {
        const calls = [read(path), write(path, "x"), names(path), files.mkdir({ path, directory })];
        const say = (error) => JSON.stringify([error.message, error.data, error.stack]);
        failures.push(...await Promise.all(calls.map((call) => call.catch(say))));
      }
      console.log(failures.join().includes("\(files.scratch.path)"), failures.length);
      """)
    #expect(lines == ["false 24"])
  }

  /// /dev/full, for a write that cannot succeed.
  @Test func `a full disk is reported, and the old file stays`() async throws {
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    try #require(full >= 0)
    #expect(throws: Errno(number: ENOSPC)) { try Descriptor(full).write([1]) }
    let error = FileFailure.error(Errno(number: ENOSPC), "It cannot be written")
    #expect(error.code == .resourceExhausted)
    #expect(error.message == "It cannot be written: the disk is full.")
    // A file size limit fails within a file, as a full disk does.
    signal(SIGXFSZ, SIG_IGN)
    var before = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &before)
    var small = rlimit(rlim_cur: 100_000, rlim_max: before.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &small)
    let result = await Result {
      try await files.lines("console.log(await failure(write('a.txt', 'x'.repeat(200000))), await read('a.txt'))")
    }
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &before)
    #expect(
      try result.get() == [
        "RESOURCE_EXHAUSTED: \"notes/a.txt\" cannot be written: the file is too large for its file system. alpha"
      ])
    #expect(try files.scratch.names("notes") == ["a.txt", "sub"])
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
#endif
