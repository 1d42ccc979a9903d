#if Plugins
package import BridgeValues
import CGIO
import Synchronization

/// One connection to a bus.
///
/// `@unchecked Sendable`: a GDBusConnection may be used from any thread, and the pointer to it never changes.
@safe package final class BusConnection: @unchecked Sendable {
  package let connection: OpaquePointer
  private let filter: guint
  private let number: UInt

  /// The listeners by the number of their connection.
  ///
  /// GIO releases a filter's user data in a main context that may never run, so the filter has only the number.
  private static let listeners = Mutex<[UInt: @Sendable (SessionBus.Signal) -> Void]>([:])
  private static let connections = Atomic<UInt>(0)

  /// Connects; `receive` is called for the signals, on GIO's thread.
  ///
  /// - Parameter name: the subject of an error's sentence.
  /// - Throws: `UNAVAILABLE` if the bus cannot be reached.
  package init(
    _ address: String, named name: String, _ receive: @escaping @Sendable (SessionBus.Signal) -> Void
  ) throws(BridgeError) {
    var error: UnsafeMutablePointer<GError>?
    let flags = GDBusConnectionFlags(
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    guard let connection = unsafe g_dbus_connection_new_for_address_sync(address, flags, nil, nil, &error) else {
      throw unsafe BusConnection.failure(error, "\(name) cannot be reached")
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

  package var isOpen: Bool { unsafe g_dbus_connection_is_closed(connection) == 0 }

  /// The unique name of this connection on the bus, such as `:1.42`.
  package var uniqueName: String { unsafe String(cString: g_dbus_connection_get_unique_name(connection)) }

  /// Subscribes to the signals of a match rule, which is passed without its type.
  package func subscribe(_ rule: String) throws(BridgeError) {
    _ = try call(.bus, "AddMatch", [.string("type='signal',\(rule)")])
  }

  package func call(
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
