import Foundation
import Synchronization

/// A real server on the loopback device that answers each connection in one way.
///
/// `@unchecked Sendable`: the descriptor does not change until the last reference ends.
final class ProbeServer: @unchecked Sendable {
  /// What the server does with a request.
  enum Behaviour: Sendable {
    case send(String)
    /// Sends the bytes without end, until the client has gone.
    case flood(String)
    /// Sends one octet every ten milliseconds.
    case drip(String)
    case reset
    case silence
  }

  let port: UInt16
  private let listener: Int32
  private let state: Mutex<State>

  private struct State {
    var behaviour: Behaviour
    var requests: [String] = []
    var held: [Int32] = []
  }

  var requests: [String] { state.withLock { $0.requests } }
  var url: String { "http://127.0.0.1:\(port)/check" }

  struct Failed: Error {}

  init(_ behaviour: Behaviour, address: UInt32 = INADDR_LOOPBACK) throws {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    listener = number
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = address.bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        bind(number, name, size) == 0 && listen(number, 16) == 0 && getsockname(number, name, &size) == 0
      }
    }
    guard isListening else { throw Failed() }
    port = UInt16(bigEndian: name.sin_port)
    state = Mutex(State(behaviour: behaviour))
    // The thread closes the listener: closed by another, its number could be the next server's when the thread accepts.
    Thread.detachNewThread { [weak self] in
      defer { close(number) }
      while true {
        let connection = accept(number, nil, nil)
        guard connection >= 0 else { return }
        guard let self else {
          close(connection)
          return
        }
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    for descriptor in state.withLock({ $0.held }) { close(descriptor) }
  }

  func behave(_ behaviour: Behaviour) { state.withLock { $0.behaviour = behaviour } }

  private func serve(_ connection: Int32) {
    var buffer = [UInt8](repeating: 0, count: 8192)
    let count = recv(connection, &buffer, buffer.count, 0)
    let behaviour = state.withLock { state in
      state.requests.append(String(decoding: buffer[..<max(0, count)], as: UTF8.self))
      return state.behaviour
    }
    switch behaviour {
    case .send(let text): _ = put(text, connection)
    case .flood(let text): while put(text, connection) {}
    case .drip(let text):
      // Real time: the client's limits on a socket are the kernel's.
      for octet in text.unicodeScalars where put(String(octet), connection) { usleep(10_000) }
    case .reset:
      var option = linger(l_onoff: 1, l_linger: 0)
      setsockopt(connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    case .silence: return state.withLock { $0.held.append(connection) }
    }
    close(connection)
  }

  private func put(_ text: String, _ connection: Int32) -> Bool {
    let bytes = Array(text.utf8)
    return send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }
}

/// Whether something has ended.
final class Ended: Sendable {
  private let state = Mutex(false)
  var isSet: Bool { state.withLock { $0 } }
  func set() { state.withLock { $0 = true } }
}
