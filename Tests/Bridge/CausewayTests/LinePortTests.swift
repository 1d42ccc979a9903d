import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Causeway

/// What a port reads and writes, and when: the other end is a plain socket.
@Suite(.timeLimit(.minutes(2))) struct LinePortTests {
  /// A port and the socket at its other end, whose calls end after ten seconds.
  private final class Pair: Sendable {
    let port: LinePort
    let peer: CInt
    let lines = Mutex<[String]>([])
    let ends = Mutex<[BridgeError]>([])

    /// - Parameter keepsRecords: whether each write of the port arrives as a record of its own.
    init(keepsRecords: Bool = false) {
      var pair: [CInt] = [-1, -1]
      let type = keepsRecords ? SOCK_SEQPACKET : SOCK_STREAM
      #expect(unsafe socketpair(AF_UNIX, CInt(type.rawValue), 0, &pair) == 0)
      port = LinePort(descriptor: pair[0])
      peer = pair[1]
      var patience = timeval(tv_sec: 10, tv_usec: 0)
      unsafe setsockopt(peer, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    func start(_ onText: @escaping @Sendable (String) -> Void = { _ in }) {
      port.start { [unowned self] text in
        let line = String(decoding: text, as: UTF8.self)
        lines.withLock { $0.append(line) }
        onText(line)
      } onEnd: { [unowned self] reason in
        ends.withLock { $0.append(reason) }
      }
    }

    func write(_ text: String) {
      let bytes = Array(text.utf8)
      #expect(Glibc.send(peer, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count)
    }

    /// What one read gives; empty at the end, or after ten seconds.
    func read() -> String {
      var buffer = [UInt8](repeating: 0, count: 1 << 18)
      let count = Glibc.read(peer, &buffer, buffer.count)
      return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    }

    var received: [String] { lines.withLock { $0 } }

    deinit { Glibc.close(peer) }
  }

  @Test func `the answers to lines that arrive together leave in one write`() {
    let pair = Pair(keepsRecords: true)
    pair.start { [port = pair.port] in port.send(Array("answer \($0)".utf8)) }
    pair.write((1...100).map { "\($0)\n" }.joined())
    #expect(pair.read() == (1...100).map { "answer \($0)\n" }.joined())
    pair.port.close()
  }

  @Test func `an answer does not wait for a handler that blocks`() {
    let pair = Pair()
    let gate = DispatchSemaphore(value: 0)
    pair.start { [port = pair.port] line in
      if line == "blocks" { gate.wait(for: "the test") }
      port.send(Array("answer \(line)".utf8))
    }
    pair.write("first\nblocks\nlast\n")
    #expect(pair.read() == "answer first\n")
    gate.signal()
    // In one write, or in two if the first was waiting for the thread that writes.
    var rest = pair.read()
    if rest == "answer blocks\n" { rest += pair.read() }
    #expect(rest == "answer blocks\nanswer last\n")
    pair.port.close()
  }

  @Test func `what the socket does not take at once is written in the background, in order`() {
    let pair = Pair()
    pair.start()
    let texts = (0..<64).map { "\($0) " + String(repeating: "x", count: 1 << 16) }
    for text in texts { pair.port.send(Array(text.utf8)) }
    let wanted = texts.map { $0 + "\n" }.joined()
    #expect(pair.port.bytesWaiting > 1 << 20)
    var got = ""
    while got.utf8.count < wanted.utf8.count {
      let part = pair.read()
      if part.isEmpty { break }
      got += part
    }
    #expect(got == wanted)
    pair.port.close()
  }

  @Test func `a line may come in many reads, and many in one`() async throws {
    let pair = Pair()
    pair.start()
    let long = String(repeating: "long", count: 1 << 16)
    let text = "a\n\n\(long)\nb"
    let bytes = Array(text.utf8)
    let writer = Task.detached {
      for start in stride(from: 0, to: bytes.count, by: 5000) {
        pair.write(String(decoding: bytes[start..<min(start + 5000, bytes.count)], as: UTF8.self))
      }
    }
    await writer.value
    try await eventually("the long line") { pair.received.count == 2 }
    pair.write("c\n")
    try await eventually("the last line") { pair.received.count == 3 }
    #expect(pair.received == ["a", long, "bc"])
    pair.port.close()
  }

  @Test func `lines of a peer that has closed are received although none can be answered`() async throws {
    let pair = Pair()
    pair.write((1...50).map { "\($0)\n" }.joined())
    shutdown(pair.peer, CInt(SHUT_RDWR))
    pair.start { [port = pair.port] in
      port.send(Array($0.utf8))
      port.send(Array($0.utf8))
    }
    try await eventually("the end") { !pair.ends.withLock { $0.isEmpty } }
    #expect(pair.received == (1...50).map(String.init))
    #expect(pair.ends.withLock { $0.map(\.code) } == [.unavailable])
  }

  @Test(arguments: [true, false]) func `the descriptor is closed at the end`(isStarted: Bool) async throws {
    var pair: [CInt] = [-1, -1]
    #expect(unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0)
    defer { Glibc.close(pair[1]) }
    let inode = try #require(Self.inode(of: pair[0]))
    let port = LinePort(descriptor: pair[0])
    if isStarted { port.start({ _ in }, onEnd: { _ in }) }
    port.close()
    // The other end reads the end of the stream.
    var byte: UInt8 = 0
    try await eventually("the end of the stream") { unsafe recv(pair[1], &byte, 1, CInt(MSG_DONTWAIT)) == 0 }
    // Another test may have its number by now.
    try await eventually("the descriptor is closed") { Self.inode(of: pair[0]) != inode }
  }

  private static func inode(of descriptor: CInt) -> ino_t? {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? status.st_ino : nil
  }

  // MARK: A port that one thread shares with its work

  @Test func `a thread at rest reads a shared port itself, and sends at the end of its work`() throws {
    let pair = Pair(keepsRecords: true)
    pair.start()
    pair.port.share()
    // The port's own thread reads once more at most.
    pair.write("before\n")
    try eventually(blocking: "the first line") { !pair.received.isEmpty || pair.port.take() }
    pair.port.rest()
    pair.write("rest\n")
    try eventually(blocking: "the second line") { pair.received.count == 2 || pair.port.take() }
    pair.port.work()
    for number in 1...3 { pair.port.send(Array("\(number)".utf8)) }
    pair.port.rest()
    #expect(pair.read() == "1\n2\n3\n")
    #expect(pair.received == ["before", "rest"])
    pair.port.close()
  }

  @Test func `a shared port is read and written for a thread whose work is long`() throws {
    let pair = Pair()
    pair.start()
    pair.port.share()
    pair.port.send(Array("from the midst of the work".utf8))
    #expect(pair.read() == "from the midst of the work\n")
    pair.write("one\n")
    try eventually(blocking: "a line") { pair.received == ["one"] }
    pair.port.rest()
    pair.port.work()
    pair.write("two\n")
    try eventually(blocking: "another line") { pair.received == ["one", "two"] }
    pair.port.close()
  }

  @Test func `a thread that waits for an answer sends its question first`() {
    let pair = Pair()
    pair.start()
    pair.port.share()
    pair.port.send(Array("question".utf8))
    let peer = Thread {
      if pair.read() == "question\n" { pair.write("answer\n") }
    }
    pair.port.read { pair.received == ["answer"] || !pair.port.isOpen }
    #expect(pair.received == ["answer"])
    peer.join()
    pair.port.close()
  }

  @Test func `the end of a shared port is told once`() throws {
    let pair = Pair()
    pair.start()
    pair.port.share()
    pair.port.rest()
    shutdown(pair.peer, CInt(SHUT_RDWR))
    try eventually(blocking: "the end") {
      _ = pair.port.take()
      return !pair.port.isOpen
    }
    #expect(pair.port.take() == false)
    #expect(pair.ends.withLock { $0.count } == 1)
  }
}

/// A thread of the system's.
private final class Thread: Sendable {
  private let done = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "test").async { [done] in
      body()
      done.signal()
    }
  }

  func join() { done.wait(for: "the thread") }
}
