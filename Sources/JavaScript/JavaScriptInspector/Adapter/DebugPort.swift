import Synchronization

/// Where the debuggers of all runtimes write the messages for the client.
final class DebugPort: Sendable {
  private struct State {
    var socket: Socket?
    var sequence = 0
    /// The runtimes that the client sees as threads.
    var threadCount = 0
    /// The files that the client knows.
    var paths: Set<String> = []
  }

  private let state = Mutex(State())

  /// The client; nil if there is none.
  var socket: Socket? { state.withLock { $0.socket } }

  /// Takes a client, which has received the messages up to a number.
  func open(_ socket: Socket, sequence: Int) {
    state.withLock { state in
      state.socket = socket
      state.sequence = sequence
      state.paths = []
    }
  }

  /// Forgets the client.
  func close() { state.withLock { $0.socket = nil } }

  var threadCount: Int {
    get { state.withLock { $0.threadCount } }
    set { state.withLock { $0.threadCount = newValue } }
  }

  /// Whether the client has not been told of a file.
  func isNew(_ path: String) -> Bool { state.withLock { $0.paths.insert(path).inserted } }

  func event(_ name: String, _ body: JSON = [:]) {
    send(["type": "event", "event": .string(name), "body": body])
  }

  /// Sends a message, if there is a client.
  func send(_ message: [String: JSON]) {
    // Under the lock, because messages are numbered in the order in which they are sent; the socket's writes end in time.
    state.withLock { state in
      guard let socket = state.socket else { return }
      state.sequence += 1
      var message = message
      message["seq"] = JSON(state.sequence)
      socket.write(DebugMessageReader.encode(.object(message)))
    }
  }
}
