import Foundation
import Testing

/// What the samples' pages show is what they print.
@Suite struct SampleTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardizedFileURL

  @Test(arguments: ["SlowDay", "Modules"]) func `a sample goes as its page says`(sample: String) throws {
    let page = try String(
      contentsOf: SampleTests.root.appendingPathComponent("Samples/\(sample)/README.md"), encoding: .utf8)
    let block = try #require(page.components(separatedBy: "```\n").dropFirst().first)
    let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
    let command = try #require(lines.first?.split(separator: " ").dropFirst(2))
    let arguments = command.map { argument in
      argument.hasPrefix("Samples/") ? SampleTests.root.appendingPathComponent(String(argument)).path : String(argument)
    }
    let result = try CommandLine.run(arguments)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == lines.dropFirst().joined(separator: "\n"))
  }
}
