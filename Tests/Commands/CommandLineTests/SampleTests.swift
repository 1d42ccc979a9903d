import Foundation
import TestSupport
import Testing

/// The output of the samples equals the output in their README files.
@Suite struct SampleTests {
  private static let root = repository

  @Test(arguments: ["SlowDay", "Modules"]) func `a sample prints the output in its README`(sample: String) throws {
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
