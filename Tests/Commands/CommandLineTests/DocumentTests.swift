import Foundation
import TestSupport
import Testing

/// The programs in the documents run, and print what the documents say.
@Suite(.timeLimit(.minutes(5))) struct DocumentTests {
  private static let root = repository

  private func text(_ path: String) throws -> String {
    try String(contentsOf: DocumentTests.root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The blocks of a document: their language, their lines, and the line above.
  private func blocks(of document: String) throws -> [(language: String, lines: [String], above: String)] {
    let parts = try text(document).components(separatedBy: "```")
    return zip(parts, parts.dropFirst()).enumerated().filter { $0.offset % 2 == 0 }.map { _, pair in
      var lines = pair.1.components(separatedBy: "\n").dropLast()
      let language = lines.removeFirst()
      return (language, Array(lines), pair.0.split(separator: "\n").last.map(String.init) ?? "")
    }
  }

  @Test func `the programs of the guide to modules run`() throws {
    let scratch = try Scratch(["package.json": #"{"type": "module"}"#])
    let path = scratch.directory.path
    let packages = URL(fileURLWithPath: "\(path)/node_modules")
    try FileManager.default.createDirectory(at: packages, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: URL(fileURLWithPath: "/usr/share/nodejs/ms"), to: packages.appendingPathComponent("ms"))
    var files = 0
    var runs = 0
    for block in try blocks(of: "docs/modules.md") where !block.above.hasPrefix("<!-- not run: ") {
      switch block.language {
      case "ts", "js", "json":
        // Each says which file it is.
        let name = try #require(block.lines[0].firstMatch(of: /^\/\/ (src\/[\w.]+)$/)?.1)
        let url = URL(fileURLWithPath: "\(path)/\(name)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try block.lines.dropFirst().joined(separator: "\n").write(to: url, atomically: true, encoding: .utf8)
        files += 1
      case "" where block.lines[0].hasPrefix("$ causeway run "):
        let arguments = block.lines[0].dropFirst("$ causeway ".count)
        let result = try CommandLine.finishInShell("cd '\(path)' && \"$0\" \(arguments)")
        #expect(result.errors == "")
        #expect(result.output == block.lines.dropFirst().map { $0 + "\n" }.joined())
        runs += 1
      case "" where block.lines[0].hasPrefix("$ causeway check "):
        // The same mistake, beneath another directory.
        let main = try String(contentsOfFile: "\(path)/src/main.ts", encoding: .utf8)
        try main.replacingOccurrences(of: "{ greet,", with: "{ gret,")
          .replacingOccurrences(of: "(greet(", with: "(gret(")
          .write(toFile: "\(path)/src/main.ts", atomically: true, encoding: .utf8)
        let result = try CommandLine.finishInShell("cd '\(path)' && \"$0\" check src/main.ts")
        let shown = result.errors.replacingOccurrences(of: path, with: "/home/ada/app")
        #expect(shown == block.lines.dropFirst().map { $0 + "\n" }.joined())
        try main.write(toFile: "\(path)/src/main.ts", atomically: true, encoding: .utf8)
        runs += 1
      case "sh", "swift": continue
      default: Issue.record("a block of the language '\(block.language)': \(block.lines[0])")
      }
    }
    #expect(files >= 4 && runs >= 3)
    let checked = try CommandLine.run("check", path)
    #expect(checked.status == 0, "\(checked.errors)")
  }

  @Test func `the README's program in TypeScript does what it says`() throws {
    let block = try #require(try blocks(of: "README.md").first { $0.language == "ts" })
    let program = """
      const [from, to, template] = [1, 2, String];
      const { signal } = new AbortController();
      const onProgress = () => {};
      const render = (status: string) => console.log(status);
      \(block.lines.joined(separator: "\n"))
      console.log(rows);
      """
    let scratch = try Scratch([
      "mock.json": #"{"rows.query": {"answer": [{"id": 7}]}, "network.changes": {"stream": ["up", "down"]}}"#,
      "app.ts": program,
    ])
    let result = try CommandLine.run(
      "run", "--mock", "\(scratch.directory.path)/mock.json", "\(scratch.directory.path)/app.ts")
    // The mock counts the calls that it has answered.
    #expect(result.errors.hasPrefix("causeway: 3 calls.\n"), "\(result.errors)")
    #expect(result.output == "PERMISSION_DENIED\nup\ndown\n[ { id: 7 } ]\n")
  }

  /// The rows of the terminal in the README's picture.
  private func recordedRows() throws -> [String] {
    try text("docs/recording.svg").matches(of: /<text[^>]*>(.*?)<\/text>/).map { match in
      String(match.1).replacing(/<[^>]*>/, with: "").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        .replacing("&amp;", with: "&")
    }
  }

  @Test func `the recording in the README shows what its commands print`() throws {
    #expect(try text("README.md").contains("](docs/recording.svg)\n"))
    let rows = try recordedRows()
    let commands = try text("Tools/recording/session.txt").split(separator: "\n")
    #expect(rows.filter { $0.hasPrefix("$ ") } == commands.map { "$ \($0)" })
    let scratch = try Scratch(["slow.ts": try text("Tools/recording/slow.ts")])
    let path = scratch.directory.path
    var compared = 0
    for command in commands {
      let arguments = command.replacing(/^causeway/, with: "\"$0\"")
      let result = try CommandLine.finishInShell("cd '\(path)' && \(arguments)")
      for line in (result.output + result.errors).split(separator: "\n") {
        // The interfaces of this machine are not those of the recording, and real time differs.
        if command.hasSuffix("run app/app.ts") || line.contains("of real time") { continue }
        #expect(rows.contains(String(line)), "\(command) now prints \(line): make recording")
        compared += 1
      }
    }
    #expect(compared >= 15)
  }
}
