#if NATS
@testable import Causeway
import Logging
import CausewayConcurrency
@testable import CausewayNATS
import TestSupport

/// Both ends of a link over a NATS server: leases run in real time, the deadlines of the bridges on their own clock.
final class NATSLink: Sendable {
  let worker: NATSServiceTransport
  let caller: NATSCallerTransport
  private let clients: (worker: NATSClient, caller: NATSClient)
  /// Ends with the link.
  private let server: NATSServer

  private static let prefix = "tests"

  /// - Parameter limits: the worker's.
  init(_ limits: Limits = Limits()) async throws {
    server = try NATSServer()
    clients = (try await NATSClient.connect(server.url), try await NATSClient.connect(server.url))
    let clock = AnyClock(ContinuousClock())
    worker = NATSServiceTransport(
      clients.worker, prefix: NATSLink.prefix, queue: "workers", events: [], limits: limits, clock: clock,
      logger: Logger(label: "test"))
    caller = NATSCallerTransport(
      clients.caller, prefix: NATSLink.prefix, lease: .seconds(60), idempotent: .none, limits: Limits(), clock: clock)
  }

  /// Begins, once both ends are connected.
  ///
  /// - Parameter callee: the worker's connection.
  func listen(_ callee: Connection) async throws {
    try await worker.listen(
      NATSServiceInfo(clients.worker, prefix: NATSLink.prefix, queue: "workers", version: "1.0.0", connection: callee))
    try await caller.listen()
  }

  /// Returns when the server has what both ends have sent.
  func flush() async throws {
    try await clients.caller.flush()
    try await clients.worker.flush()
  }
}
#endif
