import Foundation
import Testing

/// The installed Node, whose behaviour programs are compared with.
enum NodeProgram {
  /// The path of Node; nil if it is not installed.
  static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/node" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The outcome of a shell script in which `$run` runs a program: with Node, and with the command.
  static func compare(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let node = try #require(path)
    let expected = try CommandLine.finishInShell("run='\(node)'; \(script)")
    let result = try CommandLine.finishInShell(#"run="$0 run"; "# + script)
    #expect(result.status == expected.status, "\(script)\n\(result.errors)", sourceLocation: sourceLocation)
    #expect(result.output == expected.output, "\(script)\n\(result.errors)", sourceLocation: sourceLocation)
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs only where Node is installed.
  static var comparesWithNode: Self { .enabled(if: NodeProgram.path != nil, "node is not installed") }
}
