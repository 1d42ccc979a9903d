#if Plugins
import CGIO
import Causeway
import Foundation
import TestSupport
import Testing

@testable import CausewayPlugins
@testable import MessageBus

/// A private message bus without services.
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
    try process.run(forAtMost: 600)
    // The bus prints its address when it listens.
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    address = line.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  var identifier: pid_t { process.processIdentifier }

  func stop() {
    // A thread of Swift's pool starts the bus, with the blocked signals of that thread.
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  deinit { stop() }
}

extension BusValue {
  /// The value in GVariant's text format.
  var text: String {
    let variant = g_variant_ref_sink(self.variant)
    defer { g_variant_unref(variant) }
    let text = g_variant_print(variant, 0)
    defer { g_free(text) }
    return String(cString: text!)
  }
}

/// A received method call.
struct BusCall {
  let sender, path, member: String
  /// The arguments in GVariant's text format, with their types.
  let text: String
  let arguments: BusValue
}

/// Another program on the bus, which answers method calls.
///
/// `@unchecked Sendable`: the pointer never changes, and a GDBusConnection may be used from any thread.
final class BusPeer: @unchecked Sendable {
  private let connection: OpaquePointer
  private let answer: @Sendable (BusCall) -> BusValue?

  /// - Parameter answer: nil for an unknown member.
  init(
    _ name: String, on address: String, answer: @escaping @Sendable (BusCall) -> BusValue?
  ) throws {
    self.answer = answer
    let flags = GDBusConnectionFlags(
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    guard let connection = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, nil) else {
      throw BridgeError(.unavailable, "The bus cannot be reached.")
    }
    self.connection = connection
    // It lives until the test process ends, as the connection does.
    g_dbus_connection_add_filter(
      connection,
      { _, message, isIncoming, data in
        guard isIncoming != 0, let message, let data,
          g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL
        else { return message }
        Unmanaged<BusPeer>.fromOpaque(data).takeUnretainedValue().reply(to: message)
        g_object_unref(UnsafeMutableRawPointer(message))
        return nil
      }, Unmanaged.passRetained(self).toOpaque(), nil)
    let answer = g_dbus_connection_call_sync(
      connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
      BusValue.tuple([.string(name), .unsigned(0)]).variant, nil, G_DBUS_CALL_FLAGS_NONE, 5_000, nil, nil)
    g_variant_unref(answer)
  }

  private func reply(to message: OpaquePointer) {
    let call = BusCall(
      sender: String(cString: g_dbus_message_get_sender(message)),
      path: String(cString: g_dbus_message_get_path(message)),
      member: String(cString: g_dbus_message_get_member(message)),
      text: BusPeer.text(g_dbus_message_get_body(message)),
      arguments: g_dbus_message_get_body(message).map { BusValue($0) } ?? .tuple([]))
    let reply: OpaquePointer?
    if let answer = answer(call) {
      reply = g_dbus_message_new_method_reply(message)
      g_dbus_message_set_body(reply, answer.variant)
    } else {
      reply = g_dbus_message_new_method_error_literal(
        message, "org.freedesktop.DBus.Error.UnknownMethod", "No such method")
    }
    g_dbus_connection_send_message(connection, reply, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
    g_object_unref(UnsafeMutableRawPointer(reply))
  }

  private static func text(_ body: OpaquePointer?) -> String {
    guard let body else { return "()" }
    let text = g_variant_print(body, 1)
    defer { g_free(text) }
    return String(cString: text!)
  }

  /// Waits until the bus has passed on all sent messages.
  func synchronize() {
    let answer = g_dbus_connection_call_sync(
      connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId", nil, nil,
      G_DBUS_CALL_FLAGS_NONE, 5_000, nil, nil)
    g_variant_unref(answer)
  }

  /// Sends a signal to all programs on the bus.
  func emit(_ signal: String, of service: SessionBus.Service, _ values: [BusValue]) {
    g_dbus_connection_emit_signal(
      connection, nil, service.path, service.interface, signal, BusValue.tuple(values).variant, nil)
    g_dbus_connection_flush_sync(connection, nil, nil)
  }

  func close() { g_dbus_connection_close_sync(connection, nil, nil) }
}
#endif
