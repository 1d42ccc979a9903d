#if NATS
import Causeway
@testable import CausewayNATS
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite(.enabled(if: NATSServer.path != nil, "nats-server is not installed"), .timeLimit(.minutes(2)))
struct CallTests {
  private struct Sum: Codable, Sendable {
    var numbers: [Int]
  }

  @Test func `a call is answered by a worker on another connection`() async throws {
    let server = try NATSServer()
    let (worker, caller) = try await Fleet.start(server) { bridge in
      bridge.handle("sum") { (sum: Sum) in sum.numbers.reduce(0, +) }
    }
    for count in 1...200 {
      let sum: Int = try await caller.call("sum", Sum(numbers: Array(1...count)))
      #expect(sum == count * (count + 1) / 2)
    }
    #expect(caller.statistics.pending == 0)
    #expect(worker.statistics.running == 0)
  }

  @Test func `each of many calls in flight gets its own answer, from one of two workers`() async throws {
    let server = try NATSServer()
    let (first, caller) = try await Fleet.start(server) { $0.handle("echo") { (value: Int) in value } }
    let (second, other) = try await Fleet.start(server) { $0.handle("echo") { (value: Int) in value } }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for value in 0..<2_000 { group.addTask { try await caller.call("echo", value) == value } }
      for try await isOwn in group { #expect(isOwn) }
    }
    #expect(first.statistics.calls + second.statistics.calls == 2_000)
    #expect(first.statistics.calls > 0)
    #expect(second.statistics.calls > 0)
    other.close()
  }

  @Test func `values that JSON has no word for cross`() async throws {
    let server = try NATSServer()
    let (_, caller) = try await Fleet.start(server) { $0.handle("echo") { (value: BridgeValue) in value } }
    let value: BridgeValue = [
      "big": .bigInt("123456789012345678901234567890"), "nothing": .undefined, "text": "größer\n",
      "infinite": .number(.infinity),
    ]
    let echo: BridgeValue = try await caller.call("echo", value)
    #expect(echo == value)
    let nothing: BridgeValue = try await caller.call("echo")
    #expect(nothing == .undefined)
  }

  @Test func `an error keeps code, message and data`() async throws {
    let server = try NATSServer()
    let (_, caller) = try await Fleet.start(server) { bridge in
      bridge.handle("fail") { () async throws -> Int in
        throw BridgeError(.alreadyExists, "There is one\r\nInjected: header", data: ["id": 7])
      }
    }
    let error = await #expect(throws: BridgeError.self) { let _: Int = try await caller.call("fail") }
    #expect(error?.code == .alreadyExists)
    #expect(error?.message == "There is one\r\nInjected: header")
    #expect(error?.data == ["id": 7])
  }

  @Test func `an error without a code keeps its name, message and data`() async throws {
    let server = try NATSServer()
    let (_, caller) = try await Fleet.start(server) { bridge in
      bridge.handle("fail") { () throws -> Int in
        var error = BridgeError(.unknown, "on purpose", data: ["at": 7])
        error.name = "OddError"
        throw error
      }
    }
    let error = await #expect(throws: BridgeError.self) { let _: Int = try await caller.call("fail") }
    #expect(error?.code == .unknown)
    #expect(error?.name == "OddError")
    #expect(error?.message == "on purpose")
    #expect(error?.data == ["at": 7])
  }

  @Test func `without a worker a call fails at once`() async throws {
    let server = try NATSServer()
    let caller = try await Bridge().connect(to: "nobody", on: NATSClient.connect(server.url), lease: .seconds(60))
    let error = await #expect(throws: BridgeError.self) { try await caller.call("sum", timeout: .seconds(50)) }
    #expect(error?.code == .unavailable)
    #expect(caller.statistics.pending == 0)
  }

  @Test func `what the worker's permissions do not list is refused`() async throws {
    let server = try NATSServer()
    let (_, caller) = try await Fleet.start(server, permissions: ["echo"]) { $0.handle("secret") { () in 42 } }
    let error = await #expect(throws: BridgeError.self) { try await caller.call("secret") }
    #expect(error?.code == .permissionDenied)
    let events = await #expect(throws: BridgeError.self) { try await caller.call("$/subscribe", ["event": "a"]) }
    #expect(events?.code == .unimplemented)
  }

  @Test(arguments: ["a b", "a.*", "a.>", "a..b", "a\r\nPUB x 0"])
  func `a method whose name is no subject is refused before it is sent`(_ name: String) async throws {
    let server = try NATSServer()
    let (worker, caller) = try await Fleet.start(server, permissions: .all) {
      $0.handle("echo") { (value: Int) in value }
    }
    let error = await #expect(throws: BridgeError.self) { try await caller.call(name) }
    #expect(error?.code == .invalidArgument)
    #expect(worker.statistics.calls == 0)
  }

  @Test func `a value over the server's limit is refused by name, as params and as a result`() async throws {
    let server = try NATSServer()
    let (_, caller) = try await Fleet.start(server) { bridge in
      bridge.handle("echo") { (value: String) in value.count }
      bridge.handle("slow") { () in String(repeating: "x", count: 2 << 20) }
    }
    let large = String(repeating: "x", count: 2 << 20)
    let params = await #expect(throws: BridgeError.self) { try await caller.call("echo", large) }
    #expect(params?.code == .resourceExhausted)
    #expect(params?.message.contains("max_payload") == true)
    let result = await #expect(throws: BridgeError.self) { let _: String = try await caller.call("slow") }
    #expect(result?.code == .resourceExhausted)
    #expect(try await caller.call("echo", "small") == 5)
  }

  @Test func `a cancelled call cancels its handler on the worker`() async throws {
    let server = try NATSServer()
    let began = Signal()
    let ended = Shared(false)
    let (worker, caller) = try await Fleet.start(server) { bridge in
      bridge.handle("slow") { () async throws -> Int in
        began.fire()
        do { try await Task.sleep(for: .seconds(60)) } catch { ended.withLock { $0 = true } }
        return 0
      }
    }
    let call = Task { let _: Int = try await caller.call("slow") }
    await began.wait()
    call.cancel()
    await #expect(throws: BridgeError.self) { try await call.value }
    try await eventually("the handler is cancelled") { ended.value }
    try await eventually("nothing runs") { worker.statistics.running == 0 }
  }

  @Test func `the deadline reaches the worker`() async throws {
    let server = try NATSServer()
    let remaining = Shared<Duration?>(nil)
    let (_, caller) = try await Fleet.start(server) { bridge in
      bridge.handle("slow") { (_: BridgeValue, call: CallContext) async throws -> Int in
        remaining.withLock { $0 = call.timeRemaining }
        return 1
      }
    }
    let _: Int = try await caller.call("slow", timeout: .seconds(7))
    let left = try #require(remaining.value)
    #expect(left > .seconds(1) && left <= .seconds(7))
  }

  @Test func `a call that outlasts many leases is answered, because its worker gives signs of life`() async throws {
    let server = try NATSServer()
    let (_, caller) = try await Fleet.start(server, lease: .seconds(1)) { bridge in
      bridge.handle("slow") { () async throws -> Int in
        // Real time: the signs of life cross a server, which is a process.
        try await Task.sleep(for: .seconds(4))
        return 3
      }
    }
    #expect(try await caller.call("slow") == 3)
  }

  @Test func `a worker that falls silent is unavailable after its lease, and answers late to nobody`() async throws {
    let server = try NATSServer()
    let silent = try await NATSClient.connect(server.url)
    let replies = Shared<[String]>([])
    let subscription = try silent.subscribe("procedures.>") { message in
      if let reply = message.reply { replies.withLock { $0.append(reply) } }
    }
    try await silent.flush()
    let caller = try await Bridge().connect(
      to: "procedures", on: NATSClient.connect(server.url), lease: .milliseconds(300))
    let error = await #expect(throws: BridgeError.self) { try await caller.call("sum", timeout: .seconds(60)) }
    #expect(error?.code == .unavailable)
    for reply in replies.value { try silent.publish(NATSMessage(subject: reply, data: Array("1".utf8))) }
    #expect(replies.value.count == 1)
    #expect(caller.statistics.pending == 0)
    subscription.cancel()
  }

  @Test func `only a call of an idempotent method is sent again, under the same reply subject`() async throws {
    let server = try NATSServer()
    let worker = try await NATSClient.connect(server.url)
    let replies = Shared<[String]>([])
    let subscription = try worker.subscribe("procedures.>") { message in
      guard let reply = message.reply else { return }
      let count = replies.withLock { replies in
        replies.append(reply)
        return replies.count
      }
      if count == 2 { try? worker.publish(NATSMessage(subject: reply, data: Array("5".utf8))) }
    }
    try await worker.flush()
    let caller = try await Bridge().connect(
      to: "procedures", on: NATSClient.connect(server.url), idempotent: ["read"], lease: .milliseconds(300))
    #expect(try await caller.call("read", timeout: .seconds(60)) == 5)
    #expect(Set(replies.value).count == 1)
    #expect(replies.value.count == 2)
    subscription.cancel()
  }

  @Test func `of a lying worker's answers only the first to a call's own subject is believed`() async throws {
    let server = try NATSServer()
    let liar = try await NATSClient.connect(server.url)
    let subscription = try liar.subscribe("procedures.>") { message in
      guard let reply = message.reply else { return }
      let parts = reply.split(separator: ".")
      let inbox = parts.dropLast(2).joined(separator: ".")
      for subject in ["\(inbox).1.guess", "\(inbox).2.guess", "\(inbox).x", "\(inbox).99999999999999999999.a"] {
        try? liar.publish(NATSMessage(subject: subject, data: Array(#""forged""#.utf8)))
      }
      // Signs of life that name subjects that cannot be published to.
      for control in ["_INBOX.*", "other.subject", "_INBOX.", "_GR_.a.b.other.subject"] {
        try? liar.publish(NATSMessage(subject: reply, headers: [NATSHeader.control: control]))
      }
      for text in [#""first""#, #""second""#] {
        try? liar.publish(NATSMessage(subject: reply, data: Array(text.utf8)))
      }
    }
    try await liar.flush()
    let caller = try await Bridge().connect(to: "procedures", on: NATSClient.connect(server.url))
    for _ in 0..<20 {
      let answer: String = try await caller.call("name", timeout: .seconds(30))
      #expect(answer == "first")
    }
    subscription.cancel()
  }

  @Test(arguments: ["{", "\u{FF}", "[1,", "nul"])
  func `an answer that is no JSON fails its call only`(_ text: String) async throws {
    let server = try NATSServer()
    let liar = try await NATSClient.connect(server.url)
    let subscription = try liar.subscribe("procedures.>") { message in
      guard let reply = message.reply else { return }
      try? liar.publish(NATSMessage(subject: reply, data: Array((message.subject.hasSuffix("good") ? "1" : text).utf8)))
    }
    try await liar.flush()
    let caller = try await Bridge().connect(to: "procedures", on: NATSClient.connect(server.url))
    let error = await #expect(throws: BridgeError.self) { let _: Int = try await caller.call("bad") }
    #expect(error?.code == .internal)
    #expect(try await caller.call("good") == 1)
    subscription.cancel()
  }

  @Test func `any NATS client calls a handler with plain JSON, and a request that is none is refused`() async throws {
    let server = try NATSServer()
    let (worker, _) = try await Fleet.start(server) { $0.handle("sum") { (sum: Sum) in sum.numbers.reduce(0, +) } }
    let client = try await NATSClient.connect(server.url)
    let answers = Shared<[NATSMessage]>([])
    let subscription = try client.subscribe("_INBOX.answers.*") { message in answers.withLock { $0.append(message) } }
    try await client.flush()
    func ask(_ text: String, _ headers: [String: String] = [:]) async throws -> NATSMessage {
      let count = answers.value.count
      try client.publish(
        NATSMessage(
          subject: "procedures.sum", reply: "_INBOX.answers.\(count)", data: Array(text.utf8), headers: headers))
      try await eventually("there is an answer") { answers.value.count > count }
      return answers.value[count]
    }
    let good = try await ask(#"{"numbers":[1,2,3]}"#)
    #expect(good.data == Array("6".utf8))
    #expect(good.headers.isEmpty)
    let bad = try await ask("{")
    #expect(bad.headers[NATSHeader.errorCode] == "400")
    let forged = try await ask(#"{"numbers":[]}"#, [NATSHeader.timeout: "-1"])
    #expect(forged.headers[NATSHeader.errorCode] == "400")
    let late = try await ask(#"{"numbers":[]}"#, [NATSHeader.timeout: "0"])
    #expect(late.headers[NATSHeader.errorCode] == "504")
    #expect(worker.statistics.running == 0)
    subscription.cancel()
  }

  @Test func `a worker that stops serving answers its calls`() async throws {
    let server = try NATSServer()
    let began = Signal()
    let (worker, caller) = try await Fleet.start(server, lease: .seconds(60)) { bridge in
      bridge.handle("slow") { () async throws -> Int in
        began.fire()
        try await Task.sleep(for: .seconds(60))
        return 0
      }
    }
    let call = Task { let _: Int = try await caller.call("slow") }
    await began.wait()
    worker.close()
    let error = await #expect(throws: BridgeError.self) { try await call.value }
    #expect(error?.code == .unavailable)
  }

  @Test func `calls fail while the server is gone and succeed when it is back`() async throws {
    let server = try NATSServer()
    let (_, caller) = try await Fleet.start(server, lease: .milliseconds(500)) {
      $0.handle("echo") { (value: Int) in value }
    }
    #expect(try await caller.call("echo", 1) == 1)
    server.stop()
    let error = await #expect(throws: BridgeError.self) { let _: Int = try await caller.call("echo", 2) }
    #expect(error?.code == .unavailable)
    let again = try NATSServer(port: server.port)
    try await eventually("a call is answered") { (try? await caller.call("echo", 3)) == 3 }
    again.stop()
  }

  @Test func `a gateway forwards what its callers may call, and no more`() async throws {
    let server = try NATSServer()
    let (_, remote) = try await Fleet.start(server, permissions: ["procedures.*"]) { bridge in
      bridge.handle("procedures.double") { (value: Int) in value * 2 }
      bridge.handle("procedures.hidden") { () in 1 }
      bridge.handle("procedures.own") { () in 1 }
    }
    let gateway = Bridge()
    gateway.forward("procedures.*", to: remote)
    gateway.handle("procedures.own") { () in 2 }
    let (near, far) = LoopbackTransport.pair()
    let callee = gateway.connect(near, permissions: ["procedures.double", "procedures.own", "procedures.none"])
    let caller = Bridge().connect(far, permissions: .none)
    #expect(try await caller.call("procedures.double", 21) == 42)
    #expect(try await caller.call("procedures.own") == 2)
    let hidden = await #expect(throws: BridgeError.self) { try await caller.call("procedures.hidden") }
    #expect(hidden?.code == .permissionDenied)
    let none = await #expect(throws: BridgeError.self) { try await caller.call("procedures.none") }
    #expect(none?.code == .unimplemented)
    caller.close()
    callee.close()
  }

  @Test func `a server that is not there, and a token that is wrong, fail by their codes`() async throws {
    let nobody = await #expect(throws: BridgeError.self) { _ = try await NATSClient.connect("nats://127.0.0.1:1") }
    #expect(nobody?.code == .unavailable)
    let server = try NATSServer(port: nil, "--auth", "right")
    var options = NATSOptions(server.url)
    options.token = "wrong"
    let refused = options
    let wrong = await #expect(throws: BridgeError.self) { _ = try await NATSClient.connect(refused) }
    #expect(wrong?.code == .unauthenticated)
    options.token = "right"
    #expect(try await NATSClient.connect(options).isConnected)
  }
}
#endif
