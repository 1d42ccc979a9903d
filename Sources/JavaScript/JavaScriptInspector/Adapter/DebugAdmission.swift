import Synchronization

/// Lets a client in that shows the token in its first request, `attach` or `launch`; `initialize` may come before it.
///
/// Until then nothing is done for it, it takes no debugger's place, and it has little time.
struct DebugAdmission: Sendable {
  struct Client: Sendable {
    var isAdmitted = false
    /// The number of the last message that it has received.
    var sequence = 0
    /// The request that has shown the token.
    var request: JSON?
    /// The bytes that have arrived after that.
    var reader = DebugMessageReader()
  }

  let token: DebugToken
  private let waiting = Waiting()

  /// The largest number of clients without a token; beyond it the oldest is disconnected, so that they cannot lock
  /// others out.
  private static let mostWaiting = 8
  /// The bytes of a client before its token.
  private static let mostBytes = 65_536
  private static let time = Duration.seconds(10)

  private final class Waiting: Sendable {
    /// In the order in which they came.
    let sockets = Mutex<[Socket]>([])
  }

  init(_ token: DebugToken) { self.token = token }

  /// Waits for the token of a client.
  func admit(_ socket: Socket) async -> Client {
    let oldest: Socket? = waiting.sockets.withLock { sockets in
      sockets.append(socket)
      return sockets.count > DebugAdmission.mostWaiting ? sockets.removeFirst() : nil
    }
    oldest?.close()
    defer { waiting.sockets.withLock { $0.removeAll { $0 === socket } } }
    let timer = Task {
      try await Task.sleep(for: DebugAdmission.time)
      socket.close()
    }
    defer { timer.cancel() }
    var client = Client()
    var received = 0
    while received <= DebugAdmission.mostBytes, let bytes = await socket.read() {
      received += bytes.count
      client.reader.append(bytes)
      do {
        while let message = try client.reader.next() {
          guard answer(message, &client, socket) else { return client }
        }
      } catch {
        return client
      }
    }
    return client
  }

  /// Returns whether to wait for another message.
  private func answer(_ message: JSON, _ client: inout Client, _ socket: Socket) -> Bool {
    let command = message["command"]?.string ?? ""
    switch command {
    case "initialize" where client.sequence == 0:
      respond(to: message, &client, socket, ["success": true, "body": DebugCapabilities.all])
      return true
    case "attach", "launch":
      let shown = message["arguments"]?["token"]?.string
      if let shown, token.isEqual(to: shown) {
        client.isAdmitted = true
        client.request = message
      } else {
        let reason =
          shown == nil
          ? "\(command) needs the argument \"token\": the token that the program printed."
          : "The token does not match the token that the program printed."
        respond(to: message, &client, socket, refusal(reason))
      }
    default:
      respond(
        to: message, &client, socket,
        refusal("The first request must be attach, with the token that the program printed."))
    }
    return false
  }

  private func refusal(_ reason: String) -> [String: JSON] {
    [
      "success": false, "message": .string(reason),
      "body": ["error": ["id": 1, "format": .string("PERMISSION_DENIED: \(reason)"), "showUser": true]],
    ]
  }

  private func respond(to request: JSON, _ client: inout Client, _ socket: Socket, _ members: [String: JSON]) {
    client.sequence += 1
    var message = members
    message["seq"] = JSON(client.sequence)
    message["type"] = "response"
    message["request_seq"] = request["seq"] ?? 0
    message["command"] = request["command"] ?? ""
    socket.write(DebugMessageReader.encode(.object(message)))
  }
}
