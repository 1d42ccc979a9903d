import Causeway
import Synchronization
import TestSupport
import Testing

@testable import CausewayChild

/// The messages of a child's JavaScript that stay in the child.
@Suite(.timeLimit(.minutes(5))) final class LocalHandlersTests {
  /// Records the messages for JavaScript.
  private final class Engine: Transport {
    let sent = Mutex<[Message]>([])
    func start(_ receiver: any TransportReceiver) {}
    func send(_ message: Message) { sent.withLock { $0.append(message) } }
    func close() {}

    var answers: [CallID] {
      sent.withLock { $0.compactMap { if case .answer(let id, .success) = $0 { id } else { nil } } }
    }
  }

  private let engine = Engine()
  private let bridge = Bridge()
  private let handlers: LocalHandlers
  private let gate: AsyncStream<Void>.Continuation

  init() {
    let (gates, gate) = AsyncStream.makeStream(of: Void.self)
    self.gate = gate
    bridge.handle("here.now") { (number: Int) in number + 1 }
    bridge.handle("here.later") { () async throws -> Int in
      for await _ in gates { return 1 }
      try Task.checkCancellation()
      return 0
    }
    handlers = LocalHandlers(bridge)
    handlers.connect(engine, limits: Limits())
  }

  deinit { bridge.close() }

  private func call(_ id: UInt64, _ method: String) throws -> CallRequest {
    CallRequest(id: CallID(rawValue: id), method: method, params: try Payload(encoding: 41, limits: Limits()))
  }

  @Test func `a handler that finishes synchronously answers synchronously`() throws {
    let request = try call(1, "here.now")
    let receiver = try #require(handlers.receiver(of: .call(request)))
    #expect(try receiver.answer(request)?.get().decode(Int.self) == 42)
    handlers.forget(request.id)
    #expect(handlers.receiver(of: .cancel(request.id, .cancelled)) == nil)
    #expect(engine.answers == [])
  }

  @Test func `an asynchronous handler answers later, and its cancellation stays in the child`() async throws {
    let (first, second) = (try call(1, "here.later"), try call(2, "here.later"))
    for request in [first, second] {
      #expect(try #require(handlers.receiver(of: .call(request))).answer(request) == nil)
    }
    #expect(handlers.receiver(of: .cancel(first.id, .cancelled)) != nil)
    gate.yield()
    try await eventually("the engine has an answer") { !engine.answers.isEmpty }
    #expect(handlers.receiver(of: .cancel(first.id, .cancelled)) == nil)
    gate.finish()
  }

  @Test func `all other messages go to the parent`() throws {
    let request = try call(1, "there")
    #expect(handlers.receiver(of: .call(request)) == nil)
    #expect(handlers.receiver(of: .cancel(request.id, .cancelled)) == nil)
    #expect(handlers.receiver(of: .credit(request.id, 1)) == nil)
    #expect(handlers.receiver(of: .event("here.now", .undefined)) == nil)
  }
}
