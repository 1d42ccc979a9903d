import Foundation
import TestSupport
import Testing

@testable import CausewayJavaScript

/// The numbers of message kinds, which bridge-js/client/kinds.js and Swift must agree on.
@Suite struct MessageKindTests {
  /// `export const NAME = NUMBER;`, up to the tags of bodies.
  private static func numbers() throws -> [(name: String, number: Int)] {
    let file = repositoryFile("bridge-js/client/kinds.js")
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.matches(of: /export const ([A-Z_]+) = ([0-9]+);/)
      .map { (String($0.1), Int($0.2) ?? -1) }
      .filter { !$0.name.hasPrefix("TAG_") && $0.name != "MOST_DIGITS" }
  }

  /// `RESULT_ENCODED` for `resultEncoded`.
  private static func name(_ kind: MessageKind) -> String {
    "\(kind)".reduce(into: "") { $0 += $1.isUppercase ? "_\($1)" : $1.uppercased() }
  }

  @Test func `JavaScript and Swift number the same kinds the same way`() throws {
    let javaScript = try Self.numbers()
    let swift = MessageKind.allCases.map { (name: Self.name($0), number: $0.rawValue) }
    #expect(javaScript.map(\.name) == swift.map(\.name))
    #expect(javaScript.map(\.number) == swift.map(\.number))
    #expect(!javaScript.isEmpty)
  }
}
