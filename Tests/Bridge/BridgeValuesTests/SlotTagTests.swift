import Foundation
import TestSupport
import Testing

@testable import BridgeValues

/// The tags of slots, which bridge-js/client/tape-format.js and Swift must agree on.
@Suite struct SlotTagTests {
  @Test func `JavaScript and Swift number the same tags the same way`() throws {
    let file = repositoryFile("bridge-js/client/tape-format.js")
    let text = try String(contentsOf: file, encoding: .utf8)
    let known = text.matches(of: /export const ([A-Z_]+) = 0x(7ff9[0-9a-f]{4});/)
      .map { "\($0.1.replacing("_", with: "")) \($0.2)" }
    #expect(known == SlotTag.allCases.map { "\("\($0)".uppercased()) \(String($0.rawValue, radix: 16))" })
    #expect(known.count == 21)
  }
}
