#if NATS
import Causeway
@testable import CausewayNATS
import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.enabled(if: Server.path != nil, "nats-server is not installed"), .timeLimit(.minutes(2)))
struct SecurityTests {
  /// A directory with an authority, and certificates of it for a server and a client.
  private final class Certificates {
    let directory: String

    init() throws {
      let url = FileManager.default.temporaryDirectory.appending(path: "causeway-nats-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      directory = url.path
      try Data("subjectAltName=IP:127.0.0.1\n".utf8).write(to: url.appending(path: "names"))
      let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
      try run(
        ["req", "-x509", "-days", "2", "-subj", "/CN=authority", "-keyout", "ca.key", "-out", "ca.pem"] + key)
      for name in ["server", "client"] {
        try run(["req", "-subj", "/CN=\(name)", "-keyout", "\(name).key", "-out", "\(name).csr"] + key)
        try run([
          "x509", "-req", "-days", "2", "-in", "\(name).csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
          "-extfile", "names", "-out", "\(name).pem",
        ])
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    func path(_ name: String) -> String { "\(directory)/\(name)" }

    private func run(_ arguments: [String]) throws {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/openssl")
      process.arguments = arguments
      process.currentDirectoryURL = URL(filePath: directory)
      process.standardError = FileHandle.nullDevice
      try process.run(forAtMost: 30)
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
    }
  }

  private func code(_ options: NATSOptions) async -> BridgeError.Code? {
    do {
      _ = try await NATSClient.connect(options)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func `a server is believed by its certificate, and asks the client for its own`() async throws {
    let files = try Certificates()
    let server = try Server(
      port: nil, "--tlsverify", "--tlscert", files.path("server.pem"), "--tlskey", files.path("server.key"),
      "--tlscacert", files.path("ca.pem"))
    var options = NATSOptions(server.url)
    options.authoritiesFile = files.path("ca.pem")
    #expect(await code(options) != nil, "without a certificate of the client")
    options.certificate = (files.path("client.pem"), files.path("client.key"))
    let (secure, bridge) = (options, Bridge())
    bridge.handle("echo") { (value: Int) in value }
    let worker = try await bridge.serve(on: NATSClient.connect(secure), as: "procedures", permissions: ["echo"])
    let caller = try await Bridge().connect(to: "procedures", on: NATSClient.connect(secure))
    #expect(try await caller.call("echo", 7) == 7)
    options.authoritiesFile = try Certificates().path("ca.pem")
    #expect(await code(options) != nil, "with another authority")
    options.authoritiesFile = files.path("none.pem")
    #expect(await code(options) != nil, "with an authority that is not there")
    worker.close()
  }

  @Test func `users, NKeys and the rights that the server gives them hold`() async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "causeway-nats-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    // The key pair of NATS's own documentation.
    let publicKey = "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4"
    let seed = directory.appending(path: "seed")
    try Data("SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY\n".utf8).write(to: seed)
    let configuration = directory.appending(path: "server.conf")
    try Data(
      """
      authorization {
        users = [
          { nkey: \(publicKey) }
          { user: caller, password: secret, permissions: {
            publish: ["procedures.>", "_INBOX.>"], subscribe: ["_INBOX.>", "_EVENT.>"] } }
          { user: stranger, password: secret, permissions: { publish: ["other.>"], subscribe: ["_INBOX.>"] } }
        ]
      }
      """.utf8
    ).write(to: configuration)
    let server = try Server(port: nil, "-c", configuration.path)
    #expect(await code(NATSOptions(server.url)) == .unauthenticated)
    #expect(await code(NATSOptions("nats://caller:wrong@127.0.0.1:\(server.port)")) == .unauthenticated)

    var options = NATSOptions(server.url)
    options.nkey = (publicKey, seed.path)
    let (identity, bridge) = (options, Bridge())
    bridge.handle("echo") { (value: Int) in value }
    let worker = try await bridge.serve(
      on: NATSClient.connect(identity), as: "procedures", permissions: ["*"], events: ["changed"])
    func connect(_ user: String) async throws -> (NATSClient, Connection) {
      let client = try await NATSClient.connect("nats://\(user):secret@127.0.0.1:\(server.port)")
      return (client, try await Bridge().connect(to: "procedures", on: client, lease: .milliseconds(300)))
    }
    let (client, caller) = try await connect("caller")
    #expect(try await caller.call("echo", 7) == 7)
    let events = try client.events("changed", of: "procedures")
    try await client.flush()
    // A forged event goes nowhere, one of the worker's arrives.
    try client.publish(NATSMessage(subject: "_EVENT.procedures.changed", data: Array("0".utf8)))
    try await client.flush()
    try bridge.emit("changed", 1)
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next() == 1)

    let calls = worker.statistics.calls
    let (_, stranger) = try await connect("stranger")
    let error = await #expect(throws: BridgeError.self) { let _: Int = try await stranger.call("echo", 7) }
    #expect(error?.code == .unavailable)
    #expect(worker.statistics.calls == calls)
    worker.close()
  }
}
#endif
