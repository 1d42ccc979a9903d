#if Plugins
import Causeway
import CausewayCrypto
import Foundation
import TestSupport
import Testing

/// `UPDATE_FIXTURES=1 swift test --filter CausewayCryptoTests` rewrites the file.
@Suite struct GoldenTests {
  @Test func `the declarations match the committed file`() throws {
    let path = repositoryFile("Tests/Fixtures/shipped/crypto/plugins.d.ts")
    let bridge = Bridge()
    bridge.register(CryptoPlugin())
    #expect(bridge.description.gaps == [])
    let made = bridge.description.typeScript
    if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] != nil { try Data(made.utf8).write(to: path) }
    #expect(made == String(decoding: try Data(contentsOf: path), as: UTF8.self))
  }
}
#endif
