import Causeway
import Foundation
import MacroEngine
import Testing

@testable import MacroRings

/// A folder that is removed after the test.
final class TestFolder: Sendable {
  let url = FileManager.default.temporaryDirectory.appending(path: "macro-rings-\(UUID().uuidString)")
  var file: URL { url.appending(path: "state/macros.json") }
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)) ?? []).sorted()
  }
  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ text: String) throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}

@Suite struct MacroStoreTests {
  let folder = TestFolder()
  var store: MacroStore { MacroStore(file: folder.file) }

  @Test func `edited macros survive a restart, and so do their earlier sources`() throws {
    var library = MacroLibrary(store: store)
    try library.edit("more", "() => 1", revision: 0)
    try library.edit("more", "() => 2 // \u{1F600} \"quoted\" </script>", revision: 1)
    var next = MacroLibrary(store: store)
    #expect(try next.macro("more").javascript == "() => 2 // \u{1F600} \"quoted\" </script>")
    #expect(try next.macro("less").javascript == Macro.standard("less")?.javascript)
    try next.undo("more")
    #expect(try next.macro("more").javascript == "() => 1")
    try next.undo("more")
    try next.undo("more")
    #expect(try MacroLibrary(store: store).macro("more") == Macro.standard("more"))
    #expect(next.problem == nil)
    #expect(folder.names == ["macros.json"])
  }

  @Test func `a symbolic link stays one, and its target is written`() throws {
    try folder.write("{}")
    let real = folder.url.appending(path: "real.json")
    try FileManager.default.moveItem(at: folder.file, to: real)
    try Data(#"{"version":1,"macros":{}}"#.utf8).write(to: real)
    try FileManager.default.createSymbolicLink(at: folder.file, withDestinationURL: real)
    var library = MacroLibrary(store: store)
    try library.edit("more", "() => 1", revision: 0)
    #expect(try MacroLibrary(store: MacroStore(file: real)).macro("more").javascript == "() => 1")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file.path) == real.path)
  }

  @Test func `restoring is an edit`() throws {
    var library = MacroLibrary(store: store)
    try library.edit("more", "() => 1", revision: 0)
    try library.restore("more")
    #expect(try library.macro("more").javascript == Macro.standard("more")?.javascript)
    try library.undo("more")
    #expect(try library.macro("more").javascript == "() => 1")
  }

  @Test func `of two concurrent edits the second is refused`() throws {
    var library = MacroLibrary(store: store)
    try library.edit("more", "() => 1", revision: 0)
    let error = #expect(throws: BridgeError.self) { try library.edit("more", "() => 2", revision: 0) }
    #expect(error?.code == .failedPrecondition)
    #expect(try library.macro("more").javascript == "() => 1")
    #expect(throws: BridgeError.self) { try library.edit("most", "() => 2", revision: 0) }
  }

  @Test(arguments: [
    "", "{", "[]", "null", "{\"version\":2,\"macros\":{}}", "{\"version\":1,\"macros\":{\"more\":5}}", "\0\u{1}",
    String(repeating: "[", count: 10_000),
  ])
  func `a file that cannot be decoded is reported and kept under another name`(content: String) throws {
    try folder.write(content)
    var library = MacroLibrary(store: store)
    #expect(library.problem?.contains("kept as macros.json.unreadable-1") == true)
    #expect(try library.macro("more") == Macro.standard("more"))
    let kept = folder.file.appendingPathExtension("unreadable-1")
    #expect(try String(contentsOf: kept, encoding: .utf8) == content)
    try library.edit("more", "() => 1", revision: 0)
    #expect(library.problem == nil)
    try folder.write(content)
    #expect(MacroLibrary(store: store).problem?.contains("unreadable-2") == true)
    #expect(try String(contentsOf: kept, encoding: .utf8) == content)
  }

  @Test func `a file that cannot be written is reported, and the edit is kept in memory`() throws {
    // A folder with the name of the file: even root cannot write a file there.
    try FileManager.default.createDirectory(at: folder.file, withIntermediateDirectories: true)
    var library = MacroLibrary(store: store)
    #expect(library.problem?.contains("could not be read") == true || library.problem?.contains("kept as") == true)
    try FileManager.default.createDirectory(at: folder.file, withIntermediateDirectories: true)
    try library.edit("more", "() => 1", revision: 0)
    #expect(library.problem?.contains("could not be saved") == true)
    #expect(try library.macro("more").javascript == "() => 1")
  }

  @Test func `a full disk is reported and the old file stays`() throws {
    var library = MacroLibrary(store: MacroStore(file: URL(filePath: "/dev/full/macros.json")))
    try library.edit("more", "() => 1", revision: 0)
    #expect(library.problem?.contains("could not be saved in /dev/full/macros.json") == true)
  }

  @Test(arguments: [
    (["XDG_STATE_HOME": "/tmp/state"], "/tmp/state/macro-engine/macros.json"),
    (["XDG_STATE_HOME": "relative"], "/.local/state/macro-engine/macros.json"),
    ([:], "/.local/state/macro-engine/macros.json"),
  ])
  func `the file is at the location of the XDG specification`(environment: [String: String], path: String) {
    #expect(MacroStore.standard(environment: environment).file.path.hasSuffix(path))
  }
}
