#if NATS
import Foundation
import Glibc
import TestSupport
import Testing

/// A nats-server of the test's own, on a free port of loopback.
final class Server {
  /// Where the server is installed; nil if it is not.
  static let path: String? = ["/usr/sbin", "/usr/bin", "/usr/local/bin"].map { "\($0)/nats-server" }.first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  let port: Int
  private let process: Process

  var url: String { "nats://127.0.0.1:\(port)" }

  init(port: Int? = nil, _ options: String...) throws {
    let port = try port ?? Server.freePort()
    self.port = port
    process = Process()
    process.executableURL = URL(filePath: try #require(Server.path))
    process.arguments = ["-a", "127.0.0.1", "-p", String(port)] + options
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run(forAtMost: 120)
    try eventually(blocking: "the server listens") { Server.isListening(port) }
  }

  deinit { stop() }

  /// Lets the server do nothing until `resume`.
  func pause() { kill(process.processIdentifier, SIGSTOP) }

  func resume() { kill(process.processIdentifier, SIGCONT) }

  func stop() {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private static func withSocket<Result>(_ port: Int, _ body: (CInt, UnsafePointer<sockaddr>, socklen_t) -> Result)
    -> Result
  {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private static func isListening(_ port: Int) -> Bool { withSocket(port) { connect($0, $1, $2) == 0 } }

  private static func freePort() throws -> Int {
    let port = withSocket(0) { descriptor, address, length -> Int in
      guard bind(descriptor, address, length) == 0 else { return 0 }
      var bound = sockaddr_in()
      var size = length
      let status = withUnsafeMutablePointer(to: &bound) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
      }
      return status == 0 ? Int(in_port_t(bigEndian: bound.sin_port)) : 0
    }
    try #require(port > 0)
    return port
  }
}
#endif
