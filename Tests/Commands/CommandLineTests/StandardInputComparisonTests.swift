import Foundation
import TestSupport
import Testing

/// Programs that read their standard input have the output and the status that they have in Node.
///
/// One after the other: a test that waits for a program occupies a thread of the pool, which other tests need.
@Suite(.comparesWithNode, .serialized, .timeLimit(.minutes(10))) struct StandardInputComparisonTests {
  private static let folder = repositoryFile("Tests/Fixtures/stdin")
  static let programs = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

  private static let lines = "0123456789 abc\n"
  private static let letters = "h\u{E9}llo w\u{F6}rld \u{1F600}\n\u{65E5}\u{672C}\u{8A9E}\n"

  private static let comparesAll = ProcessInfo.processInfo.environment["COMPARISONS"] == "all"

  /// An input, and whether it comes from a file or through a pipe.
  private static let inputs: [(text: String, isPiped: Bool)] = [
    ("", false), ("", true), ("a", true), ("one\ntwo\nthree", true), ("a\r\nb\rc\n\r\n\nd\r", false),
    (String(repeating: letters, count: 700), true), (String(repeating: lines, count: 70_000), false),
    (String(repeating: lines, count: 70_000), true),
  ]

  @Test(arguments: programs) func `a program reads its standard input as in Node`(name: String) throws {
    let program = StandardInputComparisonTests.folder.appending(path: name).path
    let scratch = try Scratch()
    let place = StandardInputComparisonTests.programs.firstIndex(of: name) ?? 0
    for (number, input) in StandardInputComparisonTests.inputs.enumerated() {
      // Each program has some of the inputs, and each input some of the programs, unless COMPARISONS=all.
      guard StandardInputComparisonTests.comparesAll || (number + place).isMultiple(of: 3) else { continue }
      let file = try scratch.file("\(number)", input.text).path
      try NodeProgram.compare(input.isPiped ? "cat '\(file)' | $run '\(program)'" : "$run '\(program)' < '\(file)'")
    }
  }

  @Test func `there are enough programs`() { #expect(StandardInputComparisonTests.programs.count >= 40) }

  @Test(arguments: ["</", "<&-", "0>output", "</dev/null", "<output"])
  func `what cannot be read has the errors of Node`(redirection: String) throws {
    let scratch = try Scratch([
      "output": "",
      "shape.cjs": """
      const { stdin } = process;
      console.log(stdin.isTTY, stdin.fd, stdin.readableHighWaterMark);
      stdin.on("error", ({ code, message, errno, syscall }) => console.log(code, message, errno, syscall));
      stdin.on("data", ({ length }) => console.log(length)).on("end", () => console.log("end"));
      """,
      "file.cjs": """
      for (const path of [0, "/dev/stdin"]) {
        try {
          console.log(require("fs").readFileSync(path).length);
        } catch ({ code, message, errno, syscall, path: name }) {
          console.log(code, path === 0 && message, errno, path === 0 && syscall, name);
        }
      }
      """,
    ])
    for name in ["shape.cjs", "file.cjs"] {
      // Node opens the path, which gives it a descriptor that can be read.
      if redirection == "0>output", name == "file.cjs" { continue }
      try NodeProgram.compare("cd '\(scratch.directory.path)'; $run \(name) \(redirection)")
    }
  }

  @Test(arguments: ["await-break.mjs", "lines-take.mjs", "read-line-sync.cjs", "pause-for-ever.cjs", "untouched.cjs"])
  func `what a program does not read is left for the next one`(name: String) throws {
    let program = StandardInputComparisonTests.folder.appending(path: name).path
    let scratch = try Scratch()
    let text = String(repeating: StandardInputComparisonTests.lines, count: 20_000)
    let file = try scratch.file("input", text).path
    try NodeProgram.compare("( $run '\(program)'; wc -c ) < '\(file)'")
  }

  @Test(arguments: ["lines-take.mjs", "lines-break.mjs", "await-break.mjs", "exit-early.cjs", "destroy.cjs"])
  func `an input without an end does not hold a program that has enough`(name: String) throws {
    let program = StandardInputComparisonTests.folder.appending(path: name).path
    try NodeProgram.compare("yes | $run '\(program)'")
  }

  @Test(arguments: StandardInputTests.idle)
  func `an open input does not hold the programs that it does not hold in Node`(
    source: String
  ) throws {
    let scratch = try Scratch(["main.cjs": source])
    try NodeProgram.compare("cd '\(scratch.directory.path)'; mkfifo open; exec 3<>open; $run main.cjs <open; rm open")
  }

  /// Each piece is written when the one before has arrived, so that both read the same pieces.
  @Test func `pieces that are cut at any place are put together as in Node`() throws {
    let program = """
      const lines = [];
      let total = 0, text = "";
      const { StringDecoder } = require("node:string_decoder");
      const decoder = new StringDecoder("utf8");
      require("node:readline").createInterface({ input: process.stdin, crlfDelay: Infinity })
        .on("line", (line) => lines.push(line));
      process.stdin.on("data", (chunk) => {
        text += decoder.write(chunk);
        console.log("has", (total += chunk.length));
      });
      process.on("exit", () => console.log(JSON.stringify([lines, text + decoder.end()])));
      """
    let scratch = try Scratch()
    let file = try scratch.file("main.cjs", program).path
    let node = try #require(NodeProgram.path)
    var random = SeededRandom(orElse: 20)
    let letters = ["a", "\r", "\n", "\r\n", "\u{E9}", "\u{65E5}", "\u{1F600}", " "]
    for _ in 0..<16 {
      let text = (0..<Int.random(in: 1...24, using: &random)).map { _ in letters.randomElement(using: &random)! }
      let bytes = Array(text.joined().utf8) + (Bool.random(using: &random) ? [0xE6, 0x97] : [])
      var pieces: [ArraySlice<UInt8>] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        pieces.append(rest.prefix(Int.random(in: 1...5, using: &random)))
        rest = rest.dropFirst(pieces[pieces.count - 1].count)
      }
      let expected = try Conversation(URL(filePath: node), [file]).output(writing: pieces)
      #expect(try Conversation(CommandLine.executable, ["run", file]).output(writing: pieces) == expected, "\(pieces)")
    }
  }
}

/// A program whose input is written piece by piece.
private struct Conversation {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init(_ program: URL, _ arguments: [String]) throws {
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run(forAtMost: 60)
  }

  /// Writes each piece when the program has printed the number of the bytes before it.
  func output(writing pieces: [ArraySlice<UInt8>]) throws -> String {
    var text = ""
    var total = 0
    for piece in pieces {
      try input.fileHandleForWriting.write(contentsOf: Data(piece))
      total += piece.count
      text += output.read(until: "has \(total)\n")
    }
    try input.fileHandleForWriting.close()
    text += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text + "\(process.terminationStatus)"
  }
}
