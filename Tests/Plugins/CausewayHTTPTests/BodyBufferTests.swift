#if Plugins
import NIOCore
import TestSupport
import Testing

@testable import CausewayHTTP

/// What is gathered of a body between the server and its reader.
@Suite(.timeLimit(.minutes(1))) struct BodyBufferTests {
  private struct Broken: Error {}

  private func part(_ count: Int) -> ByteBuffer { ByteBuffer(repeating: 65, count: count) }

  @Test func `a source waits while a slow reader has not taken what arrived`() async throws {
    let buffer = BodyBuffer(capacity: 1_000)
    let source = Task {
      var added = 0
      while await buffer.add(part(300)) { added += 1 }
      return added
    }
    try await eventually("the buffer is full") { buffer.byteCount >= 1_000 }
    #expect(buffer.byteCount == 1_200)
    // The source goes on where there is room again, and not before.
    #expect(try buffer.take(atMost: 100)?.count == 100)
    #expect(buffer.byteCount == 1_100)
    #expect(try buffer.take(atMost: 500)?.count == 500)
    try await eventually("the buffer is full again") { buffer.byteCount >= 1_000 }
    buffer.finish(.success(()))
    #expect(await source.value < 10)
  }

  @Test func `parts are joined, and one that is too large is divided`() async throws {
    let buffer = BodyBuffer(capacity: 1_000)
    for number in 0..<5 { _ = await buffer.add(ByteBuffer(bytes: [UInt8](repeating: UInt8(number), count: 2))) }
    #expect(try buffer.take(atMost: 3) == [0, 0, 1])
    #expect(try buffer.take(atMost: 100) == [1, 2, 2, 3, 3, 4, 4])
    #expect(try buffer.take(atMost: 100) == [])
    buffer.finish(.success(()))
    #expect(try buffer.take(atMost: 100) == nil)
  }

  @Test func `what arrived is read before the error that follows`() async throws {
    let buffer = BodyBuffer(capacity: 10)
    _ = await buffer.add(part(5))
    buffer.finish(.failure(Broken()))
    #expect(await !buffer.add(part(5)))
    await buffer.wait()
    #expect(try buffer.take(atMost: 100)?.count == 5)
    #expect(throws: Broken.self) { try buffer.take(atMost: 100) }
  }

  @Test func `a reader that is cancelled ends the body, and a source that waits goes on`() async throws {
    let buffer = BodyBuffer(capacity: 10)
    let reader = Task { await buffer.wait() }
    reader.cancel()
    await reader.value
    #expect(throws: CancellationError.self) { try buffer.take(atMost: 1) }
    let full = BodyBuffer(capacity: 10)
    let source = Task { await full.add(part(20)) }
    try await eventually("the source waits") { full.byteCount == 20 }
    full.finish(.failure(CancellationError()))
    #expect(await !source.value)
  }
}
#endif
