#if NATS
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// A proxy before a NATS server: it loses a share of the messages of both sides, or everything.
///
/// What the protocol itself needs (`INFO`, `CONNECT`, `SUB`, `PING`, …) passes, so the connection stays.
final class LossyProxy: Sendable {
  private struct State {
    var random: SeededRandom
    var lost = 0
    var isCut = false
    var descriptors: Set<CInt> = []
  }

  let port: Int
  private let target: Int
  private let share: Double
  private let listener: CInt
  private let state: Mutex<State>

  var url: String { "nats://127.0.0.1:\(port)" }
  /// The number of messages that were lost.
  var lost: Int { state.withLock { $0.lost } }

  /// - Parameter share: of the messages, the part that is lost; from 0 to 1.
  init(to server: NATSServer, losing share: Double = 0) throws {
    port = try NATSServer.freePort()
    target = server.port
    self.share = share
    state = Mutex(State(random: SeededRandom(orElse: 36)))
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let isBound = LossyProxy.withAddress(port) { bind(listener, $0, $1) } == 0
    try #require(isBound && listen(listener, 16) == 0)
    let descriptor = listener
    // The thread closes the listener: closed by another, its number could be another socket's when the thread accepts.
    Thread { [weak self] in
      defer { close(descriptor) }
      while true {
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else { return }
        guard let self else {
          close(client)
          return
        }
        self.join(client)
      }
    }.start()
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    disconnect()
  }

  /// Swallows everything from now on, of new connections too, until ``heal()``.
  func cut() { state.withLock { $0.isCut = true } }

  /// Ends the connections that have lost something, and carries again.
  func heal() {
    state.withLock { $0.isCut = false }
    disconnect()
  }

  private func disconnect() {
    for descriptor in state.withLock({ $0.descriptors }) { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  private func join(_ client: CInt) {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard LossyProxy.withAddress(target, { connect(server, $0, $1) }) == 0 else {
      close(server)
      close(client)
      return
    }
    state.withLock { $0.descriptors.formUnion([client, server]) }
    let open = Shared(2)
    for (source, destination) in [(client, server), (server, client)] {
      Thread { [weak self] in
        LossyProxy.copy(source, destination) { self?.passes($0) ?? false }
        for descriptor in [client, server] { shutdown(descriptor, Int32(SHUT_RDWR)) }
        let left = open.withLock { open in
          open -= 1
          return open
        }
        guard left == 0 else { return }
        self?.state.withLock { $0.descriptors.subtract([client, server]) }
        for descriptor in [client, server] { close(descriptor) }
      }.start()
    }
  }

  private func passes(_ isMessage: Bool) -> Bool {
    state.withLock { state in
      if state.isCut { return false }
      guard isMessage, share > 0, Double.random(in: 0..<1, using: &state.random) < share else { return true }
      state.lost += 1
      return false
    }
  }

  private static func copy(_ source: CInt, _ destination: CInt, _ passes: (Bool) -> Bool) {
    var buffer: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(source, &chunk, chunk.count)
      guard count > 0 else { return }
      buffer += chunk[..<count]
      var (rest, kept): (ArraySlice<UInt8>, [UInt8]) = (buffer[...], [])
      while let (bytes, isMessage) = take(&rest) { if passes(isMessage) { kept += bytes } }
      buffer = Array(rest)
      var sent = 0
      while sent < kept.count {
        let written = kept[sent...].withUnsafeBytes {
          send(destination, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard written > 0 else { return }
        sent += written
      }
    }
  }

  /// Takes one whole piece of the protocol, and says whether it carries a message; nil if more bytes are needed.
  private static func take(_ bytes: inout ArraySlice<UInt8>) -> (ArraySlice<UInt8>, isMessage: Bool)? {
    guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
    let words = bytes[..<end].split(whereSeparator: { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D })
      .map { String(decoding: $0, as: UTF8.self) }
    let isMessage = ["PUB", "HPUB", "MSG", "HMSG"].contains(words.first?.uppercased())
    var next = end + 1
    if isMessage { next += (words.last.flatMap { Int($0) } ?? 0) + 2 }
    guard next <= bytes.endIndex else { return nil }
    defer { bytes = bytes[next...] }
    return (bytes[..<next], isMessage)
  }

  private static func withAddress<Result>(_ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result
  {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }
}
#endif
