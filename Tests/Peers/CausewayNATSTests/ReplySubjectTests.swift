#if NATS
import Causeway
@testable import CausewayNATS
import Foundation
import Testing
import TestSupport

/// A client may have a worker publish: to inboxes only, whatever it names as a reply subject.
@Suite(.timeLimit(.minutes(2))) struct ReplySubjectTests {
  /// The permissions that docs/nats.md proposes.
  private static let configuration = """
    authorization {
      users = [
        { user: worker, password: secret, permissions: {
          subscribe: ["procedures.>", "$SRV.>", "_INBOX.worker.>"], publish: ["_INBOX.>", "_EVENT.procedures.>"] } }
        { user: shop, password: secret, permissions: {
          subscribe: ["_INBOX.shop.>", "_EVENT.procedures.>"], publish: ["procedures.>", "_INBOX.worker.>"] } }
        { user: operator, password: secret }
      ]
    }
    """

  private func withServer(_ body: (NATSServer, (String) -> NATSOptions) async throws -> Void) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "causeway-nats-\(UUID().uuidString).conf")
    try Data(ReplySubjectTests.configuration.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let server = try NATSServer(port: nil, "-c", file.path)
    try await body(server) { user in
      var options = NATSOptions("nats://\(user):secret@127.0.0.1:\(server.port)")
      if user != "operator" { options.inboxPrefix = "_INBOX.\(user)" }
      return options
    }
  }

  @Test func `with the permissions that the documentation proposes calls, streams and events work`() async throws {
    try await withServer { _, user in
      let bridge = Bridge()
      bridge.handle("slow") { () async throws -> Int in
        // Real time: a first sign of life crosses the server, which is a process.
        try await Task.sleep(for: .milliseconds(200))
        return 7
      }
      bridge.stream("count") { (_: BridgeValue, _: CallContext) in Counting(limit: 50) }
      let worker = try await bridge.serve(
        on: NATSClient.connect(user("worker")), as: "procedures", permissions: ["*"], events: ["changed"])
      let shop = try await NATSClient.connect(user("shop"))
      let caller = try await Bridge().connect(to: "procedures", on: shop)
      #expect(try await caller.call("slow") == 7)
      var items = 0
      for try await _ in caller.stream("count", of: Int.self) { items += 1 }
      #expect(items == 50)
      let events = try shop.events("changed", of: "procedures")
      try await shop.flush()
      try bridge.emit("changed", 1)
      var iterator = events.makeAsyncIterator()
      #expect(await iterator.next() == 1)
      worker.close()
    }
  }

  @Test(arguments: [
    "admin.wipe", "$JS.API.STREAM.DELETE.ORDERS", "_EVENT.procedures.changed", "$SYS.REQ.SERVER.PING",
    "procedures.wipe",
    "_INBOX", "_INBOXES.a", "_GR_.cluster.server.admin.wipe", "_GR_.a.b", "_INBOX.>", "_INBOX.*",
  ])
  func `nothing is published to a reply subject that is no inbox`(reply: String) async throws {
    try await withServer { _, user in
      let (bridge, ran) = (Bridge(), Shared(0))
      bridge.handle("echo") { (value: Int) in
        ran.withLock { $0 += 1 }
        return value
      }
      bridge.handle("slow") { () async throws -> Int in
        ran.withLock { $0 += 1 }
        return 7
      }
      let worker = try await bridge.serve(
        on: NATSClient.connect(user("worker")), as: "procedures", permissions: ["echo", "slow"])
      let watcher = Peer(try await NATSClient.connect(user("operator")))
      try await watcher.listen(">")
      let shop = Peer(try await NATSClient.connect(user("shop")))
      try await shop.listen("_INBOX.shop.>")
      for headers in [[:], [NATSHeader.lease: "300"], [NATSHeader.lease: "300", NATSHeader.credit: "5"]] {
        shop.send("procedures.echo", reply: reply, "1", headers)
        shop.send("procedures.slow", reply: reply, "", headers)
        shop.send("procedures.missing", reply: reply, "", headers)
      }
      // Requests are answered in their order.
      shop.send("procedures.echo", reply: "_INBOX.shop.1", "2")
      try await eventually("the last request is answered") { shop.messages.count == 1 }
      try await eventually("the watcher has seen the answer") {
        watcher.messages.contains { $0.subject == "_INBOX.shop.1" }
      }
      let published = watcher.messages.map(\.subject).filter { !$0.hasPrefix("procedures.") && !$0.hasPrefix("$SRV.") }
      #expect(published == ["_INBOX.shop.1"])
      #expect(ran.value == 1)
      worker.close()
      watcher.stop()
      shop.stop()
    }
  }

  @Test func `no message to a subject that a peer has named asks for an answer`() async throws {
    try await withServer { _, user in
      let bridge = Bridge()
      bridge.stream("count") { (_: BridgeValue, _: CallContext) in Counting(limit: 5) }
      bridge.handle("slow") { (_: BridgeValue, call: CallContext) async throws -> Int in
        call.report(progress: 0.5)
        // Real time: signs of life cross the server, which is a process.
        try await Task.sleep(for: .milliseconds(300))
        return 7
      }
      let worker = try await bridge.serve(
        on: NATSClient.connect(user("worker")), as: "procedures", permissions: ["*"])
      let shop = Peer(try await NATSClient.connect(user("shop")))
      try await shop.listen("_INBOX.shop.>")
      shop.send("procedures.slow", reply: "_INBOX.shop.1", "", [NATSHeader.lease: "300"])
      shop.send("procedures.count", reply: "_INBOX.shop.2", "", [NATSHeader.lease: "300", NATSHeader.credit: "9"])
      try await eventually("both end") {
        shop.messages.count { $0.headers[NATSHeader.control] == nil } == 2
      }
      #expect(shop.messages.count > 3)
      #expect(shop.messages.allSatisfy { $0.reply == nil })
      worker.close()
      shop.stop()
    }
  }

  @Test(arguments: [
    "A\u{1B}[31m", "A\r\nNats-Expected: 1", "A\0", "\n", String(repeating: "long", count: 10_000), "Ä\u{85}",
  ])
  func `an error is answered whatever its code holds`(code: String) async throws {
    let server = try NATSServer()
    let (worker, caller) = try await Fleet.start(server) { bridge in
      bridge.handle("fail") { () throws -> Int in throw BridgeError(BridgeError.Code(rawValue: code), "why\r\nnot") }
    }
    let error = await #expect(throws: BridgeError.self) {
      let _: Int = try await caller.call("fail", timeout: .seconds(20))
    }
    #expect(error?.message == "why\r\nnot")
    #expect(error?.code != .deadlineExceeded)
    worker.close()
  }
}
#endif
