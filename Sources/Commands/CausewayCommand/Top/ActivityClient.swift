import Causeway
import CausewayConcurrency
import Glibc

/// The connection to a program that shows its activity.
struct ActivityClient {
  private let bridge = Bridge()
  private let connection: Connection

  /// How long a program may take to answer.
  private static let timeout = Timeout.seconds(5)

  /// Connects to a process by its id, or to a socket by its path.
  init(to target: String) throws(BridgeError) {
    let path = try ActivityClient.path(of: target)
    let descriptor: CInt
    do throws(LocalSocketError) { descriptor = try LocalSocket.connect(to: path) } catch { throw BridgeError(error) }
    let port = LinePort(descriptor: descriptor, limits: ActivityServer.limits)
    let wire = JSONRPCTransport(port, limits: ActivityServer.limits)
    connection = bridge.connect(wire, permissions: [], limits: ActivityServer.limits, name: "activity")
    port.start({ wire.deliver($0) }, onEnd: { wire.lost($0) })
  }

  func read() async throws -> BridgeActivity {
    try await connection.call("activity.read", timeout: ActivityClient.timeout)
  }

  /// Returns whether there was such a call.
  func cancel(_ id: String) async throws -> Bool {
    try await connection.call(
      "call.cancel", ActivityServer.CancelParameters(id: id), timeout: ActivityClient.timeout)
  }

  func close() { connection.close() }

  /// The socket of a process or of a path.
  private static func path(of target: String) throws(BridgeError) -> String {
    guard let process = Int32(target) else { return target }
    var status = stat()
    guard process > 0, unsafe stat("/proc/\(process)", &status) == 0 else {
      throw BridgeError(.notFound, "There is no process \(target).")
    }
    guard status.st_uid == geteuid() else {
      throw BridgeError(.permissionDenied, "Process \(process) belongs to another user.")
    }
    let path = try ActivityServer.standardPath(of: process)
    guard unsafe access(path, F_OK) == 0 else {
      throw BridgeError(
        .notFound,
        "Process \(process) does not show its activity: start it with causeway run --top, or see docs/top.md.")
    }
    return path
  }
}
