#if Plugins
import CGIO
import Causeway
import Foundation
import Synchronization

/// The D-Bus message bus of the desktop session that this process belongs to, through GIO.
///
/// Connects on first use, and again after a lost connection. Each call blocks its thread until the answer.
final class SessionBus: Sendable {
  /// A signal: its sender, its name and its arguments.
  struct Signal: Sendable {
    let sender: String
    let path: String
    let interface: String
    let member: String
    let body: BusValue
  }

  private struct State {
    var connection: BusConnection?
    var listeners: [String: @Sendable (Signal) -> Void] = [:]
  }

  private let address: String?
  private let state = Mutex(State())

  /// - Parameter address: nil for the session's bus from the environment.
  init(address: String? = nil) { self.address = address ?? SessionBus.addressOfSession }

  /// Nil without a session.
  ///
  /// GIO's own search would start a bus if there is none.
  private static var addressOfSession: String? {
    let environment = ProcessInfo.processInfo.environment
    if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return address }
    guard let folder = environment["XDG_RUNTIME_DIR"],
      FileManager.default.fileExists(atPath: "\(folder)/bus")
    else {
      return nil
    }
    return "unix:path=\(folder)/bus"
  }

  /// Calls a method of a service, and returns its results.
  ///
  /// - Throws: `UNAVAILABLE` with the reason without a session, or without the service.
  func call(
    _ service: Service, _ member: String, _ arguments: [BusValue] = []
  ) throws(BridgeError) -> BusValue {
    try connected().call(service, member, arguments)
  }

  /// The unique name of the program that owns a service's name now, such as `:1.42`.
  ///
  /// It is never reused.
  ///
  /// - Throws: `UNAVAILABLE` if the name has no owner.
  func owner(of service: Service) throws(BridgeError) -> String {
    guard case .string(let owner)? = try call(.bus, "GetNameOwner", [.string(service.name)])[0] else {
      throw BridgeError(.unavailable, "The bus did not return the owner of \(service.name).")
    }
    return owner
  }

  /// Calls `body` for each signal of an interface, on GIO's thread.
  func listen(to interface: String, _ body: @escaping @Sendable (Signal) -> Void)
    throws(BridgeError)
  {
    state.withLock { $0.listeners[interface] = body }
    try subscribe(to: interface, on: connected())
  }

  private func connected() throws(BridgeError) -> BusConnection {
    if let connection = state.withLock({ $0.connection }), connection.isOpen { return connection }
    let connection = try connect { [weak self] signal in self?.receive(signal) }
    let interfaces = state.withLock { state in
      state.connection = connection
      return Array(state.listeners.keys)
    }
    for interface in interfaces { try subscribe(to: interface, on: connection) }
    return connection
  }

  /// Opens a separate connection; `receive` is called for its signals, on GIO's thread.
  ///
  /// - Throws: `UNAVAILABLE` with the reason without a session.
  func connect(_ receive: @escaping @Sendable (Signal) -> Void) throws(BridgeError) -> BusConnection {
    guard let address else {
      throw BridgeError(
        .unavailable,
        "There is no desktop session: DBUS_SESSION_BUS_ADDRESS is not set, and XDG_RUNTIME_DIR has no bus. Start the program in a session, or under dbus-run-session."
      )
    }
    return try BusConnection(address, receive)
  }

  private func subscribe(to interface: String, on connection: BusConnection) throws(BridgeError) {
    try connection.subscribe("interface='\(interface)'")
  }

  private func receive(_ signal: Signal) {
    let listener = state.withLock { $0.listeners[signal.interface] }
    listener?(signal)
  }

  /// A service on the bus.
  struct Service: Sendable {
    let name: String
    var path: String
    var interface: String
    /// Advice for a missing service, as a sentence.
    var remedy = ""

    static let bus = Service(
      name: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus"
    )
  }
}

/// One connection to a bus.
///
/// `@unchecked Sendable`: a GDBusConnection may be used from any thread, and the pointer to it never changes.
@safe final class BusConnection: @unchecked Sendable {
  let connection: OpaquePointer
  private let filter: guint
  private let number: UInt

  /// The listeners by the number of their connection.
  ///
  /// GIO releases a filter's user data in a main context that may never run, so the filter holds only the number.
  private static let listeners = Mutex<[UInt: @Sendable (SessionBus.Signal) -> Void]>([:])
  private static let connections = Atomic<UInt>(0)

  init(_ address: String, _ receive: @escaping @Sendable (SessionBus.Signal) -> Void) throws(BridgeError) {
    var error: UnsafeMutablePointer<GError>?
    let flags = GDBusConnectionFlags(
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    guard let connection = unsafe g_dbus_connection_new_for_address_sync(address, flags, nil, nil, &error) else {
      throw unsafe BusConnection.failure(error, "The desktop session's message bus cannot be reached")
    }
    unsafe self.connection = unsafe connection
    let number = BusConnection.connections.add(1, ordering: .relaxed).newValue
    self.number = number
    BusConnection.listeners.withLock { $0[number] = receive }
    // Called on GIO's own thread, so no main loop has to run.
    filter = unsafe g_dbus_connection_add_filter(
      connection,
      { _, message, isIncoming, data in
        if isIncoming != 0, let message = unsafe message,
          unsafe g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_SIGNAL,
          let signal = unsafe SessionBus.Signal(message)
        {
          let listener = BusConnection.listeners.withLock { $0[UInt(bitPattern: data)] }
          listener?(signal)
        }
        return unsafe message
      }, UnsafeMutableRawPointer(bitPattern: number), nil)
  }

  deinit {
    unsafe g_dbus_connection_remove_filter(connection, filter)
    _ = BusConnection.listeners.withLock { $0.removeValue(forKey: number) }
    // Releasing the last reference closes the connection. An explicit close would report to a main context that may
    // never run, and keep the connection alive.
    unsafe g_object_unref(UnsafeMutableRawPointer(connection))
  }

  var isOpen: Bool { unsafe g_dbus_connection_is_closed(connection) == 0 }

  /// The unique name of this connection on the bus, such as `:1.42`.
  var uniqueName: String { unsafe String(cString: g_dbus_connection_get_unique_name(connection)) }

  /// Subscribes to the signals of a match rule, which is passed without its type.
  func subscribe(_ rule: String) throws(BridgeError) {
    _ = try call(.bus, "AddMatch", [.string("type='signal',\(rule)")])
  }

  func call(
    _ service: SessionBus.Service, _ member: String, _ arguments: [BusValue]
  ) throws(BridgeError) -> BusValue {
    var error: UnsafeMutablePointer<GError>?
    let answer = unsafe g_dbus_connection_call_sync(
      connection, service.name, service.path, service.interface, member,
      BusValue.tuple(arguments).variant, nil,
      G_DBUS_CALL_FLAGS_NONE, BusConnection.timeoutMilliseconds, nil, &error)
    guard let answer = unsafe answer else {
      throw unsafe BusConnection.failure(error, "\(service.name) did not answer", service.remedy)
    }
    defer { unsafe g_variant_unref(answer) }
    return unsafe BusValue(answer)
  }

  /// The time limit of a call in milliseconds.
  private static let timeoutMilliseconds: gint = 5_000

  private static func failure(
    _ error: UnsafeMutablePointer<GError>?, _ what: String, _ remedy: String = ""
  ) -> BridgeError {
    let end = remedy.isEmpty ? "" : " \(remedy)"
    guard let error = unsafe error else { return BridgeError(.unavailable, "\(what).\(end)") }
    defer { unsafe g_error_free(error) }
    unsafe g_dbus_error_strip_remote_error(error)
    return BridgeError(.unavailable, unsafe "\(what): \(String(cString: error.pointee.message)).\(end)")
  }
}

extension SessionBus.Signal {
  /// Nil for an incomplete message.
  init?(_ message: OpaquePointer) {
    guard let sender = unsafe g_dbus_message_get_sender(message),
      let path = unsafe g_dbus_message_get_path(message),
      let interface = unsafe g_dbus_message_get_interface(message),
      let member = unsafe g_dbus_message_get_member(message)
    else { return nil }
    self.sender = unsafe String(cString: sender)
    self.path = unsafe String(cString: path)
    self.interface = unsafe String(cString: interface)
    self.member = unsafe String(cString: member)
    body =
      if let body = unsafe g_dbus_message_get_body(message) { unsafe BusValue(body) } else {
        .tuple([])
      }
  }
}
#endif
