#if Macros
import Foundation
import TestSupport
import Testing

/// The diagnostics of `@JSExport` for members that cannot be exported, from the compiler.
@Suite struct ProblemTests {
  private struct Problem: Hashable, CustomStringConvertible {
    let line: Int
    let message: String
    var description: String { "\(line): \(message)" }
  }

  private static let fixture = repositoryFile("Tests/Fixtures/export/problems.txt")

  /// The compiler's plugin, built beside the tests.
  private static let plugin = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent().appending(path: "CausewayMacros-tool").path

  private func expected() throws -> Set<Problem> {
    let lines = try String(contentsOf: Self.fixture, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    return Set(
      lines.enumerated().compactMap { index, line in
        line.firstMatch(of: /^ *\/\/ \^ (.*)/).map { Problem(line: index, message: String($0.1)) }
      })
  }

  private func compile() throws -> String {
    let compiler = Process()
    let output = Pipe()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = [
      "swiftc", "-typecheck", "-swift-version", "6", "-module-name", "Problems", "-diagnostic-style", "llvm",
      "-load-plugin-executable", "\(Self.plugin)#CausewayMacros", "-",
    ]
    compiler.standardInput = try FileHandle(forReadingFrom: Self.fixture)
    compiler.standardError = output
    compiler.standardOutput = output
    try compiler.run(forAtMost: 300)
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    compiler.waitUntilExit()
    return text
  }

  @Test func `a member that cannot be exported is refused with a message that names the remedy`() throws {
    let text = try compile()
    let found = Set(
      text.matches(of: /(?m)^<stdin>:([0-9]+):[0-9]+: error: (.*?)(?: \(from macro .*\))?$/).map {
        Problem(line: Int($0.1)!, message: String($0.2))
      })
    let expected = try expected()
    #expect(expected.count > 15)
    #expect(found.subtracting(expected).isEmpty, "\(text)")
    #expect(expected.subtracting(found).isEmpty, "\(text)")
  }
}
#endif
