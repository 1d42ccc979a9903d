import Foundation
import TestSupport
import Testing

/// Exit codes, the events of `process` at the end of a program, and that nothing runs afterwards, compared with Node.
@Suite struct ExitTests {
  /// A program with its exit status and output by Node 20.
  static let programs: [(source: String, status: Int32, output: String)] = [
    ("process.exitCode = 3; console.log('x')", 3, "x"),
    ("process.exitCode = '7'", 7, ""),
    ("process.exitCode = 2; process.exitCode = undefined", 0, ""),
    ("process.exit(300)", 44, ""),
    ("process.exit(); console.log('never')", 0, ""),
    ("process.on('exit', (code) => { console.log(code); process.exitCode = 9 }); process.exit(4)", 9, "4"),
    ("process.on('exit', (code) => { console.log(code); process.exit(5) })", 5, "0"),
    (
      """
      process.on('beforeExit', (code) => {
        console.log('before', code);
        if (globalThis.again) return;
        globalThis.again = true;
        setTimeout(() => console.log('late'), 1);
      });
      process.on('exit', () => console.log('exit'));
      process.exitCode = 3;
      """, 3, "before 3\nlate\nbefore 3\nexit"
    ),
    (
      """
      setInterval(() => {}, 10);
      setTimeout(() => {
        try { process.exit(4) } catch { console.log('caught') }
        console.log('never');
        Promise.resolve().then(() => console.log('never'));
        setTimeout(() => console.log('never'), 1);
      }, 1);
      """, 4, ""
    ),
    ("new Promise((done) => setTimeout(done, 5)).then(() => process.exit(6)); setInterval(() => {}, 1)", 6, ""),
    // After an error that nobody caught, nothing else runs.
    (
      """
      process.on('exit', (code) => console.log('exit', code));
      setTimeout(() => console.log('never'), 500);
      setTimeout(() => { throw new Error('bad') }, 1);
      """, 1, "exit 1"
    ),
    (
      """
      process.on('exit', (code) => console.log('exit', code));
      setTimeout(() => console.log('never'), 0);
      throw new Error('top');
      """, 1, "exit 1"
    ),
    (
      """
      process.on('exit', (code) => console.log('exit', code));
      Promise.reject(new Error('no'));
      setTimeout(() => console.log('never'), 0);
      """, 1, "exit 1"
    ),
    ("process.on('exit', () => { throw new Error('in exit') })", 1, ""),
    (
      """
      process.on('uncaughtException', (error, origin) => console.log(error.message, origin));
      setTimeout(() => { throw new Error('one') }, 1);
      setTimeout(() => Promise.reject(new Error('two')), 3);
      setTimeout(() => console.log('goes on'), 10);
      """, 0, "one uncaughtException\ntwo unhandledRejection\ngoes on"
    ),
    (
      """
      process.on('unhandledRejection', (error) => console.log(error.message));
      Promise.reject(new Error('two'));
      setTimeout(() => console.log('goes on'), 1);
      """, 0, "two\ngoes on"
    ),
    (
      """
      for (const code of ['abc', {}, 1.5]) try { process.exitCode = code } catch (error) { console.log(error.code) }
      try { process.exit('abc') } catch (error) { console.log(error.code) }
      """, 0, "ERR_INVALID_ARG_TYPE\nERR_INVALID_ARG_TYPE\nERR_OUT_OF_RANGE\nERR_INVALID_ARG_TYPE"
    ),
  ]

  @Test(arguments: programs.indices) func `a program ends as in Node`(index: Int) throws {
    let program = ExitTests.programs[index]
    let scratch = try Scratch()
    let result = try CommandLine.run("run", scratch.file("main.cjs", Data(program.source.utf8)).path)
    #expect(result.status == program.status, "\(program.source)\n\(result.errors)")
    #expect(result.output.trimmingCharacters(in: .whitespacesAndNewlines) == program.output, "\(program.source)")
  }

  @Test func `a module and a worker end by process.exit`() throws {
    let scratch = try Scratch()
    _ = try scratch.file(
      "worker.mjs",
      Data(
        """
        import process from "node:process";
        postMessage("hello");
        setInterval(() => {}, 10);
        setTimeout(() => process.exit(3), 20);
        """.utf8))
    let main = try scratch.file(
      "main.mjs",
      Data(
        """
        import process from "node:process";
        new Worker(new URL("./worker.mjs", import.meta.url), { type: "module" }).onmessage = (event) => {
          console.log(event.data);
          process.exitCode = 4;
        };
        """.utf8))
    let result = try CommandLine.run("run", main.path)
    #expect(result.status == 4, "\(result.errors)")
    #expect(result.output == "hello\n")
  }
}
