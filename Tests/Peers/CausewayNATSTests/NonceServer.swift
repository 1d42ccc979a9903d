#if NATS
import Foundation
import Glibc
import TestSupport
import Testing

/// A NATS server that has chosen the nonces which its clients sign, one for each connection.
///
/// It accepts every client that sends a signature, whatever it is.
final class NonceServer: Sendable {
  let port: Int
  private let listener: CInt

  init(nonces: [String]) throws {
    port = try NATSServer.freePort()
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let isBound = withUnsafePointer(to: &address) { [listener] in
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(isBound == 0 && listen(listener, 16) == 0)
    let (listener, port) = (listener, port)
    Thread {
      defer { close(listener) }
      for nonce in nonces {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        Thread { NonceServer.serve(client, nonce, port) }.start()
      }
    }.start()
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  private static func serve(_ client: CInt, _ nonce: String, _ port: Int) {
    defer { close(client) }
    func say(_ line: String) { _ = line.withCString { send(client, $0, strlen($0), Int32(MSG_NOSIGNAL)) } }
    say(
      """
      INFO {"server_id":"nonces","version":"2.9.10","proto":1,"headers":true,"max_payload":1048576,\
      "host":"127.0.0.1","port":\(port),"auth_required":true,"nonce":"\(nonce)"}\r\n
      """)
    var received = ""
    var chunk = [UInt8](repeating: 0, count: 4096)
    while !received.contains("PING") {
      let count = read(client, &chunk, chunk.count)
      guard count > 0 else { return }
      received += String(decoding: chunk[..<count], as: UTF8.self)
    }
    guard received.contains(#""sig":""#) else { return say("-ERR 'Authorization Violation'\r\n") }
    say("PONG\r\n")
    while read(client, &chunk, chunk.count) > 0 {}
  }
}
#endif
