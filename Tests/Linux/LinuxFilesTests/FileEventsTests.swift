import Foundation
import Glibc
import LinuxFiles
import Synchronization
import TestSupport
import Testing

/// Events of files and folders, through one inotify instance.
@Suite(.timeLimit(.minutes(5))) struct FileEventsTests {
  private let folder: String
  private let events = FileEvents()

  init() throws {
    folder = NSTemporaryDirectory() + "causeway-events-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// The events that a watch received.
  private final class Told: Sendable {
    private let events = Mutex<[FileEvents.Event]>([])
    var names: [String] { events.withLock { $0.map { String(decoding: $0.name, as: UTF8.self) } } }
    func hear(_ event: FileEvents.Event) { events.withLock { $0.append(event) } }

    /// Waits for an event with this name.
    func wait(for name: String) async throws {
      try await eventually("\(name) is reported") { names.contains(name) }
    }
  }

  private func make(_ name: String) { close(open("\(folder)/\(name)", O_WRONLY | O_CREAT, 0o600)) }

  @Test func `watches of one folder receive their own events, from their beginning to their end`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (made, all, late) = (Told(), Told(), Told())
    var first: FileEvents.Watch? = try events.watch(folder, Int(IN_CREATE)) { made.hear($0) }
    let second = try events.watch(folder, Int(IN_CREATE | IN_DELETE)) { all.hear($0) }
    make("a")
    let third = try events.watch(folder, Int(IN_CREATE)) { late.hear($0) }
    unlink("\(folder)/a")
    make("b")
    for told in [made, all, late] { try await told.wait(for: "b") }
    #expect(made.names == ["a", "b"] && all.names == ["a", "a", "b"] && late.names == ["b"])
    withExtendedLifetime(first) {}
    first = nil
    // The queue has ended the first watch before it begins this one.
    let fourth = try events.watch(folder, Int(IN_CREATE)) { _ in }
    make("c")
    try await all.wait(for: "c")
    try await late.wait(for: "c")
    #expect(made.names == ["a", "b"])
    withExtendedLifetime((second, third, fourth)) {}
  }

  @Test func `the watch of a removed folder ends, and the instance is closed after the last watch`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let told = Told()
    let gone = Mutex(false)
    var watch: FileEvents.Watch? = try events.watch(folder, Int(IN_CREATE)) { event in
      told.hear(event)
      if event.has(Int(IN_IGNORED)) { gone.withLock { $0 = true } }
    }
    #expect(events.descriptor != nil)
    rmdir(folder)
    try await eventually("the end of the watch is reported, and the instance closed") {
      gone.withLock { $0 } && events.descriptor == nil
    }
    withExtendedLifetime(watch) {}
    watch = nil
    #expect(throws: FileEvents.Failure.self) {
      _ = try events.watch("\(folder)/none", Int(IN_CREATE)) { _ in }
    }
    #expect(events.descriptor == nil)
  }

  @Test func `a thousand watches share one instance`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let first = try events.watch(folder, Int(IN_CREATE)) { _ in }
    let descriptor = events.descriptor
    let told = (0..<1_000).map { _ in Told() }
    for number in 0..<10 { mkdir("\(folder)/\(number)", 0o700) }
    let watches = try told.enumerated().map { number, told in
      try events.watch("\(folder)/\(number % 10)", Int(IN_CREATE)) { told.hear($0) }
    }
    #expect(descriptor != nil && events.descriptor == descriptor)
    for number in 0..<10 { make("\(number)/x") }
    for told in told { try await told.wait(for: "x") }
    #expect(told.allSatisfy { $0.names == ["x"] })
    withExtendedLifetime((first, watches)) {}
  }
}
