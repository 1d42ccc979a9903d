import Clipper
import Foundation
import Testing

@testable import Clipper

/// The content of a vault, and attempts to write elsewhere.
@Suite(.timeLimit(.minutes(5))) struct VaultTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func vault(_ inner: String = "") throws -> Vault { try Vault(path: folder.folder("vault"), folder: inner) }

  @Test(arguments: [
    ("A plain title", "A plain title"), ("../../etc/passwd", "etc passwd"), ("/absolute", "absolute"), ("", "Untitled"),
    ("...", "Untitled"), ("a/b\\c:d*e?f\"g<h>i|j", "a b c d e f g h i j"), (" \u{A0} spaces \t\n ", "spaces"),
    ("CON", "_CON"), ("com1.txt", "_com1.txt"), ("trailing. . .", "trailing"), (".hidden", "hidden"),
    ("photo\u{202E}gpj.exe", "photogpj.exe"), ("nul\u{0}byte", "nul byte"), ("e\u{301}te\u{301}", "\u{e9}t\u{e9}"),
    ("[[link]] #tag ^block", "link tag block"), ("--option", "option"), ("100%", "100"),
    ("\u{1F468}\u{200D}\u{1F469} family", "\u{1F468}\u{1F469} family"),
  ])
  func `a name is valid on every file system`(wish: String, name: String) { #expect(VaultName.safe(wish) == name) }

  @Test func `a long name is truncated between characters`() {
    let name = VaultName.safe(String(repeating: "\u{1F600}", count: 200))
    #expect(name.utf8.count <= 120 && name.allSatisfy { $0 == "\u{1F600}" })
  }

  @Test func `a note is written with its front matter, and no other file is left`() throws {
    var clip = Clip.note("A \"quoted\" title: yes", body: "Body")
    clip.properties += [
      .init(name: "published", value: .text("2024-03-05T23:30:00-05:00")),
      .init(name: "tags", value: .list(["one", "two: \u{2028}"])), .init(name: "clip", value: .text("forged")),
    ]
    #expect(try vault().write(clip, key: "k1") == .written("A quoted title yes.md"))
    #expect(try folder.names(in: "vault") == ["A quoted title yes.md"])
    #expect(
      try folder.text("vault/A quoted title yes.md") == """
        ---
        clip: "k1"
        title: "A \\"quoted\\" title: yes"
        published: 2024-03-05T23:30:00-05:00
        tags:
          - "one"
          - "two: \\u2028"
        ---

        Body

        """)
  }

  @Test(arguments: ["k1", "a \"quoted\" key\\", "line\nbreak"])
  func `a clip that is delivered again is recognized, however long its front matter is`(key: String) throws {
    var clip = Clip.note("Long")
    clip.properties.append(.init(name: "author", value: .text(String(repeating: "a", count: 100_000))))
    #expect(try vault().write(clip, key: key) == .written("Long.md"))
    #expect(try vault().write(clip, key: key) == .present("Long.md"))
    #expect(try folder.names(in: "vault") == ["Long.md"])
  }

  @Test func `notes with one name are numbered, and one clip is one note`() throws {
    let vault = try vault("Clippings")
    #expect(try vault.write(.note("Same"), key: "a") == .written("Clippings/Same.md"))
    #expect(try vault.write(.note("Same"), key: "b") == .written("Clippings/Same 2.md"))
    #expect(try vault.write(.note("Same"), key: "c") == .written("Clippings/Same 3.md"))
    #expect(try vault.write(.note("Same"), key: "b") == .present("Clippings/Same 2.md"))
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.file("vault/Clippings/Other.md")))
    #expect(try vault.write(.note("Other"), key: "d") == .written("Clippings/Other 2.md"))
    #expect(try folder.text("vault/Clippings/Other.md") == "mine")
  }

  @Test func `a disk without hard links can have notes`() throws {
    var vault = try vault()
    vault.hasLinks = false
    #expect(try vault.write(.note("Same"), key: "a") == .written("Same.md"))
    #expect(try vault.write(.note("Same"), key: "b") == .written("Same 2.md"))
    #expect(try vault.write(.note("Same"), key: "b") == .present("Same 2.md"))
    #expect(try folder.names(in: "vault") == ["Same 2.md", "Same.md"])
    #expect(try folder.text("vault/Same 2.md").hasSuffix("Text.\n"))
  }

  @Test func `a page cannot pretend to be another clip`() throws {
    let vault = try vault()
    _ = try vault.write(.note("Page", body: "---\nclip: \"b\"\n---\n"), key: "a")
    #expect(try vault.write(.note("Page"), key: "b") == .written("Page 2.md"))
  }

  @Test func `the remains of a killed attempt do not disturb`() throws {
    let vault = try vault()
    try Data("half".utf8).write(to: URL(fileURLWithPath: folder.file("vault/.clip-a.part")))
    #expect(try vault.write(.note("N"), key: "a") == .written("N.md"))
    #expect(try folder.names(in: "vault") == ["N.md"])
  }

  @Test func `a missing vault is not created`() async throws {
    let vault = try vault()
    try FileManager.default.removeItem(atPath: folder.file("vault"))
    let gone = await failure { _ = try vault.write(.note("N"), key: "a") }
    #expect(gone?.code == "NOT_FOUND")
    #expect(gone?.message.contains("Is its disk connected?") == true)
    #expect(!FileManager.default.fileExists(atPath: folder.file("vault")))
    #expect(await failure { _ = try Vault(path: "/nonexistent") }?.code == "NOT_FOUND")
    try Data().write(to: URL(fileURLWithPath: folder.file("file")))
    #expect(await failure { _ = try Vault(path: folder.file("file")) }?.code == "NOT_FOUND")
  }

  @Test(arguments: ["..", "a/../b", "/a", "a//b", ".", "a/", ".git"])
  func `a folder outside of the vault is refused`(inner: String) async throws {
    let path = try folder.folder("vault")
    #expect(await failure { _ = try Vault(path: path, folder: inner) }?.code == "INVALID_ARGUMENT")
  }

  @Test func `links are not followed`() async throws {
    let outside = try folder.folder("outside")
    let path = try folder.folder("vault")
    try FileManager.default.createSymbolicLink(atPath: path + "/In", withDestinationPath: outside)
    #expect(await failure { _ = try Vault(path: path, folder: "In") }?.code == "NOT_FOUND")
    try FileManager.default.createSymbolicLink(atPath: path + "/N.md", withDestinationPath: outside + "/target")
    #expect(try Vault(path: path).write(.note("N"), key: "a") == .written("N 2.md"))
    #expect(try folder.names(in: "outside").isEmpty)
  }

  /// A separate file system in a mount namespace, so that it can be filled without harm.
  @Test(
    .enabled("a small file system can be mounted") {
      try await run("/usr/bin/unshare", ["-Urm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status == 0
    })
  func `a full disk keeps the clips in the queue, and has no partial notes`() async throws {
    let pages = try folder.folder("pages")
    for index in 0..<6 {
      let html = "<title>Page \(index)</title><p>" + String(repeating: "many words ", count: 4000)
      try Data(html.utf8).write(to: URL(fileURLWithPath: "\(pages)/\(index).html"))
    }
    let script = """
      set -e; cd "\(folder.path)"; mkdir /tmp/.v 2>/dev/null || true
      "\(Build.program("clip"))" --queue q pages/*.html
      mount -t tmpfs -o size=150k tmpfs /mnt
      "\(Build.program("clipper-app"))" --queue q /mnt && exit 9
      ls -A /mnt; mount -o remount,size=2m tmpfs /mnt; "\(Build.program("clipper-app"))" --queue q /mnt; ls -A /mnt | wc -l
      """
    let done = try await run("/usr/bin/unshare", ["-Urm", "bash", "-c", script])
    #expect(done.status == 0)
    #expect(done.errors.contains("RESOURCE_EXHAUSTED: The disk of the vault /mnt is full. Free some space."))
    #expect(done.errors.contains("waiting in the queue"))
    #expect(done.output.hasSuffix("\n6\n"))
    #expect(!done.output.contains(".part"))
  }
}
