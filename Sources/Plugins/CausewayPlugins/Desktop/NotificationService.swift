#if Plugins
import Causeway
import MessageBus

/// A service of the session that shows notifications.
protocol NotificationService: Sendable {
  static var service: SessionBus.Service { get }

  /// The unique bus name of the service. Only its signals are accepted, and a restarted service no longer shows our
  /// notifications.
  var owner: String { get }

  /// Checks that the service is running.
  ///
  /// - Throws: `UNAVAILABLE` if it is not.
  init(_ bus: SessionBus) throws(BridgeError)

  /// Shows a notification, and returns the session's key for it.
  func show(_ notification: LocalNotification, of application: String, replacing key: String?) throws(BridgeError)
    -> String

  func close(_ key: String) throws(BridgeError)

  /// The event in a signal; nil for an irrelevant signal.
  static func event(_ signal: SessionBus.Signal) -> NotificationEvent?
}

/// An event of a notification.
enum NotificationEvent: Sendable, Equatable {
  case chosen(key: String, action: String)
  case closed(key: String)

  /// The session's key for the notification.
  var key: String {
    switch self {
    case .chosen(let key, _), .closed(let key): key
    }
  }
}

/// The notification service of a desktop, or of a separate daemon.
///
/// Source: the Desktop Notifications Specification, 1.2.
struct DesktopNotifications: NotificationService {
  static let service = SessionBus.Service(
    name: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
    interface: "org.freedesktop.Notifications",
    remedy: "Start a desktop, or a notification daemon such as dunst or mako.")

  let owner: String
  private let bus: SessionBus
  private let hasMarkup: Bool

  init(_ bus: SessionBus) throws(BridgeError) {
    self.bus = bus
    let capabilities = try bus.call(Self.service, "GetCapabilities")[0]
    hasMarkup = if case .strings(let names)? = capabilities { names.contains("body-markup") } else { false }
    owner = try bus.owner(of: Self.service)
  }

  func show(
    _ notification: LocalNotification, of application: String, replacing key: String?
  ) throws(BridgeError) -> String {
    let body = hasMarkup ? DesktopNotifications.escaped(notification.body) : notification.body
    let actions = ["default", ""] + (notification.actions ?? []).flatMap { ["+" + $0.id, $0.title] }
    let answer = try bus.call(
      Self.service, "Notify",
      [
        .string(application), .unsigned(key.flatMap { UInt32($0) } ?? 0), .string(""), .string(notification.title),
        .string(body), .strings(actions), .dictionary([:]), .integer(-1),
      ])
    guard case .unsigned(let number)? = answer[0] else {
      throw BridgeError(.unavailable, "The notification service did not return the number of the notification.")
    }
    return String(number)
  }

  func close(_ key: String) throws(BridgeError) {
    _ = try bus.call(Self.service, "CloseNotification", [.unsigned(UInt32(key) ?? 0)])
  }

  static func event(_ signal: SessionBus.Signal) -> NotificationEvent? {
    guard case .unsigned(let number)? = signal.body[0] else { return nil }
    switch (signal.member, signal.body[1]) {
    case ("NotificationClosed", _): return .closed(key: String(number))
    case ("ActionInvoked", .string(let action)?): return .chosen(key: String(number), action: action)
    default: return nil
    }
  }

  /// The text with escaped markup.
  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

/// The notification service for sandboxed programs.
///
/// Source: org.freedesktop.portal.Notification of xdg-desktop-portal.
struct PortalNotifications: NotificationService {
  static let service = SessionBus.Service(
    name: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
    interface: "org.freedesktop.portal.Notification")

  let owner: String
  private let bus: SessionBus

  init(_ bus: SessionBus) throws(BridgeError) {
    self.bus = bus
    var properties = Self.service
    properties.interface = "org.freedesktop.DBus.Properties"
    _ = try bus.call(properties, "Get", [.string(Self.service.interface), .string("version")])
    owner = try bus.owner(of: Self.service)
  }

  func show(
    _ notification: LocalNotification, of application: String, replacing key: String?
  ) throws(BridgeError) -> String {
    let key = key ?? "causeway-" + String(UInt64.random(in: .min ... .max), radix: 36)
    let buttons = (notification.actions ?? []).map { button -> [String: BusValue] in
      ["label": .string(button.title), "action": .string("+" + button.id)]
    }
    _ = try bus.call(
      Self.service, "AddNotification",
      [
        .string(key),
        .dictionary([
          "title": .string(notification.title), "body": .string(notification.body),
          "default-action": .string("default"), "buttons": .dictionaries(buttons),
        ]),
      ])
    return key
  }

  func close(_ key: String) throws(BridgeError) { _ = try bus.call(Self.service, "RemoveNotification", [.string(key)]) }

  static func event(_ signal: SessionBus.Signal) -> NotificationEvent? {
    guard signal.member == "ActionInvoked", case .string(let key)? = signal.body[0],
      case .string(let action)? = signal.body[1]
    else { return nil }
    return .chosen(key: key, action: action)
  }
}
#endif
