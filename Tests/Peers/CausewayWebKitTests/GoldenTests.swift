#if WebView
import Causeway
import CausewayWebKit
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// `UPDATE_FIXTURES=1 swift test --filter CausewayWebKitTests.GoldenTests` rewrites the file.
@Suite struct GoldenTests {
  @Test func `the declarations of the plugins that need a display equal the committed file`() throws {
    let file = repositoryFile("Tests/Fixtures/shipped/web-view/plugins.d.ts")
    let bridge = Bridge()
    bridge.register(ClipboardPlugin())
    bridge.register(DialogPlugin())
    let description = bridge.description
    #expect(description.gaps == [])
    #expect(description.members.filter { $0.documentation.isEmpty }.map(\.name) == [])
    let made = description.typeScript
    if getenv("UPDATE_FIXTURES") != nil { try Data(made.utf8).write(to: file) }
    #expect(made == String(decoding: try Data(contentsOf: file), as: UTF8.self))
  }
}
#endif
