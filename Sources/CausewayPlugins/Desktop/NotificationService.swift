#if Plugins
import Causeway

/// Somebody in the session who shows notifications.
protocol NotificationService: Sendable {
  static var service: SessionBus.Service { get }

  /// What the bus calls it: nobody else can say what happened, and one that began anew shows nothing of ours.
  var owner: String { get }

  /// Asks whether it is there.
  ///
  /// - Throws: `UNAVAILABLE` when it is not.
  init(_ bus: SessionBus) throws(BridgeError)

  /// Shows a notification, and returns what the session calls it.
  func show(_ notification: LocalNotification, of application: String, replacing key: String?) throws(BridgeError)
    -> String

  func close(_ key: String) throws(BridgeError)

  /// What a signal of it says; nil for what is of no interest.
  static func event(_ signal: SessionBus.Signal) -> NotificationEvent?
}

/// What happened to a notification.
enum NotificationEvent: Sendable, Equatable {
  case chosen(key: String, action: String)
  case closed(key: String)

  /// What the session calls the notification.
  var key: String {
    switch self {
    case .chosen(let key, _), .closed(let key): key
    }
  }
}

/// What a desktop has, or a daemon of its own.
///
/// Source: the Desktop Notifications Specification, 1.2.
struct DesktopNotifications: NotificationService {
  static let service = SessionBus.Service(
    name: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
    interface: "org.freedesktop.Notifications",
    remedy: "A desktop shows notifications, or a daemon such as dunst or mako.")

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
      throw BridgeError(.unavailable, "The desktop session did not say which notification it shows.")
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

  /// Text in which nothing is markup.
  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

/// What a sandbox lets a program have.
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
