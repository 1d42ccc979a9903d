import Foundation
import LinuxNetwork
import TestSupport
import Testing

/// Tests that interact with a running command.
///
/// Serialized: a child inherits the pipes of the others, so two tests that wait for a closed pipe would wait for each
/// other.
@Suite(.serialized) struct LiveTests {
  @Test func `Ctrl-C ends a program cleanly`() throws {
    let (process, output, _) = try CommandLine.start("run", "-e", "console.log('ready'); setInterval(() => {}, 1000)")
    #expect(output.read(until: "ready").contains("ready"))
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
  }

  @Test(
    arguments: ["", "--clock=virtual"],
    [
      "console.log('ready'); await new Promise(() => {})", "console.log('ready'); for (;;);",
      "mock('radio', () => { console.log('ready'); for (;;); })",
    ])
  func `Ctrl-C ends a run whose mock does not end`(clock: String, script: String) throws {
    let scratch = try Scratch()
    let mock = try scratch.file("mock.js", script)
    let words = ["run", "--mock", mock.path] + (clock.isEmpty ? [] : [clock]) + ["-e", "await bridge.call('radio')"]
    let (process, output, _) = try CommandLine.start(words)
    #expect(output.read(until: "ready").contains("ready"))
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 130)
  }

  @Test func `the time limit of a run includes its mock`() throws {
    let scratch = try Scratch()
    let mock = try scratch.file("mock.js", "await new Promise(() => {})")
    let result = try CommandLine.run("run", "--timeout", "0.2", "--mock", mock.path, "-e", "1")
    #expect(result.status == 1)
    #expect(result.errors.contains("it exceeded --timeout 0.2"))
  }

  @Test func `a program ends when the reader of its output goes away`() throws {
    let (process, output, errors) = try CommandLine.start("run", "-e", "setInterval(() => console.log('tick'), 1)")
    _ = output.read(until: "tick")
    try output.fileHandleForReading.close()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGPIPE)
    #expect(errors.read(until: "\n") == "")
  }

  @Test(arguments: [["types"], ["plugins"], ["--help"], ["run", "--help"], ["network", "status"], ["doctor"]])
  func `a command with closed output ends with SIGPIPE`(arguments: [String]) throws {
    // The reader has gone away before the command starts.
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let result = try CommandLine.run(arguments, output: pipe.fileHandleForWriting)
    #expect(result.status == SIGPIPE)
    #expect(result.errors == "")
  }

  @Test func `a program in an endless loop ends when the reader of its output goes away`() throws {
    let result = try CommandLine.finishInShell(
      #"{ "$0" run -e 'for (let i = 0; ; i++) console.log(i)'; echo $? >&2; } | head -n 1"#)
    #expect(result.output == "0\n")
    #expect(result.errors == "141\n")
  }

  @Test func `Ctrl-C ends the command while it reads the program`() throws {
    let input = Pipe()
    let (process, _, _) = try CommandLine.start("run", "-", input: input)
    try input.fileHandleForWriting.write(contentsOf: Data("1;".utf8))
    try eventually(blocking: "the command reads") {
      var waiting: CInt = 1
      _ = ioctl(input.fileHandleForWriting.fileDescriptor, UInt(FIONREAD), &waiting)
      return waiting == 0 || !process.isRunning
    }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
  }

  @Test func `Ctrl-C ends a prompt that reads from a pipe`() throws {
    let input = Pipe()
    let (process, output, _) = try CommandLine.start("repl", input: input)
    try input.fileHandleForWriting.write(contentsOf: Data("console.log('ready')\n".utf8))
    #expect(output.read(until: "ready").contains("ready"))
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
  }

  @Test func `a prompt ends when the reader of its output goes away`() throws {
    let input = Pipe()
    let (process, output, _) = try CommandLine.start("repl", input: input)
    try input.fileHandleForWriting.write(contentsOf: Data("setInterval(() => console.log('tick'), 1)\n".utf8))
    _ = output.read(until: "tick")
    try output.fileHandleForReading.close()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGPIPE)
  }

  @Test func `a watched program runs again when its file changes`() throws {
    let scratch = try Scratch()
    let file = try scratch.file("app.js", "console.log('one'); setInterval(() => {}, 1000)")
    let (process, output, _) = try CommandLine.start("run", "--watch", file.path)
    #expect(output.read(until: "one").contains("one"))
    _ = try scratch.file("app.js", "console.log('two')")
    #expect(output.read(until: "two").contains("two"))
    _ = try scratch.file("app.js", "for (console.log('three');;);")
    #expect(output.read(until: "three").contains("three"))
    _ = try scratch.file("app.js", "console.log('four')")
    #expect(output.read(until: "four").contains("four"))
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
  }

  @Test func `every file of a watched program is followed, also those that are not there yet`() throws {
    let scratch = try Scratch()
    func write(_ path: String, _ text: String) throws {
      let url = scratch.directory.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      // As many editors do it: a new file takes the name.
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    try write("app/package.json", ##"{"type": "module", "imports": {"#x": "./lib/x.js"}}"##)
    try write("app/main.js", "import { x } from '#x'; import 'mapped'; console.log(`<${x}>`)")
    try write("app/lib/x.js", "export const x = 'one'")
    try write("app/lib/y.js", "export const x = 'two'")
    try write("maps/map.json", #"{"imports": {"mapped": "../app/lib/x.js"}}"#)
    let (process, output, errors) = try CommandLine.start(
      "run", "--watch", "--import-map", "\(scratch.directory.path)/maps/map.json",
      "\(scratch.directory.path)/app/main.js")
    #expect(output.read(until: "<one>").contains("<one>"))
    try write("app/lib/x.js", "export const x = 'changed'")
    #expect(output.read(until: "<changed>").contains("<changed>"))
    try write("app/package.json", ##"{"type": "module", "imports": {"#x": "./lib/y.js"}}"##)
    #expect(output.read(until: "<two>").contains("<two>"))
    // Neither file nor directory of that name.
    try write("app/main.js", "import { x } from './new/deep/z.js'; console.log(`<${x}>`)")
    #expect(errors.read(until: "Module not found: file:").contains("Module not found: file:"))
    try write("app/new/deep/z.js", "export const x = 'three'")
    #expect(output.read(until: "<three>").contains("<three>"))
    try write("app/new/deep/z.js", "export const x = 3 +")
    #expect(errors.read(until: "SyntaxError").contains("SyntaxError"))
    try write("app/new/deep/z.js", "import { p } from 'pack'; export const x = p")
    #expect(errors.read(until: "pack").contains("pack"))
    try write("app/node_modules/pack/index.js", "export const p = 'four'")
    #expect(output.read(until: "<four>").contains("<four>"))
    try write("maps/map.json", "{")
    try write("app/main.js", "import { x } from 'mapped'; console.log(`<${x}>`)")
    #expect(errors.read(until: "map.json is not valid JSON").contains("map.json is not valid JSON"))
    try write("app/lib/w.js", "export const x = 'five'")
    try write("maps/map.json", #"{"imports": {"mapped": "../app/lib/w.js"}}"#)
    #expect(output.read(until: "<five>").contains("<five>"))
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
  }

  @Test func `network watch starts with the status, and ends when its reader goes away`() throws {
    let (process, output, _) = try CommandLine.start("network", "watch", "--json")
    let line = output.read(until: "\n")
    _ = try JSONDecoder().decode(NetworkStatus.self, from: Data(line.utf8))
    try output.fileHandleForReading.close()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGPIPE)
  }

  @Test(arguments: [SIGKILL, SIGTERM, SIGINT])
  func `a recording survives the kill of its run`(
    signal: CInt
  ) throws {
    let scratch = try Scratch()
    let file = scratch.directory.appendingPathComponent("killed.jsonl")
    let program =
      "await bridge.call('network.interfaces'); console.log('ready'); await new Promise(() => setTimeout(() => {}, 1e6))"
    let (process, output, _) = try CommandLine.start("run", "--record", file.path, "-e", program)
    #expect(output.read(until: "ready").contains("ready"))
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.count { $0.contains(#""method":"network.interfaces""#) } == 1, "\(lines)")
    #expect(lines.last?.contains("127.0.0.1") == true)
    #expect(lines.first == #"{"causeway":"recording","version":1}"#)
    let again = try CommandLine.run(
      "run", "--mock", file.path, "-e", "console.log((await bridge.call('network.interfaces')).length > 0)")
    #expect(again.output == "true\n")
  }
}
