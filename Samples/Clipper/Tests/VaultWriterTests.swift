import CausewayQueue
import Clipper
import Foundation
import SampleTestSupport
import Testing

/// Writing queued clips to a vault, with all possible failures.
@Suite(.timeLimit(.minutes(5))) struct VaultWriterTests {
  let folder: TestFolder
  let queue: DurableQueue

  init() throws {
    folder = try TestFolder()
    queue = try DurableQueue(path: folder.file("queue"))
  }

  private func writer() throws -> VaultWriter {
    VaultWriter(queue: queue, vault: try Vault(path: folder.folder("vault")))
  }

  @Test func `clips become notes in order, once`() async throws {
    for name in ["One", "Two"] { try await queue.put(Clip.note(name).encoded(), key: name) }
    var events: [VaultWriter.Event] = []
    try await writer().run { events.append($0) }
    try await writer().run { events.append($0) }
    #expect(events == [.written("One.md"), .written("Two.md")])
    #expect(try await queue.counts().done == 2)
  }

  @Test func `a clip that a killed process had written but not acknowledged is not written again`() async throws {
    try await queue.put(Clip.note("One").encoded(), key: "k")
    let vault = try Vault(path: folder.folder("vault"))
    let lease = try #require(try await queue.lease())
    _ = try vault.write(.note("One"), key: lease.key)
    try await lease.release()
    var events: [VaultWriter.Event] = []
    try await writer().run { events.append($0) }
    #expect(events == [.present("One.md")])
    #expect(try folder.names(in: "vault") == ["One.md"])
  }

  @Test func `a vault that vanishes leaves the clip in the queue, and does not count as an attempt`() async throws {
    let writer = try self.writer()
    try await queue.put(Clip.note("One").encoded(), key: "k")
    try FileManager.default.moveItem(atPath: folder.file("vault"), toPath: folder.file("elsewhere"))
    for _ in 0..<20 { #expect(await failure { try await writer.run { _ in } }?.code == "NOT_FOUND") }
    #expect(try await queue.counts().ready == 1)
    try FileManager.default.moveItem(atPath: folder.file("elsewhere"), toPath: folder.file("vault"))
    try await writer.run { #expect($0 == .written("One.md")) }
  }

  @Test func `an invalid clip becomes a dead letter, and the next one is written`() async throws {
    try await queue.put(Data("not JSON".utf8), key: "junk")
    try await queue.put(Clip.note("Good").encoded(), key: "good")
    var events: [VaultWriter.Event] = []
    try await writer().run { events.append($0) }
    #expect(events == [.refused(key: "junk", reason: "The queued item is not a clip."), .written("Good.md")])
    #expect(try await queue.deadLetters().map(\.key) == ["junk"])
  }

  @Test func `an app that is killed at random moments writes each clip once`() async throws {
    let vault = try folder.folder("vault")
    for index in 0..<300 { try await queue.put(Clip.note("Note \(index % 30)").encoded(), key: "\(index)") }
    var random = SeededRandom()
    for _ in 0..<25 {
      _ = try await run(
        Build.program("clipper-app"), ["--queue", folder.file("queue"), vault],
        killAfter: .milliseconds(.random(in: 5...60, using: &random)))
    }
    // The last clip is available again when its lease has expired.
    var configuration = QueueConfiguration()
    let now = QueueTime.system.now
    configuration.time.now = { now() + .seconds(60) }
    let later = try DurableQueue(path: folder.file("queue"), configuration: configuration)
    try await VaultWriter(queue: later, vault: try Vault(path: vault)).run { _ in }
    #expect(try await queue.counts().done == 300)
    let names = try folder.names(in: "vault").filter { !$0.hasSuffix(".part") }
    #expect(names.count == 300)
    let keys = try names.map { try folder.text("vault/\($0)").split(separator: "\n")[1] }
    #expect(Set(keys).count == 300)
  }
}
