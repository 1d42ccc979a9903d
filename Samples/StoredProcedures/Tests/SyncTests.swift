import Crypto
import Foundation
import HTTPTypes
import ProcedureExchange
import ProcedureServer
import StoredProcedures
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct SyncTests {
  @Test func `only changes are downloaded`() async throws {
    let exchange = try Exchange()
    let publication = try Publication(key: exchange.key)
    try publication.publish(Procedure(name: "a", source: "1"))
    try publication.publish(Procedure(name: "b", source: "2", access: DatabaseAccess(write: ["note"])))
    let (ports, started) = AsyncStream.makeStream(of: Int.self)
    let server = Task { try await ProcedureServer(publication).run(port: 0) { started.yield($0) } }
    var starting = ports.makeAsyncIterator()
    let port = try #require(await starting.next())
    let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
    let client = try exchange.client(url)
    let progress = Mutex<[Double]>([])
    #expect(
      try await client.sync { _, part in progress.withLock { $0.append(part) } } == .changed(downloaded: ["a", "b"]))
    #expect(progress.withLock { $0 } == [0.5, 1])
    #expect(try await client.sync() == .unchanged)
    try publication.publish(Procedure(name: "a", source: "3"))
    try publication.publish(Procedure(name: "b", source: "2", access: DatabaseAccess(write: ["note"])))
    #expect(try await client.sync() == .changed(downloaded: ["a"]))
    let procedures = client.procedures
    #expect(procedures.map(\.source) == ["3", "2"] && procedures.map(\.version) == [2, 2])
    #expect(procedures[1].access == DatabaseAccess(write: ["note"]))
    // Another client for the same folder needs no server.
    server.cancel()
    _ = try? await server.value
    #expect(try exchange.client(url).procedures == procedures)
    let files = try FileManager.default.contentsOfDirectory(atPath: exchange.folder.path("client"))
    #expect(files.count == 3, "\(files)")
  }

  @Test func `the server reports an unchanged manifest by tag and by date`() async throws {
    let exchange = try Exchange()
    let publication = try Publication(key: exchange.key)
    try publication.publish(Procedure(name: "a", source: "1"))
    let (ports, started) = AsyncStream.makeStream(of: Int.self)
    let server = Task { try await ProcedureServer(publication).run(port: 0) { started.yield($0) } }
    var starting = ports.makeAsyncIterator()
    let port = try #require(await starting.next())
    let base = "http://127.0.0.1:\(port)"
    func status(_ path: String, _ headers: [String: String] = [:]) async throws -> Wire.Answer {
      try await Wire.get(base + path, headers)
    }
    let first = try await status("/manifest")
    #expect(first.status == 200)
    let tag = try #require(first.tag)
    let date = try #require(first.date)
    #expect(try await status("/manifest", ["If-None-Match": tag]).status == 304)
    #expect(try await status("/manifest", ["If-None-Match": "\"other\""]).status == 200)
    #expect(try await status("/manifest", ["If-Modified-Since": date]).status == 304)
    #expect(try await status("/manifest", ["If-Modified-Since": "Sun, 06 Nov 1994 08:49:37 GMT"]).status == 200)
    #expect(try await status("/manifest", ["If-None-Match": "\"other\"", "If-Modified-Since": date]).status == 200)
    #expect(try await status("/procedures/\(publication.manifest.procedures[0].sha256)").status == 200)
    for path in ["/procedures/..%2f..%2fetc%2fpasswd", "/procedures/0", "/other"] {
      #expect(try await status(path).status == 404)
    }
    server.cancel()
    _ = try? await server.value
  }

  @Test func `"not modified" for a new client is an error`() async throws {
    let exchange = try Exchange()
    let server = try await ScriptedServer { _, _ in Reply(status: .notModified) }
    let client = try exchange.client(server.url)
    await #expect { try await client.sync() } throws: { ($0 as? SyncError)?.code == .dataLoss }
    await server.stop()
  }

  /// Faults of a server: its replies by path, and the client's error code.
  enum Fault: String, CaseIterable {
    case longerThanAnnounced, shorterThanAnnounced, otherContent, wrongSignature, changedAfterSigning, noManifest
    case outdatedManifest, sameNumberOtherContent, olderVersion, brokenOff, twiceTheSame, notText, absentFile
    case redirectElsewhere, redirectToFile, redirectInCircles, hugeManifest, serverError

    var code: SyncError.Code {
      switch self {
      case .wrongSignature, .changedAfterSigning: .unauthenticated
      case .outdatedManifest, .sameNumberOtherContent, .olderVersion: .outdated
      case .redirectElsewhere, .redirectToFile, .redirectInCircles: .permissionDenied
      case .shorterThanAnnounced, .brokenOff, .serverError: .unavailable
      default: .dataLoss
      }
    }

    func reply(_ path: String, _ exchange: Exchange) throws -> Reply {
      let text = "async function execute() { return 'new'; }"
      let good = exchange.entry("a", text, version: 2)
      if path != "/manifest" {
        switch self {
        case .longerThanAnnounced: return Reply(body: Data((text + " ").utf8))
        case .shorterThanAnnounced: return Reply(body: Data(text.dropLast().utf8))
        case .otherContent: return Reply(body: Data(text.replacing("new", with: "bad").utf8))
        case .brokenOff: return Reply(body: Data(text.utf8), truncatesAfter: 10)
        case .absentFile: return Reply(status: .notFound)
        case .notText: return Reply(body: Data([0xff, 0xfe]))
        default: return Reply(body: Data(text.utf8))
        }
      }
      switch self {
      case .wrongSignature: return try exchange.manifest(9, [good], by: Curve25519.Signing.PrivateKey())
      case .changedAfterSigning:
        var signed = try JSONDecoder().decode(SignedManifest.self, from: exchange.manifest(9, [good]).body)
        signed.manifest = signed.manifest.replacing("\"sequence\":9", with: "\"sequence\":8")
        return Reply(body: try JSONEncoder().encode(signed))
      case .noManifest: return Reply(body: Data("<html>".utf8))
      case .outdatedManifest: return try exchange.manifest(4, [good])
      case .sameNumberOtherContent: return try exchange.manifest(5, [good])
      case .olderVersion: return try exchange.manifest(9, [exchange.entry("a", text, version: 0)])
      case .twiceTheSame: return try exchange.manifest(9, [good, good])
      case .notText:
        return try exchange.manifest(
          9, [Manifest.Entry(name: "a", version: 2, file: Data([0xff, 0xfe]), access: .readOnly)])
      case .redirectElsewhere: return Reply(status: .found, headers: [.location: "http://127.0.0.2:1/manifest"])
      case .redirectToFile: return Reply(status: .found, headers: [.location: "file:///etc/passwd"])
      case .redirectInCircles: return Reply(status: .found, headers: [.location: "/manifest"])
      case .hugeManifest: return Reply(body: Data(repeating: 32, count: 2 << 20))
      case .serverError: return Reply(status: .internalServerError)
      default: return try exchange.manifest(9, [good])
      }
    }
  }

  @Test(arguments: Fault.allCases)
  func `a faulty server changes nothing, and the last good procedures stay`(fault: Fault) async throws {
    let exchange = try Exchange()
    let old = exchange.entry("a", "1")
    let isGood = Mutex(true)
    let server = try await ScriptedServer { path, _ in
      if isGood.withLock({ $0 }) {
        return path == "/manifest" ? (try? exchange.manifest(5, [old])) ?? Reply() : Reply(body: Data("1".utf8))
      }
      return (try? fault.reply(path, exchange)) ?? Reply(status: .gone)
    }
    let client = try exchange.client(server.url)
    #expect(try await client.sync() == .changed(downloaded: ["a"]))
    isGood.withLock { $0 = false }
    await #expect { try await client.sync() } throws: { error in
      (error as? SyncError)?.code == fault.code
    }
    #expect(client.procedures.map(\.source) == ["1"] && client.current?.sequence == 5)
    // Only transient failures are retried, after increasing delays.
    let pauses = exchange.clock.waited
    #expect(pauses.count == (fault.code == .unavailable ? 3 : 0), "\(pauses)")
    if pauses.count == 3 { #expect(pauses[2] > pauses[0]) }
    await server.stop()
  }

  @Test func `a transient failure is survived`() async throws {
    let exchange = try Exchange()
    let server = try await ScriptedServer { path, number in
      if number % 3 != 0 { return Reply(status: .serviceUnavailable) }
      return path == "/manifest"
        ? (try? exchange.manifest(1, [exchange.entry("a", "1")])) ?? Reply() : Reply(body: Data("1".utf8))
    }
    #expect(try await exchange.client(server.url).sync() == .changed(downloaded: ["a"]))
    #expect(server.requests.count == 6)
    await server.stop()
  }

  @Test func `an unavailable server is reported after some attempts, and the local procedures are used`() async throws {
    let exchange = try Exchange()
    let server = try await ScriptedServer { path, _ in
      path == "/manifest"
        ? (try? exchange.manifest(1, [exchange.entry("a", "1")])) ?? Reply() : Reply(body: Data("1".utf8))
    }
    let client = try exchange.client(server.url)
    _ = try await client.sync()
    await server.stop()
    await #expect { try await client.sync() } throws: { ($0 as? SyncError)?.code == .unavailable }
    #expect(exchange.clock.waited.count == 3)
    #expect(client.procedures.map(\.source) == ["1"])
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["/manifest", "/procedures"])
  func `a server that sends a byte now and then times out`(slow: String) async throws {
    let exchange = try Exchange()
    let entry = exchange.entry("a", String(repeating: "/", count: 1 << 20))
    let server = try await ScriptedServer { path, _ in
      if path.hasPrefix(slow) { return Reply(sendsSlowly: true) }
      return (try? exchange.manifest(1, [entry])) ?? Reply()
    }
    let client = try exchange.client(server.url, timeout: .milliseconds(200))
    await #expect { try await client.sync() } throws: { ($0 as? SyncError)?.code == .unavailable }
    #expect(exchange.clock.waited.count == 3)
    await server.stop()
  }

  @Test func `a restarted server is accepted, and continues its sequence numbers`() async throws {
    let exchange = try Exchange()
    let files = exchange.folder.url.appendingPathComponent("files")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    func write(_ name: String, _ text: String) throws {
      try Data(text.utf8).write(to: files.appendingPathComponent("\(name).js"))
    }
    let client = exchange.folder.url.appendingPathComponent("client")
    func serveAndSync() async throws -> (ProcedureClient.Outcome, Manifest?) {
      let kept = try PublicationFolder(exchange.folder.url.appendingPathComponent("kept"))
      let publication = try kept.publication()
      try publication.publish(folder: files)
      let (ports, started) = AsyncStream.makeStream(of: Int.self)
      let server = Task { try await ProcedureServer(publication).run(port: 0) { started.yield($0) } }
      var starting = ports.makeAsyncIterator()
      let port = try #require(await starting.next())
      let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
      let follower = try ProcedureClient(server: url, key: publication.publicKey, folder: client)
      let outcome = try await follower.sync()
      server.cancel()
      _ = try? await server.value
      return (outcome, follower.current)
    }
    try write("a", "1")
    try write("b", "2")
    #expect(try await serveAndSync().0 == .changed(downloaded: ["a", "b"]))
    let (outcome, first) = try await serveAndSync()
    #expect(outcome == .changed(downloaded: []) || outcome == .unchanged)
    try write("a", "3")
    try FileManager.default.removeItem(at: files.appendingPathComponent("b.js"))
    let (changed, second) = try await serveAndSync()
    #expect(changed == .changed(downloaded: ["a"]))
    #expect(second?.procedures.map(\.name) == ["a"] && second?.procedures.map(\.version) == [2])
    #expect(try #require(second).sequence > #require(first).sequence)
    try write("b", "2, again")
    #expect(try await serveAndSync().1?.procedures.last?.version ?? 0 > 1)
    let key = exchange.folder.url.appendingPathComponent("kept/private.key").path
    let mode = try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test(.timeLimit(.minutes(1))) func `of two concurrent syncs the slower one does not revert the folder`()
    async throws
  {
    let exchange = try Exchange()
    let (held, hold) = AsyncStream.makeStream(of: Void.self)
    let (freed, free) = AsyncStream.makeStream(of: Void.self)
    let server = try await ScriptedServer { path, number in
      switch path {
      case "/manifest":
        let version = number == 1 ? 1 : 2
        return (try? exchange.manifest(version, [exchange.entry("a", "\(version)", version: version)])) ?? Reply()
      case "/procedures/\(exchange.entry("a", "1").sha256)":
        hold.yield()
        for await _ in freed { break }
        return Reply(body: Data("1".utf8))
      default: return Reply(body: Data("2".utf8))
      }
    }
    let slow = try exchange.client(server.url, timeout: .seconds(60))
    let first = Task { try await slow.sync() }
    for await _ in held { break }
    let quick = try exchange.client(server.url)
    await #expect { try await quick.sync() } throws: { ($0 as? SyncError)?.code.rawValue == "ABORTED" }
    free.yield()
    #expect(try await first.value == .changed(downloaded: ["a"]))
    #expect(try await quick.sync() == .changed(downloaded: ["a"]))
    #expect(slow.procedures.map(\.source) == ["2"])
    await server.stop()
  }

  @Test(.timeLimit(.minutes(1))) func `procedures that are read while a sync replaces them are complete`() async throws
  {
    let exchange = try Exchange()
    let names = (1...20).map { "p\($0)" }
    // Each request gets the next manifest, whose procedures are all new.
    let offered = Mutex<[String: String]>([:])
    let server = try await ScriptedServer { path, number in
      if let source = offered.withLock({ $0[path] }) { return Reply(body: Data(source.utf8)) }
      guard path == "/manifest" else { return Reply(status: .notFound) }
      let entries = names.map { exchange.entry($0, "\($0) \(number)", version: number) }
      for entry in entries { offered.withLock { $0["/procedures/\(entry.sha256)"] = "\(entry.name) \(number)" } }
      return (try? exchange.manifest(number, entries)) ?? Reply()
    }
    let client = try exchange.client(server.url)
    _ = try await client.sync()
    let reading = Task.detached {
      var counts: Set<Int> = []
      while !Task.isCancelled { counts.insert(Set(client.procedures.map(\.name)).count) }
      return counts
    }
    for _ in 1...20 { _ = try await client.sync() }
    reading.cancel()
    #expect(await reading.value == [names.count])
    await server.stop()
  }

  @Test(.timeLimit(.minutes(1))) func `a cancelled sync reports that`() async throws {
    let exchange = try Exchange()
    let (asked, ask) = AsyncStream.makeStream(of: Void.self)
    let server = try await ScriptedServer { _, _ in
      ask.yield()
      return Reply(sendsSlowly: true)
    }
    let client = try exchange.client(server.url, timeout: .seconds(60))
    let sync = Task { try await client.sync() }
    for await _ in asked { break }
    sync.cancel()
    await #expect { try await sync.value } throws: { ($0 as? SyncError)?.code.rawValue == "CANCELLED" }
    await server.stop()
  }

  @Test func `a manifest is on the server's disk before it is published`() throws {
    let exchange = try Exchange()
    let kept = exchange.folder.url.appendingPathComponent("kept")
    let publication = try PublicationFolder(kept).publication()
    try publication.publish(Procedure(name: "a", source: "1"))
    #expect(try PublicationFolder(kept).publication().manifest == publication.manifest)
    // A folder with the file's name makes the write fail.
    let blocked = exchange.folder.url.appendingPathComponent("blocked")
    let other = try PublicationFolder(blocked).publication()
    try FileManager.default.createDirectory(
      at: blocked.appendingPathComponent("manifest.json"), withIntermediateDirectories: true)
    #expect(throws: (any Error).self) { try other.publish(Procedure(name: "a", source: "1")) }
    #expect(other.manifest.sequence == 0)
  }

  @Test func `temporary files of an editor are not published`() throws {
    let exchange = try Exchange()
    let files = exchange.folder.url.appendingPathComponent("files")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    try Data("1".utf8).write(to: files.appendingPathComponent("a.js"))
    try FileManager.default.createSymbolicLink(
      atPath: files.appendingPathComponent(".#a.js").path, withDestinationPath: "user@machine.1:2")
    let publication = try Publication(key: exchange.key)
    try publication.publish(folder: files)
    #expect(publication.manifest.procedures.map(\.name) == ["a"])
  }

  @Test func `redirects to a permitted host are followed`() async throws {
    let exchange = try Exchange()
    let target = try await ScriptedServer { path, _ in
      path == "/manifest"
        ? (try? exchange.manifest(1, [exchange.entry("a", "1")])) ?? Reply() : Reply(body: Data("1".utf8))
    }
    let location = target.url
    let server = try await ScriptedServer { path, _ in
      Reply(status: .temporaryRedirect, headers: [.location: location.absoluteString + path])
    }
    await #expect { try await exchange.client(server.url).sync() } throws: {
      ($0 as? SyncError)?.code == .permissionDenied
    }
    #expect(try await exchange.client(server.url, redirectHosts: ["127.0.0.1"]).sync() == .changed(downloaded: ["a"]))
    await server.stop()
    await target.stop()
  }

  @Test func `a file that was damaged on the disk is skipped, and downloaded again`() async throws {
    let exchange = try Exchange()
    let server = try await ScriptedServer { path, _ in
      var reply =
        path == "/manifest"
        ? (try? exchange.manifest(1, [exchange.entry("a", "1")])) ?? Reply() : Reply(body: Data("1".utf8))
      reply.headers[.eTag] = "\"tag\""
      return reply
    }
    let client = try exchange.client(server.url)
    _ = try await client.sync()
    let file = exchange.folder.url.appendingPathComponent("client/\(exchange.entry("a", "1").sha256).js")
    try Data("2".utf8).write(to: file)
    #expect(client.procedures.isEmpty)
    #expect(try await client.sync() == .changed(downloaded: ["a"]))
    #expect(client.procedures.map(\.source) == ["1"])
    #expect(server.requests.filter { $0.hasPrefix("/manifest") } == ["/manifest", "/manifest"])
    await server.stop()
  }

  @Test func `a full disk is reported, and the last good procedures stay`() async throws {
    let exchange = try Exchange()
    let long = String(repeating: "/", count: 100_000)
    let isLarge = Mutex(false)
    let server = try await ScriptedServer { path, _ in
      let entry = isLarge.withLock { $0 } ? exchange.entry("a", long, version: 2) : exchange.entry("a", "1")
      if path == "/manifest" { return (try? exchange.manifest(entry.version, [entry])) ?? Reply() }
      return Reply(body: Data((isLarge.withLock { $0 } ? long : "1").utf8))
    }
    let client = try exchange.client(server.url)
    _ = try await client.sync()
    isLarge.withLock { $0 = true }
    // A process that may write files of at most 16 KB, which looks like a full disk.
    let (status, text) = try await Wire.shell(
      "ulimit -f 16; trap '' XFSZ; exec \"$0\" sync \"$1\" \"$2\" \"$3\"",
      [
        try Wire.executable("stored-procedures"), server.url.absoluteString,
        exchange.key.publicKey.rawRepresentation.base64EncodedString(), exchange.folder.path("client"),
      ])
    #expect(status == 1 && text.contains("RESOURCE_EXHAUSTED: There is no space left"), "\(status) \(text)")
    #expect(client.procedures.map(\.source) == ["1"])
    let files = try FileManager.default.contentsOfDirectory(atPath: exchange.folder.path("client"))
    #expect(files.count == 2, "\(files)")
    await server.stop()
  }
}
