#if Plugins
import Synchronization

@testable import CausewayPlugins
@testable import MessageBus

/// A desktop's notification service, which records its calls.
final class NotificationServer: Sendable {
  struct ShownNotification: Sendable, Equatable {
    var application, title, body: String
    var replaced: UInt32
    var actions: [String]
  }

  private final class Log: Sendable {
    let shown = Mutex<[ShownNotification]>([])
    let closed = Mutex<[UInt32]>([])
  }

  private let log = Log()
  private let peer: BusPeer

  var shown: [ShownNotification] { log.shown.withLock { $0 } }
  var closed: [UInt32] { log.closed.withLock { $0 } }

  init(_ address: String, capabilities: [String] = ["body", "actions"]) throws {
    peer = try BusPeer(DesktopNotifications.service.name, on: address) { [log] call in
      let arguments = call.arguments
      switch call.member {
      case "GetCapabilities": return .tuple([.strings(capabilities)])
      case "Notify":
        guard case .string(let application)? = arguments[0], case .unsigned(let replaced)? = arguments[1],
          case .string(let title)? = arguments[3], case .string(let body)? = arguments[4],
          case .strings(let actions)? = arguments[5]
        else { return nil }
        let count = log.shown.withLock { shown in
          shown.append(
            ShownNotification(application: application, title: title, body: body, replaced: replaced, actions: actions))
          return shown.count
        }
        return .tuple([.unsigned(replaced == 0 ? UInt32(100 + count) : replaced)])
      case "CloseNotification":
        guard case .unsigned(let number)? = arguments[0] else { return nil }
        log.closed.withLock { $0.append(number) }
        return .tuple([])
      default: return nil
      }
    }
  }

  func emit(_ signal: String, _ values: [BusValue]) { peer.emit(signal, of: DesktopNotifications.service, values) }

  func close() { peer.close() }
}

/// A sandbox's notification portal, which records its calls as text.
final class NotificationPortal: Sendable {
  private final class Log: Sendable { let entries = Mutex<[String]>([]) }

  private let log = Log()
  private let peer: BusPeer

  var entries: [String] { log.entries.withLock { $0 } }

  init(_ address: String) throws {
    peer = try BusPeer(PortalNotifications.service.name, on: address) { [log] call in
      let arguments = call.arguments
      switch call.member {
      case "Get": return .tuple([.unsigned(1)])
      case "AddNotification":
        guard case .string(let key)? = arguments[0], let text = arguments[1]?.text else { return nil }
        log.entries.withLock { $0.append("\(key) \(text)") }
        return .tuple([])
      case "RemoveNotification":
        guard case .string(let key)? = arguments[0] else { return nil }
        log.entries.withLock { $0.append("\(key) removed") }
        return .tuple([])
      default: return nil
      }
    }
  }

  func emit(_ signal: String, _ values: [BusValue]) { peer.emit(signal, of: PortalNotifications.service, values) }

  func close() { peer.close() }
}
#endif
