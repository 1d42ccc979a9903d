import Foundation
import Glibc
import Testing

/// No file content ends the command by a signal: the command reports an error, or continues as far as possible.
@Suite struct HostileFileTests {
  private func run(mock: String, named name: String = "mock.js", _ program: String) throws -> CommandLine.Result {
    let scratch = try Scratch()
    return try CommandLine.run("run", "--mock", scratch.file(name, mock).path, "-e", program)
  }

  @Test(arguments: [
    (#"mock("$/x", () => 1)"#, "begin with $/"), (#"mock("", () => 1)"#, "must not be empty"),
    (#"mock("a..b", () => 1)"#, "a part of the name is empty"), (#"mock("*", () => 1)"#, "is a wildcard"),
    (#"mock.stream("files.*", async function* () {})"#, "is a wildcard"),
    ("mock(1, () => 1)", "expected a string"),
    (#"mock("a", 1)"#, "expected a function"), (#"mock("a", () => 1); mock("a", () => 2)"#, "already has a handler"),
    ("mock(Symbol(), () => 1)", "expected a string"),
    (#"bridge.callSync("mock.define", { name: 1 })"#, "params"), (#"bridge.callSync("mock.define", 7)"#, "params"),
  ]) func `an impossible definition in a mock is reported with its line`(script: String, sentence: String) throws {
    let result = try run(mock: script, "console.log('ran')")
    #expect(result.status == 1, "\(result.status)")
    #expect(result.output == "")
    #expect(
      result.errors.hasPrefix("causeway: The mock failed.\n") && result.errors.contains(sentence), "\(result.errors)")
    #expect(result.errors.contains("mock.js:1:"))
  }

  @Test(arguments: [
    "Array.prototype.push = function () { this[this.length] = [1]; };", "Array.prototype.push = () => 0;",
    "Object.defineProperty(Array.prototype, 0, { set() {}, configurable: true });",
    "Object.prototype.toJSON = () => 1;",
    "Array.prototype[Symbol.iterator] = () => ({ next: () => ({ done: true }) });",
    "Object.defineProperty(Object.prototype, 'name', { set() {}, get: () => 5 });",
    "Object.assign = null; Object.freeze = null; JSON.stringify = () => '[[]]';", "delete globalThis.bridge;",
  ]) func `a mock that replaces built-ins still answers`(script: String) throws {
    let result = try run(
      mock: script + #" mock("radio.state", () => "on")"#, "console.log(await bridge.call('radio.state'))")
    #expect(result.status == 0 && result.output == "on\n", "\(result.status) \(result.errors)")
  }

  @Test func `one of thirty thousand errors of a mock is printed, and the others are counted`() throws {
    let result = try run(
      mock: "mock('radio.state', () => { for (let i = 0; i < 30000; i++) Promise.reject(i); return 'on' })",
      "console.log(await bridge.call('radio.state'))")
    #expect(result.status == 0 && result.output == "on\n")
    #expect(result.errors.components(separatedBy: "Uncaught").count == 2, "\(result.errors.prefix(2000))")
    #expect(result.errors.contains("causeway: The mock had 29,999 more errors.\n"))
  }

  @Test func `a name that a mock script defines without a handler is not found`() throws {
    let result = try run(
      mock: #"bridge.callSync("mock.define", { name: "ghost", isStream: true })"#,
      "try { for await (const item of bridge.stream('ghost')); } catch (error) { console.log(error.code) }")
    #expect(result.status == 0 && result.output == "UNIMPLEMENTED\n", "\(result.errors)")
  }

  @Test(arguments: [
    #"{"": {"answer": 1}}"#, #"{"$/x": {"answer": 1}}"#, #"{"a..b": {"answer": 1}}"#, #"{"*": {"answer": 1}}"#,
  ])
  func `a file of answers may only name methods`(text: String) throws {
    let result = try run(mock: text, named: "mock.json", "console.log('ran')")
    #expect(result.status == 2 && result.output == "")
    #expect(result.errors.contains("mock.json:1:2: ") && result.errors.contains("cannot be mocked"), "\(result.errors)")
  }

  @Test(arguments: ["", "$/x", "a..b", "*", "files.*", String(repeating: "x", count: 5000)])
  func `a recorded name of no method grants no permission`(name: String) throws {
    let text = """
      {"causeway":"recording","version":1}
      {"at":0,"way":"received","message":{"jsonrpc":"2.0","id":1,"method":"\(name)"}}
      {"at":1,"way":"sent","message":{"jsonrpc":"2.0","id":1,"result":1}}
      {"at":2,"way":"received","message":{"jsonrpc":"2.0","id":2,"method":"$/subscribe","params":[{"event":"\(name)"}]}}
      {"at":3,"way":"sent","message":{"jsonrpc":"2.0","method":"$/event","params":{"event":"\(name)","value":1}}}
      """
    let program = "await bridge.call('files.readFile').catch((error) => console.log(error.code))"
    let result = try run(mock: text, named: "mock.jsonl", program)
    #expect(result.status == 0 && result.output == "PERMISSION_DENIED\n", "\(result.status) \(result.errors)")
  }

  @Test func `a program that contains a NUL runs`() throws {
    let scratch = try Scratch()
    let file = try scratch.file(
      "nul.js", "console.log(1); // a\0b\nconsole.log('x\0y'.length);\nawait 0; console.log(3)\n")
    let result = try CommandLine.run("run", file.path)
    #expect(result.status == 0 && result.output == "1\n3\n3\n", "\(result.errors)")
  }

  @Test func `a file whose name is not UTF-8 is found`() throws {
    let scratch = try Scratch()
    let folder = scratch.directory.path
    // The shell handles names as bytes.
    let line = #"""
      cd "\#(folder)" && name=$(printf 'caf\351') && printf 'console.log(await bridge.call("radio.state"), scriptArgs.length)' > "$name.js" &&
      printf '{"radio.state":{"answer":"on"}}' > "$name.json" && printf 'radio.*: delay=1ms' > "$name.plan" &&
      "$0" run --mock "$name.json" --simulate "$name.plan" --record="$name.jsonl" "$name.js" x && "$0" run --mock="$name.jsonl" "./$name.js"
      """#
    let result = try CommandLine.finishInShell(line)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == "on 1\non 0\n", "\(result.errors)")
  }

  /// The descriptor of an inotify instance that reports each opening of a file.
  private func watchOpening(of path: String) throws -> CInt {
    let watch = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    try #require(watch >= 0)
    try #require(inotify_add_watch(watch, path, UInt32(IN_OPEN)) >= 0)
    return watch
  }

  @Test(arguments: [
    ["run", "FIFO"], ["run", "--mock", "FIFO", "-e", "1"], ["run", "--simulate", "FIFO", "-e", "1"],
    ["types", "--check", "FIFO"],
  ])
  func `a FIFO is rejected before it is opened`(words: [String]) throws {
    let scratch = try Scratch()
    let fifo = scratch.directory.appendingPathComponent("fifo.jsonl").path
    try #require(mkfifo(fifo, 0o600) == 0)
    let watch = try watchOpening(of: fifo)
    defer { close(watch) }
    let result = try CommandLine.run(words.map { $0 == "FIFO" ? fifo : $0 })
    #expect(result.status == 2)
    #expect(result.errors.contains("it is not a regular file"), "\(result.errors)")
    var event = [UInt8](repeating: 0, count: 4096)
    #expect(read(watch, &event, event.count) < 0, "the file was opened")
  }

  @Test(arguments: ["/dev/null", "/dev/tty", "/dev/full", "/proc/self"]) func `a special file is rejected as a program`(
    path: String
  ) throws {
    let result = try CommandLine.run("run", path)
    #expect(result.status == 2 && result.output == "")
    #expect(result.errors.hasPrefix("causeway: Cannot read \(path): it is "), "\(result.errors)")
  }
}
