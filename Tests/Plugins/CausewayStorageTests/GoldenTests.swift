#if Plugins
import Causeway
@testable import CausewayStorage
import Foundation
import TestSupport
import Testing

/// `UPDATE_FIXTURES=1 swift test --filter CausewayStorageTests` rewrites the file.
@Suite struct GoldenTests {
  @Test func `the declarations match the committed file`() throws {
    let path = repositoryFile("Tests/Fixtures/shipped/storage/plugins.d.ts")
    let bridge = Bridge()
    let folder = try StoreFixture.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    bridge.register(StoragePlugin(try KeyValueStore(at: folder.appending(path: "store.db").path)))
    #expect(bridge.description.gaps == [])
    let made = bridge.description.typeScript
    if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] != nil { try Data(made.utf8).write(to: path) }
    #expect(made == String(decoding: try Data(contentsOf: path), as: UTF8.self))
  }
}
#endif
