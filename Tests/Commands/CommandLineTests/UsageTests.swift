import Foundation
import Testing

@Suite struct UsageTests {
  @Test func `an unknown file is wrong usage`() throws {
    let result = try CommandLine.run("run", "no-such-file.js")
    #expect(result.status == 2)
    #expect(result.errors == "causeway: Cannot read no-such-file.js: no such file or directory.\n")
  }

  @Test(arguments: [
    ("app.js", "causeway: To run a program: causeway run app.js\n"), ("/etc/hostname", "causeway run /etc/hostname\n"),
    ("rnu", "causeway: Did you mean causeway run?\n"), ("Network", "Did you mean causeway network?\n"),
    ("no\u{1B}[31m.js", #"causeway run no\u{1b}[31m.js"# + "\n"),
    ("entirely-else", "causeway --help' for more information.\n"),
  ])
  func `an unknown command has a hint`(word: String, ending: String) throws {
    let result = try CommandLine.run(word)
    #expect(result.status == 2)
    #expect(result.errors.hasSuffix(ending))
  }

  #if !NATS
  @Test(arguments: [["serve", "app.js"], ["call", "orders.find"], ["run", "-e", "1", "--forward", "orders.*"]])
  func `a build without NATS says so`(arguments: [String]) throws {
    let result = try CommandLine.run(arguments + ["--nats", "nats://127.0.0.1:4222"])
    #expect(result.status == 1)
    #expect(result.errors.contains("was built without it"))
  }
  #endif

  @Test func `a directory is rejected as a program`() throws {
    let scratch = try Scratch()
    let result = try CommandLine.run("run", scratch.directory.path)
    #expect(result.status == 2)
    #expect(result.errors.contains("directory"))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [[0x7F, 0x45, 0x4C, 0x46, 0x02, 0x00], [0x31, 0xFF], [0x31, 0x00]])
  func `a binary file is rejected as a program`(bytes: [UInt8]) throws {
    let scratch = try Scratch()
    let result = try CommandLine.run("run", scratch.file("binary.js", Data(bytes)).path)
    #expect(result.status == 2)
    #expect(result.errors.contains("UTF-8"))
  }

  @Test func `a name cannot write to the terminal`() throws {
    let result = try CommandLine.run("run", "no\u{1B}[31m\u{202E}such")
    #expect(result.status == 2)
    #expect(result.errors.contains(#"no\u{1b}[31m\u{202e}such"#))
  }

  @Test(
    arguments: [
      ["run"], ["run", "--bogus"], ["bogus"], ["run", "--watch", "-"], ["run", "--watch", "-e", "1"],
      ["run", "--timeout", "0", "-e", "1"], ["run", "--timeout", "-1", "-e", "1"],
      ["run", "--timeout", "nan", "-e", "1"], ["run", "--timeout", "inf", "-e", "1"],
      ["run", "--timeout", "1e300", "-e", "1"], ["run", "--timeout", "soon", "-e", "1"], ["run", "-e"],
      ["network", "bogus"],
    ])
  func `a usage error ends with status 2`(arguments: [String]) throws {
    let result = try CommandLine.run(arguments)
    #expect(result.status == 2)
    #expect(result.errors.contains("Error: "))
    #expect(result.output == "")
  }

  @Test(arguments: [["--help"], ["run", "--help"], ["--version"], ["network", "watch", "--help"]])
  func `help ends with status 0`(arguments: [String]) throws {
    let result = try CommandLine.run(arguments)
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(!result.output.isEmpty)
  }

  @Test(arguments: ["0", "1", "10", "26"])
  func `help is shown in a terminal that is narrower than its names`(columns: String) throws {
    let result = try CommandLine.runInShell(["run", "--help"], variables: "COLUMNS=\(columns)")
    #expect(result.status == 0)
    #expect(result.output.contains("--simulate <plan>"))
  }

  @Test func `output to a closed stream is lost, and reported`() throws {
    let program = "for (let i = 0; i < 9; i++) console.log('1234567'); await new Promise((next) => setTimeout(next, 9))"
    let result = try CommandLine.runInShell(["run", "-e", program], redirections: "<&- >&-")
    #expect(result.status == 1)
    #expect(result.errors == "causeway: Not all of the output was written: Bad file descriptor.\n")
  }

  @Test func `a closed input is reported`() throws {
    let result = try CommandLine.runInShell(["run", "-"], redirections: "<&-")
    #expect(result.status == 2)
    #expect(result.errors == "causeway: Cannot read standard input: bad file descriptor.\n")
  }

  @Test(
    arguments: [
      ["types"], ["network", "status"], ["plugins"], ["doctor"], ["--help"], ["run", "--help"], ["--version"],
      ["run", "-e", "console.log(1)"],
    ])
  func `output that a full disk did not store is reported`(arguments: [String]) throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let result = try CommandLine.run(arguments, output: full)
    #expect(result.status == 1)
    #expect(result.errors == "causeway: Not all of the output was written: No space left on device.\n")
  }

  @Test func `the doctor reports a working bridge`() throws {
    let result = try CommandLine.run("doctor")
    #expect(result.status == 0)
    for part in ["Swift", "Engine", "Kernel", "JavaScript to Swift", "netlink", "nl80211"] {
      #expect(result.output.contains(part))
    }
  }
}
