#if Plugins
import Synchronization
import TestSupport
import Testing

@testable import CausewayPlugins
@testable import MessageBus

/// The file chooser portal of a desktop: a test acts as the user.
final class FilePortal: Sendable {
  /// A shown dialog.
  struct Dialog: Sendable, Equatable {
    var member, arguments, handle: String
  }

  private final class Log: Sendable {
    let dialogs = Mutex<[Dialog]>([])
    let closed = Mutex<[String]>([])
  }

  private let log = Log()
  private let peer: BusPeer

  var dialogs: [Dialog] { log.dialogs.withLock { $0 } }
  /// The handles of the dialogs that were closed by the caller.
  var closed: [String] { log.closed.withLock { $0 } }

  /// - Parameter handles: the path of its handles; portals before 2018 used another one.
  init(_ address: String, handles: String = "/org/freedesktop/portal/desktop/request/") throws {
    peer = try BusPeer(PortalDialog.files.name, on: address) { [log] call in
      switch call.member {
      case "OpenFile", "SaveFile":
        guard case .dictionary(let options)? = call.arguments[2], case .string(let token)? = options["handle_token"]
        else { return nil }
        let handle = handles + call.sender.dropFirst().replacing(".", with: "_") + "/" + token
        let dialog = Dialog(
          member: call.member, arguments: call.text.replacing(token, with: "TOKEN"), handle: handle)
        log.dialogs.withLock { $0.append(dialog) }
        return .tuple([.string(handle)])
      case "Close":
        log.closed.withLock { $0.append(call.path) }
        return .tuple([])
      default: return nil
      }
    }
  }

  /// The dialog with this number, once it is open.
  func dialog(_ number: Int = 0) async throws -> Dialog {
    try await found("dialog \(number) is open") { dialogs.dropFirst(number).first }
  }

  /// Acts as the user: chooses these files, or dismisses the dialog.
  func answer(_ dialog: Dialog, _ uris: [String]?) {
    respond(dialog.handle, [.unsigned(uris == nil ? 1 : 0), .dictionary(uris.map { ["uris": .strings($0)] } ?? [:])])
  }

  func respond(_ handle: String, _ values: [BusValue]) {
    var request = PortalDialog.files
    request.path = handle
    request.interface = "org.freedesktop.portal.Request"
    peer.emit("Response", of: request, values)
  }

  /// Waits until all answers are sent.
  func synchronize() { peer.synchronize() }

  func close() { peer.close() }
}
#endif
