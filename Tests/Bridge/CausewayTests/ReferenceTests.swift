import CausewayConcurrency
import Synchronization
import TestSupport
import Testing

@testable import Causeway

/// Functions of a peer that sends what it likes.
@Suite(.timeLimit(.minutes(5))) struct ReferenceTests {
  /// The peer: what it received, by the text of its parameters.
  private final class Peer: Transport {
    let sent = Mutex<[CallRequest]>([])
    let receiver = Mutex<(any TransportReceiver)?>(nil)
    let answers = Mutex<[CallID: Result<Payload, BridgeError>]>([:])
    var carriesReferences: Bool { true }

    func start(_ receiver: any TransportReceiver) { self.receiver.withLock { $0 = receiver } }
    func close() { receiver.withLock { $0 = nil } }
    func send(_ message: Message) throws(BridgeError) {
      switch message {
      case .call(let request):
        sent.withLock { $0.append(request) }
        let isRelease = request.method == "$/release"
        receiver.withLock { $0 }?.receive(.answer(request.id, .success(isRelease ? .undefined : .number(7))))
      case .answer(let id, let answer): answers.withLock { $0[id] = answer }
      default: break
      }
    }

    func deliver(_ message: Message) { receiver.withLock { $0 }?.receive(message) }

    func call(_ id: UInt64, _ method: String, _ text: String) {
      deliver(.call(CallRequest(id: CallID(rawValue: id), method: method, params: .text(text))))
    }

    /// The numbers that were released, in order.
    var released: [Int] {
      get throws {
        try sent.withLock { $0 }.filter { $0.method == "$/release" }.map { try $0.params.decode([Int].self)[0] }
          .sorted()
      }
    }

    func answer(_ id: UInt64) -> String {
      switch answers.withLock({ $0[CallID(rawValue: id)] }) {
      case .success(let payload): "\((try? payload.value()) ?? .undefined)"
      case .failure(let error): "\(error.code) \(error.message)"
      case nil: "no answer"
      }
    }
  }

  private let bridge = Bridge()
  private let peer = Peer()

  @Test func `each copy that arrives is released once, whatever becomes of its message`() async throws {
    bridge.handle("one") { (one: Callback<Int, Int>) async throws in try await one(1) }
    bridge.handle("list") { (list: [Callback<Int, Int>]) in list.count }
    bridge.handle("text") { (text: String) in text }
    bridge.handle("raw") { (json: RawJSON) in 1 }
    let connection = bridge.connect(peer, permissions: ["one", "list", "text", "raw"])
    peer.call(1, "one", #"{"$reference":11}"#)
    try await eventually("it is answered") { peer.answer(1) != "no answer" }
    #expect(peer.answer(1) == "7")
    peer.call(2, "list", #"[{"$reference":21},{"$reference":22},{"$reference":21}]"#)
    #expect(peer.answer(2) == "3")
    // A name that nothing handles, a wrong type, a value that nobody reads, a built-in method, a call that is not a stream.
    peer.call(3, "nowhere", #"{"$reference":31}"#)
    peer.call(4, "text", #"{"$reference":41}"#)
    peer.call(5, "raw", #"[{"$reference":51}]"#)
    peer.call(6, "$/subscribe", #"{"event":{"$reference":61}}"#)
    peer.deliver(
      .call(CallRequest(id: CallID(rawValue: 7), method: "list", params: .text(#"[{"$reference":71}]"#), credit: 1)))
    // Answers that nobody waits for.
    peer.deliver(.answer(CallID(rawValue: 999), .success(.text(#"{"$reference":81}"#))))
    #expect(try peer.released == [11, 21, 21, 22, 31, 41, 51, 61, 71, 81])
    #expect(peer.answer(4) == "INVALID_ARGUMENT params: expected a string, got a function")
    #expect(peer.answer(5) == "INVALID_ARGUMENT params[0]: expected a value, got a function: nothing here calls it.")
    #expect(connection.references.load(ordering: .relaxed) == 0)
  }

  @Test func `what only looks like a function is data`() async throws {
    bridge.handle("echo") { (value: BridgeValue) in value }
    let connection = bridge.connect(peer, permissions: .all)
    let texts = [
      #"{"$reference":0}"#, #"{"$reference":1.5}"#, #"{"$reference":"1"}"#,
      #"{"$reference":null}"#,
      #"{"$reference":9007199254740993}"#, #"{"$reference":1e300}"#, #"{"$reference":1,"a":2}"#,
      #"{"$object":{"$reference":1}}"#, #"{"a":"$reference"}"#, #""$reference""#,
    ]
    for (index, text) in texts.enumerated() {
      peer.call(UInt64(index + 1), "echo", text)
      let expected = try Payload.text(text).value()
      #expect(peer.answer(UInt64(index + 1)) == "\(expected)")
    }
    // A function of this side's that was never sent.
    peer.call(48, "echo", #"{"$reference":-1}"#)
    #expect(peer.answer(48) == "NOT_FOUND echo#: the function or object no longer exists: it was released.")
    // The others of its message are released.
    peer.call(49, "echo", #"[{"$reference":3},{"$reference":-1},{"$reference":4}]"#)
    #expect(peer.answer(49).hasPrefix("NOT_FOUND echo#[1]"))
    #expect(try peer.released == [3, 4])
    // Members of what an escape contains are values again.
    peer.call(50, "echo", #"{"$object":{"$object":{"$reference":5}}}"#)
    #expect(peer.answer(50).hasPrefix("INVALID_ARGUMENT"))
    #expect(try peer.released == [3, 4, 5])
    connection.close()
  }

  @Test func `a flood of functions is refused by its limit, and all of them are released`() async throws {
    bridge.handle("list") { (list: [Callback<Int, Int>]) in list.count }
    var limits = Limits()
    limits.references = 1_000
    let connection = bridge.connect(peer, permissions: .all, limits: limits)
    let text = "[" + (1...100_000).map { "{\"$reference\":\($0)}" }.joined(separator: ",") + "]"
    peer.call(1, "list", text)
    #expect(peer.answer(1).hasPrefix("RESOURCE_EXHAUSTED The number of functions"))
    #expect(try peer.released == Array(1...100_000))
    peer.call(2, "list", #"[{"$reference":5}]"#)
    #expect(peer.answer(2) == "1")
    connection.close()
  }

  @Test func `forged releases and calls reach nothing, and the connection goes on`() async throws {
    let closures = (0..<3).map { number in Callback { () in number } }
    bridge.handle("closures") { () in closures + closures }
    let connection = bridge.connect(peer, permissions: .all)
    peer.call(1, "closures", "null")
    #expect(
      peer.answer(1)
        == "[{$reference: 1}, {$reference: 2}, {$reference: 3}, {$reference: 1}, {$reference: 2}, {$reference: 3}]")
    #expect(connection.statistics.exported == 3)
    var id: UInt64 = 1
    func answer(_ method: String, _ text: String) -> String {
      id += 1
      peer.call(id, method, text)
      return peer.answer(id)
    }
    let releases = [
      "[]", "[1]", "[1,0]", "[1,-1]", "[9,1]", "[0,5]", "[-1,1]", "[9007199254740993,1]", "{}", "null", "[1,1,1]",
      "[1.5,1]",
      #"["1","1"]"#, "5",
    ]
    for round in 0..<10_000 { _ = answer("$/release", releases[round % releases.count]) }
    #expect(connection.statistics.exported == 3)
    for name in ["", "0", "4", "-1", "x", "1/x", "1/", "1.5", "9007199254740993", "99999999999999999999", "/1", "1//"] {
      let code = answer("$/call/\(name)", "null").prefix { $0 != " " }
      #expect(["NOT_FOUND", "UNIMPLEMENTED"].contains(code), "\(name): \(code)")
    }
    let long = "e" + String(repeating: "\u{301}", count: 100_000)
    #expect(answer("$/call/1/\(long)", "null").hasPrefix("RESOURCE_EXHAUSTED"))
    #expect(answer("$/call/2", "null") == "1")
    // More copies than were sent are the last ones.
    _ = answer("$/release", "[2,1]")
    #expect(answer("$/call/2", "null") == "1")
    _ = answer("$/release", "[2,1000000]")
    #expect(answer("$/call/2", "null").hasPrefix("NOT_FOUND"))
    // Sent again it is a new one.
    _ = answer("closures", "null")
    #expect(answer("$/call/4", "null") == "1")
    connection.reload()
    #expect(connection.statistics.exported == 0)
    #expect(answer("$/call/4", "null").hasPrefix("NOT_FOUND"))
    connection.close()
  }

  @Test func `what cannot be sent is taken back`() async throws {
    let closure = Callback { () in 1 }
    struct Bad: Encodable, Sendable {
      let first: Callback<Void, Int>
      let second: Callback<Void, Int>
    }
    let released = Callback { () in 2 }
    released.release()
    bridge.handle("bad") { () in Bad(first: closure, second: released) }
    var limits = Limits()
    limits.references = 1
    bridge.handle("many") { () in [closure, Callback { () in 3 }] }
    let connection = bridge.connect(peer, permissions: .all, limits: limits)
    peer.call(1, "bad", "null")
    #expect(peer.answer(1) == "INVALID_ARGUMENT bad#result.second: function was released.")
    peer.call(2, "many", "null")
    #expect(peer.answer(2).hasPrefix("RESOURCE_EXHAUSTED many#result[1]: the number of functions"))
    #expect(connection.statistics.exported == 0)
    connection.close()
    let payload = try Payload(encoding: closure)
    #expect(throws: BridgeError.self) { try payload.value() }
    #expect(throws: BridgeError.self) { try Payload(encoding: ["a": payload]) }
    // A link without functions.
    let (near, far) = LoopbackTransport.pair()
    let plain = bridge.connect(near, permissions: .all)
    let other = Bridge().connect(far, permissions: .all)
    let error = await #expect(throws: BridgeError.self) { let _: BridgeValue = try await other.call("many") }
    #expect(error?.code == .unimplemented)
    #expect(error?.message == "many#result: functions do not cross this link.")
    #expect(plain.statistics.exported == 0)
    plain.close()
  }

  @Test func `a link without functions takes none`() async throws {
    let (near, far) = LoopbackTransport.pair()
    bridge.handle("echo") { (value: BridgeValue) in value }
    let connection = bridge.connect(near, permissions: .all)
    let other = Bridge().connect(far, permissions: .all)
    let value: BridgeValue = ["$reference": 1]
    #expect(try await other.call("echo", value) == value)
    connection.close()
  }

  @Test func `a reload ends what the old page lent, without a word to the new one`() async throws {
    let kept = Shared<Callback<Int, Int>?>(nil)
    bridge.handle("keep") { (one: Callback<Int, Int>) throws in
      let own = try one.keep()
      kept.withLock { $0 = own }
    }
    let connection = bridge.connect(peer, permissions: .all)
    peer.call(1, "keep", #"{"$reference":1}"#)
    let old = try #require(kept.value)
    #expect(try peer.released == [])
    connection.reload()
    let error = await #expect(throws: BridgeError.self) { _ = try await old(1) }
    #expect(error?.code == .aborted)
    kept.withLock { $0 = nil }
    #expect(try peer.released == [])
  }

  @Test func `an object is one of a number and a name, and nothing else`() async throws {
    bridge.handle("object") { (one: RemoteObject) async throws -> Int in try await one.call("add", 1) }
    bridge.handle("any") { (value: BridgeValue) in "\(value)".utf8.count }
    let connection = bridge.connect(peer, permissions: ["object", "any"])
    peer.call(1, "object", #"{"$reference":[5,"Counter"]}"#)
    try await eventually("it is answered") { peer.answer(1) != "no answer" }
    #expect(peer.answer(1) == "7")
    #expect(peer.sent.withLock { $0 }.contains { $0.method == "$/call/5/add" })
    var id: UInt64 = 1
    for content in [
      "[]", "[5]", #"[0,"A"]"#, #"[-5,"A"]"#, #"[5.5,"A"]"#, #"[5,6]"#, #"[5,"A","b"]"#, #"[9007199254740993,"A"]"#,
      #"["5","A"]"#,
      #"{"0":5,"1":"A"}"#,
    ] {
      id += 1
      peer.call(id, "object", #"{"$reference":\#(content)}"#)
      #expect(peer.answer(id).hasPrefix("INVALID_ARGUMENT params"), "\(content): \(peer.answer(id))")
    }
    // A name without end is cut off.
    let long = "e" + String(repeating: "\u{301}", count: 10_000)
    peer.call(100, "any", #"{"$reference":[6,"\#(long)"]}"#)
    #expect(peer.answer(100).utf8.count < 1_000)
    try await eventually("all are released") { connection.references.load(ordering: .relaxed) == 0 }
    #expect(try peer.released == [5, 6])
  }
}

extension Payload {
  fileprivate static func text(_ text: String) -> Payload { .encoded(EncodedValue(text: Array(text.utf8))) }
}
