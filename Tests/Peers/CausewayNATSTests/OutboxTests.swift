#if NATS
import Testing

@testable import CausewayNATS

/// Messages that wait while a thread of libnats's does not come back from the server.
@Suite struct OutboxTests {
  private let message = NATSMessage(subject: "data", data: [UInt8](repeating: 0, count: 1 << 20))

  @Test func `messages to a server that does not read have a limit`() {
    var outbox = NATSOutbox()
    #expect(outbox.add(message) == .own)
    for _ in 0..<63 { #expect(outbox.add(message) == .other) }
    #expect(outbox.add(message) == .nobody)
    // What is being sent still takes memory.
    let taken = outbox.takeAll()
    #expect(taken.count == 63)
    #expect(outbox.add(message) == .nobody)
    outbox.sent(taken)
    #expect(outbox.add(message) == .other)
    outbox.sent(outbox.takeAll())
    #expect(outbox.takeAll().isEmpty)
    #expect(outbox.add(message) == .own)
  }

  @Test func `messages without data have a limit`() {
    var outbox = NATSOutbox()
    #expect(outbox.add(NATSMessage(subject: "a")) == .own)
    var count = 0
    while outbox.add(NATSMessage(subject: "a")) == .other, count < 1_000_000 { count += 1 }
    #expect(count < 200_000)
  }
}
#endif
