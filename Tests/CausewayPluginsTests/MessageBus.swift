import CGIO
import Causeway
import Foundation
import Synchronization

@testable import CausewayPlugins

/// A message bus of a test's own, with nobody on it.
final class MessageBus {
  let address: String
  private let process = Process()

  init(in scratch: Scratch) throws {
    try scratch.write([
      "bus.conf": """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>unix:path=\(scratch.path)/bus</listen>
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/> <allow eavesdrop="true"/> <allow own="*"/>
        </policy>
      </busconfig>
      """
    ])
    process.executableURL = URL(filePath: "/usr/bin/dbus-daemon")
    process.arguments = [
      "--config-file=\(scratch.path)/bus.conf", "--print-address=1", "--nofork", "--nopidfile",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // The address is printed when the bus listens.
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    address = line.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
  }

  deinit { stop() }
}

/// A service that shows notifications, as a desktop has one: it remembers what it was told.
final class NotificationServer: @unchecked Sendable {
  struct Shown: Sendable, Equatable {
    var application, title, body: String
    var replaced: UInt32
    var actions: [String]
  }

  // Sendable: the pointer never changes, and a GDBusConnection may be used from any thread.
  private let connection: OpaquePointer
  private let capabilities: [String]
  private let state = Mutex<(shown: [Shown], closed: [UInt32])>(([], []))

  var shown: [Shown] { state.withLock { $0.shown } }
  var closed: [UInt32] { state.withLock { $0.closed } }

  init(_ address: String, capabilities: [String] = ["body", "actions"]) throws {
    self.capabilities = capabilities
    let flags = GDBusConnectionFlags(
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    guard let connection = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, nil)
    else {
      throw BridgeError(.unavailable, "The bus cannot be reached.")
    }
    self.connection = connection
    g_dbus_connection_add_filter(
      connection,
      { _, message, isIncoming, data in
        guard isIncoming != 0, let message, let data,
          g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL
        else { return message }
        Unmanaged<NotificationServer>.fromOpaque(data).takeUnretainedValue().answer(message)
        g_object_unref(UnsafeMutableRawPointer(message))
        return nil
      }, Unmanaged.passUnretained(self).toOpaque(), nil)
    let answer = g_dbus_connection_call_sync(
      connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
      "RequestName",
      BusValue.tuple([.string("org.freedesktop.Notifications"), .unsigned(0)]).variant, nil,
      G_DBUS_CALL_FLAGS_NONE,
      5_000, nil, nil)
    g_variant_unref(answer)
  }

  private func answer(_ message: OpaquePointer) {
    let body = g_dbus_message_get_body(message).map { BusValue($0) } ?? .tuple([])
    var answer: BusValue?
    switch String(cString: g_dbus_message_get_member(message)) {
    case "GetCapabilities": answer = .tuple([.strings(capabilities)])
    case "Notify":
      guard case .string(let application)? = body[0], case .unsigned(let replaced)? = body[1],
        case .string(let title)? = body[3], case .string(let text)? = body[4],
        case .strings(let actions)? = body[5]
      else { break }
      let number = state.withLock { state in
        state.shown.append(
          Shown(
            application: application, title: title, body: text, replaced: replaced, actions: actions
          ))
        return replaced == 0 ? UInt32(100 + state.shown.count) : replaced
      }
      answer = .tuple([.unsigned(number)])
    case "CloseNotification":
      guard case .unsigned(let number)? = body[0] else { break }
      state.withLock { $0.closed.append(number) }
      emit("NotificationClosed", [.unsigned(number), .unsigned(3)])
      answer = .tuple([])
    default: break
    }
    let reply =
      answer.map { answer -> OpaquePointer? in
        let reply = g_dbus_message_new_method_reply(message)
        g_dbus_message_set_body(reply, answer.variant)
        return reply
      }
      ?? g_dbus_message_new_method_error_literal(
        message, "org.freedesktop.DBus.Error.UnknownMethod", "No such method")
    g_dbus_connection_send_message(connection, reply, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
    g_object_unref(UnsafeMutableRawPointer(reply))
  }

  /// Tells everybody on the bus.
  func emit(_ signal: String, _ values: [BusValue]) {
    g_dbus_connection_emit_signal(
      connection, nil, "/org/freedesktop/Notifications", "org.freedesktop.Notifications", signal,
      BusValue.tuple(values).variant, nil)
    g_dbus_connection_flush_sync(connection, nil, nil)
  }

  func close() { g_dbus_connection_close_sync(connection, nil, nil) }
}
