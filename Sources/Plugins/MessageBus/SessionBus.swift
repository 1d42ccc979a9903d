#if Plugins
package import BridgeValues
import Foundation
import Synchronization

/// The D-Bus message bus of the desktop session that this process belongs to, through GIO.
///
/// Connects on first use, and again after a lost connection. Each call blocks its thread until the answer.
package final class SessionBus: Sendable {
  /// A signal: its sender, its name and its arguments.
  package struct Signal: Sendable {
    package let sender: String
    package let path: String
    package let interface: String
    package let member: String
    package let body: BusValue
  }

  private struct State {
    var connection: BusConnection?
    var listeners: [String: @Sendable (Signal) -> Void] = [:]
  }

  private let address: String?
  private let state = Mutex(State())

  /// - Parameter address: nil for the session's bus from the environment.
  package init(address: String? = nil) { self.address = address ?? SessionBus.addressOfSession }

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
  package func call(
    _ service: Service, _ member: String, _ arguments: [BusValue] = []
  ) throws(BridgeError) -> BusValue {
    try connected().call(service, member, arguments)
  }

  /// The unique name of the program that owns a service's name now, such as `:1.42`.
  ///
  /// It is never reused.
  ///
  /// - Throws: `UNAVAILABLE` if the name has no owner.
  package func owner(of service: Service) throws(BridgeError) -> String {
    guard case .string(let owner)? = try call(.bus, "GetNameOwner", [.string(service.name)])[0] else {
      throw BridgeError(.unavailable, "The bus did not return the owner of \(service.name).")
    }
    return owner
  }

  /// Calls `body` for each signal of an interface, on GIO's thread.
  package func listen(to interface: String, _ body: @escaping @Sendable (Signal) -> Void)
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
  package func connect(_ receive: @escaping @Sendable (Signal) -> Void) throws(BridgeError) -> BusConnection {
    guard let address else {
      throw BridgeError(
        .unavailable,
        "There is no desktop session: DBUS_SESSION_BUS_ADDRESS is not set, and XDG_RUNTIME_DIR has no bus. Start the program in a session, or under dbus-run-session."
      )
    }
    return try BusConnection(address, named: "The desktop session's message bus", receive)
  }

  private func subscribe(to interface: String, on connection: BusConnection) throws(BridgeError) {
    try connection.subscribe("interface='\(interface)'")
  }

  private func receive(_ signal: Signal) {
    let listener = state.withLock { $0.listeners[signal.interface] }
    listener?(signal)
  }

  /// A service on the bus.
  package struct Service: Sendable {
    package let name: String
    package var path: String
    package var interface: String
    /// Advice for a missing service, as a sentence.
    package var remedy: String

    package init(name: String, path: String, interface: String, remedy: String = "") {
      self.name = name
      self.path = path
      self.interface = interface
      self.remedy = remedy
    }

    package static let bus = Service(
      name: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus"
    )
  }
}
#endif
