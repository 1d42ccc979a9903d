#if NATS
import Causeway
@testable import CausewayNATS
import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.enabled(if: NATSServer.path != nil, "nats-server is not installed"), .timeLimit(.minutes(2)))
struct SecurityTests {
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
    let server = try NATSServer(
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
    let server = try NATSServer(port: nil, "-c", configuration.path)
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

  /// libnats 3.4.1 sends no signature if its first byte is zero, which one of 256 is.
  @Test(arguments: 1...2) func `an identity is accepted whatever its signature begins with`(zeros: Int) async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "causeway-nats-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let seed = directory.appending(path: "seed")
    try Data("SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY\n".utf8).write(to: seed)
    // This key's signature of the first nonce begins with a zero, that of the second does not.
    let server = try NonceServer(
      nonces: Array(repeating: "srcgPZGI2w7xtlM", count: zeros) + ["JSLwHTNkNeLK3mw"])
    var options = NATSOptions("nats://127.0.0.1:\(server.port)")
    options.nkey = ("UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4", seed.path)
    #expect(try await NATSClient.connect(options).isConnected)
  }

  @Test func `callers of two accounts have the rights and limits of their own account, on one bridge`() async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "causeway-nats-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let configuration = directory.appending(path: "server.conf")
    try Data(
      """
      accounts {
        SHOP { users = [{ user: shop, password: secret }] }
        BANK { users = [{ user: bank, password: secret }] }
      }
      """.utf8
    ).write(to: configuration)
    let server = try NATSServer(port: nil, "-c", configuration.path)
    func client(_ user: String) async throws -> NATSClient {
      try await NATSClient.connect("nats://\(user):secret@127.0.0.1:\(server.port)")
    }
    let (bridge, gate) = (Bridge(), Signal())
    bridge.handle("orders.find") { (id: Int) in id }
    bridge.handle("accounts.close") { (id: Int) in -id }
    bridge.handle("orders.wait") { () async in await gate.wait() }
    var limits = Limits()
    limits.callsInFlight = 1
    let shop = try await bridge.serve(on: client("shop"), as: "procedures", permissions: ["orders.*"], limits: limits)
    let bank = try await bridge.serve(on: client("bank"), as: "procedures", permissions: ["*"])
    let fromShop = try await Bridge().connect(to: "procedures", on: client("shop"))
    let fromBank = try await Bridge().connect(to: "procedures", on: client("bank"))
    #expect(try await fromShop.call("orders.find", 7) == 7)
    #expect(try await fromBank.call("accounts.close", 7) == -7)
    let refused = await #expect(throws: BridgeError.self) { let _: Int = try await fromShop.call("accounts.close", 7) }
    #expect(refused?.code == .permissionDenied)
    // The limit of one account is none of the other's.
    let waiting = Task { try await fromShop.call("orders.wait") }
    try await eventually("the handler waits") { shop.statistics.running == 1 }
    let full = await #expect(throws: BridgeError.self) { let _: Int = try await fromShop.call("orders.find", 7) }
    #expect(full?.code == .resourceExhausted)
    #expect(try await fromBank.call("orders.find", 8) == 8)
    gate.fire()
    try await waiting.value
    for connection in [shop, bank, fromShop, fromBank] { connection.close() }
  }

  @Test func `a plain client of another account calls what its account imports, and nothing else`() async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "causeway-nats-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let configuration = directory.appending(path: "server.conf")
    // What the bank asks of `procedures` reaches the worker as of the prefix `bank`.
    try Data(
      """
      accounts {
        SHOP { users = [{ user: shop, password: secret }], exports = [{ service: "bank.>", accounts: [BANK] }] }
        BANK {
          users = [{ user: bank, password: secret }]
          imports = [{ service: { account: SHOP, subject: "bank.>" }, to: "procedures.>" }]
        }
      }
      """.utf8
    ).write(to: configuration)
    let server = try NATSServer(port: nil, "-c", configuration.path)
    func client(_ user: String) async throws -> NATSClient {
      try await NATSClient.connect("nats://\(user):secret@127.0.0.1:\(server.port)")
    }
    let bridge = Bridge()
    bridge.handle("orders.find") { (id: Int) in id }
    bridge.handle("accounts.close") { (id: Int) in -id }
    let shop = try await client("shop")
    let own = try await bridge.serve(on: shop, as: "procedures", permissions: ["*"])
    let foreign = try await bridge.serve(on: shop, as: "bank", permissions: ["orders.*"])
    let bank = Peer(try await client("bank"))
    let inbox = NATSSubject.inbox("_INBOX")
    try await bank.listen(inbox)
    bank.send("procedures.orders.find", reply: inbox, "7")
    try await eventually("the order is found") { bank.messages.count == 1 }
    bank.send("procedures.accounts.close", reply: inbox, "7")
    try await eventually("the other call is refused") { bank.messages.count == 2 }
    #expect(String(decoding: bank.messages[0].data, as: UTF8.self) == "7")
    #expect(bank.messages[1].headers[NATSHeader.error]?.hasPrefix("PERMISSION_DENIED") == true)
    #expect(own.statistics.calls == 0)
    bank.stop()
    for connection in [own, foreign] { connection.close() }
  }
}
#endif
