#if WebView
import Glibc
import Testing

/// Answers requests by their paths, until it is closed.
struct HTTPServer: Sendable {
  struct Answer: Sendable {
    var status = "200 OK"
    var headers = ["Content-Type": "text/html"]
    var body = ""

    static func page(_ body: String) -> Answer { Answer(body: body) }
    static func redirect(_ url: String) -> Answer { Answer(status: "302 Found", headers: ["Location": url]) }
  }

  private let socket: Int32
  let port: UInt16

  /// - Parameter answers: the answers by path; receives the port.
  init(_ answers: @escaping @Sendable (UInt16) -> [String: Answer]) throws {
    let listener = try SilentServer(backlog: 16)
    socket = listener.socket
    port = listener.port
    Thread.run { [socket, port] in
      // Closed by another thread, the number could be another socket's when this one accepts.
      defer { Glibc.close(socket) }
      let answers = answers(port)
      while true {
        let connection = accept(socket, nil, nil)
        guard connection >= 0 else { return }
        // WebKit opens connections in advance and leaves them idle: they must not delay others.
        Thread.run { HTTPServer.answer(connection, answers) }
      }
    }
  }

  func close() { shutdown(socket, Int32(SHUT_RDWR)) }

  private static func answer(_ connection: Int32, _ answers: [String: Answer]) {
    defer { Glibc.close(connection) }
    var request = ""
    var bytes = [UInt8](repeating: 0, count: 4096)
    while !request.contains("\r\n\r\n") {
      let count = read(connection, &bytes, bytes.count)
      guard count > 0 else { return }
      request += String(decoding: bytes.prefix(count), as: UTF8.self)
    }
    let path = String(request.split(separator: " ")[1])
    let answer = answers[path] ?? Answer(status: "404 Not Found")
    var text = "HTTP/1.1 \(answer.status)\r\nConnection: close\r\nContent-Length: \(answer.body.utf8.count)\r\n"
    for (name, value) in answer.headers { text += "\(name): \(value)\r\n" }
    text += "\r\n\(answer.body)"
    _ = Array(text.utf8).withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
  }
}
#endif
