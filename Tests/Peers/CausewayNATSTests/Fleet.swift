#if NATS
import Causeway
@testable import CausewayNATS
import Synchronization
import TestSupport

enum Fleet {
  /// A worker with the handlers of `register`, and a caller on a connection of its own.
  ///
  /// - Parameter clock: of the worker.
  static func start(
    _ server: NATSServer, permissions: Permissions = ["sum", "fail", "slow", "echo", "later", "count"],
    idempotent: Permissions = .none, events: [String] = [], lease: Duration = .seconds(3), limits: Limits = Limits(),
    clock: any Clock<Duration> = ContinuousClock(), _ register: (Bridge) -> Void
  ) async throws -> (worker: Connection, caller: Connection) {
    var configuration = Bridge.Configuration()
    configuration.clock = clock
    let bridge = Bridge(configuration)
    register(bridge)
    let worker = try await bridge.serve(
      on: NATSClient.connect(server.url), as: "procedures", permissions: permissions, events: events, limits: limits)
    let caller = try await Bridge().connect(
      to: "procedures", on: NATSClient.connect(server.url), idempotent: idempotent, lease: lease)
    return (worker, caller)
  }
}

/// A side of the protocol that a test plays by hand: it keeps what it receives, and sends what it likes.
final class Peer: Sendable {
  let client: NATSClient
  private let state = Mutex<(messages: [NATSMessage], subscriptions: [NATSSubscription])>(([], []))

  init(_ server: NATSServer) async throws { client = try await NATSClient.connect(server.url) }
  init(_ client: NATSClient) { self.client = client }

  /// What has arrived so far.
  var messages: [NATSMessage] { state.withLock { $0.messages } }

  /// Receives a subject; `act` may answer.
  func listen(_ subject: String, _ act: @escaping @Sendable (NATSMessage, Peer) -> Void = { _, _ in }) async throws {
    let subscription = try client.subscribe(subject) { [weak self] message in
      guard let self else { return }
      self.state.withLock { $0.messages.append(message) }
      act(message, self)
    }
    state.withLock { $0.subscriptions.append(subscription) }
    try await client.flush()
  }

  /// Sends a message; what cannot be sent is a mistake of the test's, unless its server has ended: a peer may still send when
  /// the test is over.
  func send(_ subject: String, reply: String? = nil, _ text: String = "", _ headers: [String: String] = [:]) {
    do {
      try client.publish(NATSMessage(subject: subject, reply: reply, data: Array(text.utf8), headers: headers))
    } catch {
      if error.code != .unavailable { fatalError("\(error)") }
    }
  }

  /// Sends an item of a stream as a worker does.
  func sendItem(_ value: String, _ sequence: Int, to reply: String?, control: String) {
    send(
      reply ?? "",
      #"{"jsonrpc":"2.0","method":"$/progress","params":{"token":1,"value":{"kind":"item","value":\#(value)}}}"#,
      [NATSHeader.control: control, NATSHeader.sequence: String(sequence)])
  }

  func stop() {
    for subscription in state.withLock({ $0.subscriptions }) { subscription.cancel() }
  }
}

/// The numbers from 1 to a limit, made as they are asked for.
struct Counting: AsyncSequence, Sendable {
  let limit: Int
  let made = Shared(0)

  struct AsyncIterator: AsyncIteratorProtocol {
    let sequence: Counting

    func next() async -> Int? {
      guard !Task.isCancelled else { return nil }
      let next = sequence.made.withLock { made in
        made += 1
        return made
      }
      return next <= sequence.limit ? next : nil
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sequence: self) }
}
#endif
