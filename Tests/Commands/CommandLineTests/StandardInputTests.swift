import Foundation
import Glibc
import TestSupport
import Testing

/// The standard input of a program that `causeway run` runs: when it keeps the program alive, and on a terminal.
@Suite(.timeLimit(.minutes(5))) struct StandardInputTests {
  /// Runs a program whose input is an open pipe; returns its status and output.
  private func run(_ source: String, _ talk: (Pipe, Pipe, Process) throws -> Void = { _, _, _ in }) throws -> (
    status: Int32, output: String
  ) {
    let scratch = try Scratch()
    let file = try scratch.file("main.cjs", source)
    let input = Pipe()
    let (process, output, errors) = try CommandLine.start("run", file.path, input: input)
    try talk(input, output, process)
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaints = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    // Until here, the input is open.
    try input.fileHandleForWriting.close()
    #expect(complaints == "")
    return (process.terminationStatus, text)
  }

  /// Programs that print `done` and end, although their input is open and has no bytes.
  static let idle = [
    "console.log('done')", "process.stdin; console.log('done')",
    "process.stdin.on('end', () => {}); console.log('done')",
    "process.stdin.resume().pause(); console.log('done')", "process.stdin.resume().unref(); console.log('done')",
    "process.stdin.resume().destroy(); console.log('done')",
    "process.stdin.on('data', () => {}); setTimeout(() => { process.stdin.pause(); console.log('done') }, 1)",
    "process.stdin.on('data', () => {}); setTimeout(() => { process.stdin.unref(); console.log('done') }, 1)",
    "require('readline').createInterface({ input: process.stdin }).close(); console.log('done')",
  ]

  @Test(arguments: idle) func `an open input does not hold a program that does not read it`(source: String) throws {
    let result = try run(source)
    #expect(result.status == 0)
    #expect(result.output == "done\n")
  }

  @Test func `a program waits for its input, and other work goes on`() throws {
    let source = """
      process.stdin.setEncoding("utf8").on("data", (text) => console.log("data", text.trim()));
      process.stdin.on("end", () => (clearInterval(timer), console.log("end")));
      let ticks = 0;
      const timer = setInterval(() => ++ticks === 3 && console.log("ticks"), 1);
      """
    let result = try run(source) { input, output, _ in
      #expect(output.read(until: "ticks\n") == "ticks\n")
      for text in ["one", "two"] {
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        #expect(output.read(until: "\(text)\n") == "data \(text)\n")
      }
      try input.fileHandleForWriting.close()
    }
    #expect(result.output == "end\n")
    #expect(result.status == 0)
  }

  @Test func `a program that paused goes on with the bytes that came`() throws {
    let source = """
      process.stdin.once("data", (first) => {
        console.log(`${first}`);
        process.stdin.pause();
        setTimeout(() => process.stdin.on("data", (more) => {
          console.log(`${more}`);
          process.stdin.unref();
        }).resume(), 5);
      });
      """
    let result = try run(source) { input, output, _ in
      try input.fileHandleForWriting.write(contentsOf: Data("a".utf8))
      #expect(output.read(until: "a\n") == "a\n")
      try input.fileHandleForWriting.write(contentsOf: Data("b".utf8))
    }
    #expect(result.output == "b\n")
    #expect(result.status == 0)
  }

  @Test(arguments: [
    "process.stdin.resume(); console.log('waits')", "console.log('waits'); require('fs').readFileSync(0)",
    "require('fs').readFile(0, () => {}); console.log('waits')",
  ]) func `Ctrl-C ends a program that waits for its input`(source: String) throws {
    let scratch = try Scratch()
    let file = try scratch.file("main.cjs", source)
    let (process, output, errors) = try CommandLine.start("run", file.path, input: Pipe())
    #expect(output.read(until: "waits\n") == "waits\n")
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == "")
  }

  @Test func `a time limit ends a program that blocks in a read of its input`() throws {
    let scratch = try Scratch()
    let file = try scratch.file("main.cjs", "require('fs').readFileSync(0)")
    let (process, _, errors) = try CommandLine.start("run", "--timeout", "0.3", file.path, input: Pipe())
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(text.contains("it exceeded --timeout 0.3."), "\(text)")
  }

  /// Node 20 calls back without the error.
  @Test func `the callback of readFile receives the error of a directory`() throws {
    let code = "import { readFile } from 'node:fs'; readFile(0, (error) => console.log(error.message))"
    let result = try CommandLine.runInShell(["run", "-e", code], redirections: "</")
    #expect(result.output == "EISDIR: illegal operation on a directory, read\n", "\(result.errors)")
  }

  @Test func `a program on standard input has an input at its end`() throws {
    let program = #"""
      import process from "node:process";
      import { readFileSync } from "node:fs";
      process.stdin.on("end", () => console.log("end", readFileSync(0).length)).resume();
      """#
    let result = try CommandLine.run("run", "-", input: program)
    #expect(result.output == "end 0\n", "\(result.errors)")
    #expect(result.status == 0)
  }

  @Test func `code and TypeScript read the input, too`() throws {
    let code = """
      import process from "node:process";
      for await (const chunk of process.stdin.setEncoding("utf8") as AsyncIterable<string>) console.log(chunk.length);
      """
    #expect(try CommandLine.run("run", "-e", code, input: "text").output == "4\n")
  }

  @Test func `waiting for input takes no virtual time`() throws {
    let code = """
      import process from "node:process";
      setTimeout(() => console.log("timer"), 60_000);
      let length = 0;
      for await (const chunk of process.stdin) length += chunk.length;
      console.log(length, Math.round(performance.now() / 60_000));
      """
    let result = try CommandLine.run(
      "run", "--clock", "virtual", "-e", code, input: String(repeating: "x", count: 300_000))
    #expect(result.output == "300000 0\ntimer\n", "\(result.errors)")
  }

  @Test func `text without the end of its line is written as it is`() throws {
    let source = """
      process.stdout.write("a");
      process.stdout.write(Buffer.from([0xc3]));
      process.stdout.write(Buffer.from([0xa9]));
      console.log("b");
      process.stdout.write("last");
      """
    #expect(try run(source).output == "a\u{E9}b\nlast")
  }

  @Test func `a terminal is read line by line, and keeps its mode`() throws {
    let scratch = try Scratch()
    let file = try scratch.file(
      "main.cjs",
      """
      const { stdin } = process;
      console.log("terminal", stdin.isTTY, stdin.isRaw, stdin.readableHighWaterMark);
      const rl = require("node:readline").createInterface({ input: stdin });
      rl.on("line", (line) => console.log("line", line.length)).on("close", () => console.log("closed"));
      """)
    let terminal = try PseudoTerminal("run", file.path)
    #expect(terminal.wait { $0.contains("terminal true false 0") }, "\(terminal.rows)")
    terminal.type("hello\r")
    #expect(terminal.wait { $0.contains("line 5") }, "\(terminal.rows)")
    #expect(terminal.isCooked)
    terminal.type("\u{04}")
    #expect(terminal.wait { $0.contains("closed") }, "\(terminal.rows)")
    #expect(terminal.status() == 0)
    #expect(terminal.isCooked)
  }

  @Test func `Ctrl-C at a terminal ends a program that reads it`() throws {
    let terminal = try PseudoTerminal(
      "run", "-e", "import process from 'node:process'; process.stdin.resume(); console.log('waits ' + 40 + 2)")
    #expect(terminal.wait { $0.contains("waits 402") }, "\(terminal.rows)")
    terminal.type("\u{03}")
    #expect(terminal.status() == 130)
    #expect(terminal.isCooked)
  }

  @Test func `a question shows before its answer is typed`() throws {
    let scratch = try Scratch()
    let file = try scratch.file(
      "ask.cjs",
      """
      const lines = require("node:readline").createInterface({ input: process.stdin, output: process.stdout });
      lines.question("name" + "? ", (name) => {
        process.stdout.write("half a line");
        lines.close();
        console.log(" of", name);
      });
      """)
    let terminal = try PseudoTerminal("run", file.path)
    #expect(terminal.wait { $0.contains { $0.hasPrefix("name?") } }, "\(terminal.rows)")
    terminal.type("Ann\r")
    #expect(terminal.wait { $0.contains("half a line of Ann") }, "\(terminal.rows)")
    #expect(terminal.status() == 0)
  }

  @Test func `a program that does not read the terminal ends`() throws {
    let terminal = try PseudoTerminal("run", "-e", "console.log('do' + 'ne')")
    #expect(terminal.wait { $0.contains("done") })
    #expect(terminal.status() == 0)
  }
}
