package import CausewayConcurrency
import Dispatch
import Glibc
import Synchronization

/// Shows the activity of a bridge to `causeway top`, over a Unix socket that only processes of the same user may use.
///
///     var configuration = Bridge.Configuration()
///     configuration.recordsActivity = true
///     let bridge = Bridge(configuration)
///     let server = try ActivityServer(bridge)
///
/// It speaks JSON-RPC, with one message a line: `activity.read` returns a ``BridgeActivity``, `call.cancel` with
/// `{"id": text}` returns whether there was such a call. It answers on its own thread, also while JavaScript is busy.
/// It stops when ``close()`` is called or the last reference is released.
///
/// `@unchecked Sendable`: the only property that is not Sendable is a Dispatch source, which may be used on any thread.
public final class ActivityServer: @unchecked Sendable {
  /// Clients at a time; others are disconnected.
  private static let clientLimit = 8
  /// How long to wait before the next client if this process has no descriptor for it.
  private static let retryDelay = 1

  /// The socket's path.
  public var path: String { listener.path }
  private let listener: LocalSocket.Listener
  /// Answers the clients.
  private let service: Bridge
  private let queue = DispatchQueue(label: "causeway.activity")
  private let source: any DispatchSourceRead
  private let isClosed = Atomic<Bool>(false)
  private let clients = Mutex<[ObjectIdentifier: Connection]>([:])

  /// Listens at a path.
  ///
  /// It replaces the socket of a process that has ended, but no other file.
  ///
  /// - Parameters:
  ///   - bridge: shows ages, latencies and lines if its configuration has `recordsActivity`.
  ///   - path: of at most 107 bytes; nil for ``standardPath(of:)`` of this process.
  /// - Throws: `ALREADY_EXISTS`, `INVALID_ARGUMENT`, `PERMISSION_DENIED`, `NOT_FOUND` if the directory does not exist,
  ///   `FAILED_PRECONDITION` if there is no path and no runtime directory.
  public init(_ bridge: Bridge, at path: String? = nil) throws(BridgeError) {
    let path = if let path { path } else { try ActivityServer.standardPath(of: getpid()) }
    do throws(LocalSocketError) { listener = try LocalSocket.listen(at: path) } catch { throw BridgeError(error) }
    var configuration = Bridge.Configuration()
    configuration.limits = ActivityServer.limits
    configuration.logger = bridge.logger
    service = Bridge(configuration)
    service.handle("activity.read") { () -> BridgeActivity in bridge.activity() }
    service.handle("call.cancel") { (call: CancelParameters) -> Bool in bridge.cancelCall(call.id) }
    source = DispatchSource.makeReadSource(fileDescriptor: listener.descriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.accept() }
    source.setCancelHandler { [descriptor = listener.descriptor] in _ = Glibc.close(descriptor) }
    source.activate()
  }

  deinit { close() }

  /// Stops listening, removes the socket and disconnects the clients; a second call has no effect.
  public func close() {
    guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    listener.removeFile()
    source.cancel()
    service.close()
  }

  /// The path at which `causeway top` looks for a process: `causeway-PID.sock` in the directory `XDG_RUNTIME_DIR`.
  ///
  /// - Throws: `FAILED_PRECONDITION` if that variable is not set, or not to a directory that only this user may change.
  public static func standardPath(of process: Int32) throws(BridgeError) -> String {
    do throws(LocalSocketError) {
      return "\(try LocalSocket.runtimeDirectory())/causeway-\(process).sock"
    } catch {
      throw BridgeError(error)
    }
  }

  /// The limits of both ends: answers are large, all other messages are small.
  package static let limits: Limits = {
    var limits = Limits()
    limits.messageBytes = 4 << 20
    limits.bytesInFlight = 16 << 20
    limits.callsInFlight = 4
    return limits
  }()

  /// Identifies the call to cancel.
  package struct CancelParameters: Codable, Sendable {
    package let id: String
    package init(id: String) { self.id = id }
  }

  // MARK: Clients

  private func accept() {
    while true {
      let client = Glibc.accept(listener.descriptor, nil, nil)
      guard client >= 0 else {
        if errno == EINTR || errno == ECONNABORTED { continue }
        if errno != EAGAIN { pause() }
        return
      }
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      guard LocalSocket.peerIsSameUser(client), clients.withLock({ $0.count }) < ActivityServer.clientLimit else {
        Glibc.close(client)
        continue
      }
      serve(client)
    }
  }

  /// Waits a little: the client that cannot be accepted would wake this thread again and again.
  private func pause() {
    source.suspend()
    // A source that is suspended must not be released, and is not: this closure holds it.
    queue.asyncAfter(deadline: .now() + .seconds(ActivityServer.retryDelay)) { [self] in source.resume() }
  }

  private func serve(_ descriptor: CInt) {
    let port = LinePort(descriptor: descriptor, limits: ActivityServer.limits)
    let wire = JSONRPCTransport(port, limits: ActivityServer.limits)
    let connection = service.connect(
      wire, permissions: ["activity.read", "call.cancel"], limits: ActivityServer.limits, name: "activity")
    let key = ObjectIdentifier(connection)
    clients.withLock { $0[key] = connection }
    port.start({ wire.deliver($0) }) { [weak self] reason in
      wire.lost(reason)
      self?.clients.withLock { _ = $0.removeValue(forKey: key) }
    }
  }
}

extension BridgeError {
  package init(_ error: LocalSocketError) {
    let code: Code =
      switch error.code {
      case .alreadyExists: .alreadyExists
      case .failedPrecondition: .failedPrecondition
      case .invalidArgument: .invalidArgument
      case .notFound: .notFound
      case .permissionDenied: .permissionDenied
      case .resourceExhausted: .resourceExhausted
      case .unavailable: .unavailable
      }
    self.init(code, error.description)
  }
}
