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
      #"{"$reference":0}"#, #"{"$reference":-1}"#, #"{"$reference":1.5}"#, #"{"$reference":"1"}"#,
      #"{"$reference":null}"#,
      #"{"$reference":9007199254740993}"#, #"{"$reference":1e300}"#, #"{"$reference":1,"a":2}"#,
      #"{"$object":{"$reference":1}}"#, #"{"a":"$reference"}"#, #""$reference""#,
    ]
    for (index, text) in texts.enumerated() {
      peer.call(UInt64(index + 1), "echo", text)
      let expected = try Payload.text(text).value()
      #expect(peer.answer(UInt64(index + 1)) == "\(expected)")
    }
    // Members of what an escape contains are values again.
    peer.call(50, "echo", #"{"$object":{"$object":{"$reference":5}}}"#)
    #expect(peer.answer(50).hasPrefix("INVALID_ARGUMENT"))
    #expect(try peer.released == [5])
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
}

extension Payload {
  fileprivate static func text(_ text: String) -> Payload { .encoded(EncodedValue(text: Array(text.utf8))) }
}
