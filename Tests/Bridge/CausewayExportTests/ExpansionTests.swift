#if Macros
import Foundation
import TestSupport
import Testing

/// Expansions by the compiler, compared with readable files.
///
/// `UPDATE_FIXTURES=1 swift test --filter ExpansionTests` rewrites the files.
@Suite struct ExpansionTests {
  private static let folder = repositoryFile("Tests/Fixtures/macros")

  @Test(arguments: ["plugin", "actor", "remote", "struct", "raw-enum", "plain-enum", "union"])
  func `an expansion compiles and equals the committed file`(name: String) throws {
    let source = try Data(contentsOf: Self.folder.appending(path: "\(name).source"))
    let result = try Compiler.check(String(decoding: source, as: UTF8.self))
    #expect(result.problems == [])
    #expect(result.complaints == [])
    let made = result.expansions.joined(separator: "\n\n") + "\n"
    let path = Self.folder.appending(path: "\(name).expansion")
    if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] != nil { try Data(made.utf8).write(to: path) }
    #expect(made == String(decoding: try Data(contentsOf: path), as: UTF8.self))
  }
}
#endif
