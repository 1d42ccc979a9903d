#if NATS
public import Causeway

extension Bridge {
  /// Offers this bridge's handlers to callers on other machines, as subjects `prefix.method`.
  ///
  /// Workers of one queue share the requests; each request goes to one of them. All callers share one connection, with its
  /// permissions and limits: NATS's own permissions decide who may publish to the prefix.
  ///
  /// - Parameters:
  ///   - prefix: the first part of the subjects, such as `procedures` or `tenant7.procedures`.
  ///   - queue: the name of the queue group.
  ///   - permissions: the methods and events that callers may use; none by default.
  ///   - events: the events of the bridge that are published to all subscribers: see
  ///     ``NATSClient/events(_:of:newest:limits:)``.
  ///   - version: the service's version for tools such as `nats micro`, a semantic version.
  ///   - limits: the limits of the connection; nil for the bridge's own.
  /// - Returns: the connection, which serves until it is closed.
  /// - Throws: `INVALID_ARGUMENT` for a prefix, queue or event that is not a valid subject, and for an invalid version;
  ///   `PERMISSION_DENIED` for an event that the permissions do not list, `UNAVAILABLE` without a server.
  @discardableResult
  public func serve(
    on client: NATSClient, as prefix: String, queue: String = "workers", permissions: Permissions = .none,
    events: [String] = [], version: String = "1.0.0", limits: Limits? = nil
  ) async throws(BridgeError) -> Connection {
    try NATSSubject.check(prefix, "The prefix")
    try NATSSubject.check(queue, "The queue")
    guard NATSServiceInfo.isVersion(version) else {
      throw BridgeError(
        .invalidArgument,
        "The version \(String(version.prefix(64)).debugDescription) is not a semantic version such as 1.2.3.")
    }
    let transport = NATSServiceTransport(
      client, prefix: prefix, queue: queue, events: events, limits: limits ?? self.limits, clock: clock,
      logger: logger)
    let connection = connect(transport, permissions: permissions, limits: limits, name: "nats:\(prefix)")
    let info = NATSServiceInfo(client, prefix: prefix, queue: queue, version: version, connection: connection)
    do throws(BridgeError) {
      try await transport.listen(info)
    } catch {
      connection.close(error)
      // Closed by the transport, if that has it.
      info.close()
      throw error
    }
    return connection
  }

  /// Connects to the handlers that workers serve under `prefix`.
  ///
  /// A call runs at most once, or at most twice if its method is declared idempotent. It fails with `UNAVAILABLE` at once
  /// if no worker serves the prefix, and within the lease time if its worker is lost.
  ///
  /// - Parameters:
  ///   - prefix: the prefix that the workers serve.
  ///   - idempotent: methods that may run twice: a call whose worker is lost is sent once more, within its deadline.
  ///   - lease: how long the worker or the caller of a call may send no heartbeat; from 200 ms to an hour.
  ///   - limits: the limits of the connection; nil for the bridge's own.
  /// - Throws: `INVALID_ARGUMENT` for a prefix that is not a valid subject, `UNAVAILABLE` without a server.
  public func connect(
    to prefix: String, on client: NATSClient, idempotent: Permissions = .none, lease: Duration = .seconds(3),
    limits: Limits? = nil
  ) async throws(BridgeError) -> Connection {
    try NATSSubject.check(prefix, "The prefix")
    let transport = NATSCallerTransport(
      client, prefix: prefix, lease: min(max(lease, .milliseconds(200)), .seconds(3_600)), idempotent: idempotent,
      limits: limits ?? self.limits, clock: clock)
    let connection = connect(transport, permissions: .none, limits: limits, name: "nats:\(prefix)")
    do throws(BridgeError) {
      try await transport.listen()
    } catch {
      connection.close(error)
      throw error
    }
    return connection
  }
}
#endif
