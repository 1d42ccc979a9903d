public import Foundation
import Glibc
import Testing

/// A nats-server of the test's own, which ends with it.
public final class NATSServer: Sendable {
  /// Where the server is installed; nil if it is not.
  public static let path: String? = ["/usr/sbin", "/usr/bin", "/usr/local/bin"].map { "\($0)/nats-server" }.first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// The URL for clients.
  public let url: String
  /// The port for clients.
  public let port: Int
  /// The process.
  public let process: Process

  /// Starts a server on loopback; returns when it listens.
  ///
  /// - Parameter port: nil for a free one.
  public convenience init(port: Int? = nil, _ options: String...) throws {
    try self.init(port: port, arguments: options)
  }

  /// The same with a list of options, for at most so many seconds.
  public convenience init(port: Int? = nil, arguments: [String], forAtMost seconds: Int = 120) throws {
    let port = try port ?? NATSServer.freePort()
    try self.init(
      [try #require(NATSServer.path), "-a", "127.0.0.1", "-p", String(port)] + arguments, address: "127.0.0.1",
      port: port, forAtMost: seconds)
  }

  /// Starts a server by a command; returns when it listens at the address.
  public init(_ command: [String], address: String, port: Int, forAtMost seconds: Int) throws {
    url = "nats://\(address):\(port)"
    self.port = port
    process = Process()
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run(forAtMost: seconds)
    try eventually(blocking: "the server listens") {
      NATSServer.withSocket(address, port) { connect($0, $1, $2) == 0 }
    }
  }

  deinit { stop() }

  /// Lets the server do nothing until ``resume()``.
  public func pause() { kill(process.processIdentifier, SIGSTOP) }

  /// Lets a paused server go on.
  public func resume() { kill(process.processIdentifier, SIGCONT) }

  /// Kills the server.
  public func stop() {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// A port of loopback that nobody listens on at the moment.
  public static func freePort() throws -> Int {
    let port = withSocket("127.0.0.1", 0) { descriptor, address, length -> Int in
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

  private static func withSocket<Result>(
    _ host: String, _ port: Int, _ body: (CInt, UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr(host)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
