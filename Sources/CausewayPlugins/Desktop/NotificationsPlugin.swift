public import Causeway
import CausewayExport
import Synchronization

/// Notifications of the desktop session.
///
/// The names are those of Capacitor's LocalNotifications plugin.
@Plugin("notifications")
public final class NotificationsPlugin: Sendable {
  /// What was shown, by the number that the session gave it.
  private struct Shown {
    let connection: Connection
    let notification: LocalNotification
  }

  private struct State {
    var shown: [UInt32: Shown] = [:]
    var isListening = false
  }

  private let application: String
  private let bus: SessionBus
  private let state = Mutex(State())

  /// Notifications that the session shows under a program's name.
  public convenience init(application: String) {
    self.init(application: application, bus: SessionBus())
  }

  init(application: String, bus: SessionBus) {
    self.application = application
    self.bus = bus
  }

  /// Source: the Desktop Notifications Specification, 1.2.
  private static let service = SessionBus.Service(
    name: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
    interface: "org.freedesktop.Notifications",
    remedy: "A desktop shows notifications, or a daemon such as dunst or mako.")

  /// How many may be asked for at once, and how many bytes a text may have.
  private static let (most, longest) = (32, 8_192)

  /// Somebody chose a notification, or a button of it; told to the connection that had shown it.
  @Export let localNotificationActionPerformed = PluginEvent<NotificationAction>()

  /// Shows notifications now; one whose id this connection has shown already takes its place.
  ///
  /// - Throws: `UNAVAILABLE` with the reason without a desktop session, or one that shows none.
  @Export public func schedule(
    notifications: [LocalNotification], call: CallContext
  ) async throws -> ScheduleResult {
    try check(notifications)
    let connection = call.connection
    try await BlockingWork.run { [self] in
      try listen()
      let capabilities = try bus.call(Self.service, "GetCapabilities")[0]
      let hasMarkup =
        if case .strings(let names)? = capabilities { names.contains("body-markup") } else { false }
      for notification in notifications {
        try show(notification, for: connection, hasMarkup: hasMarkup)
      }
    }
    return ScheduleResult(notifications: notifications.map { NotificationReference(id: $0.id) })
  }

  /// Takes notifications of this connection away; ids that it does not show are none.
  ///
  /// - Throws: `UNAVAILABLE` with the reason without a desktop session.
  @Export public func cancel(notifications: [NotificationReference], call: CallContext) async throws {
    let ids = Set(notifications.map(\.id))
    let connection = call.connection
    let numbers = state.withLock { state in
      state.shown.filter {
        $0.value.connection === connection && ids.contains($0.value.notification.id)
      }.map(\.key)
    }
    try await BlockingWork.run { [self] in
      for number in numbers {
        _ = try bus.call(Self.service, "CloseNotification", [.unsigned(number)])
      }
    }
  }

  /// Whether notifications are shown at all.
  @Export public func areEnabled() async throws -> EnabledResult {
    try await BlockingWork.run { [self] in
      EnabledResult(value: (try? bus.call(Self.service, "GetCapabilities")) != nil)
    }
  }

  // MARK: Showing

  private func check(_ notifications: [LocalNotification]) throws(BridgeError) {
    guard notifications.count <= Self.most else {
      throw BridgeError(
        .resourceExhausted,
        "\(notifications.count) notifications at once are over the limit notifications (\(Self.most)).",
        data: ["limit": "notifications", "maximum": .number(Double(Self.most))])
    }
    for (index, notification) in notifications.enumerated() {
      let place = "params.notifications[\(index)]"
      if let time = notification.schedule, time != .null, time != .undefined {
        throw BridgeError(
          .invalidArgument,
          "\(place).schedule: a later time is not offered: set a timer, and show the notification then."
        )
      }
      let buttons = (notification.actions ?? []).flatMap { [$0.id, $0.title] }
      for text in [notification.title, notification.body] + buttons {
        guard text.utf8.count <= Self.longest, !text.utf8.contains(0) else {
          throw BridgeError(
            .invalidArgument,
            "\(place): a text of a notification has at most \(Self.longest) bytes, and no NUL.")
        }
      }
    }
  }

  private func show(
    _ notification: LocalNotification, for connection: Connection, hasMarkup: Bool
  ) throws(BridgeError) {
    let old = state.withLock { state in
      state.shown.first {
        $0.value.connection === connection && $0.value.notification.id == notification.id
      }?.key
    }
    let body = hasMarkup ? Self.escaped(notification.body) : notification.body
    let actions =
      ["default", ""] + (notification.actions ?? []).flatMap { ["+" + $0.id, $0.title] }
    let answer = try bus.call(
      Self.service, "Notify",
      [
        .string(application), .unsigned(old ?? 0), .string(""), .string(notification.title),
        .string(body),
        .strings(actions), .dictionary([:]), .integer(-1),
      ])
    guard case .unsigned(let number)? = answer[0] else {
      throw BridgeError(
        .unavailable, "The desktop session did not say which notification it shows.")
    }
    state.withLock { state in
      if let old { state.shown[old] = nil }
      state.shown[number] = Shown(connection: connection, notification: notification)
    }
  }

  /// Text in which nothing is markup.
  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  // MARK: Hearing

  private func listen() throws(BridgeError) {
    let isFirst = state.withLock { state in
      defer { state.isListening = true }
      return !state.isListening
    }
    guard isFirst else { return }
    do throws(BridgeError) {
      try bus.listen(to: Self.service.interface) { [weak self] signal in self?.hear(signal) }
    } catch {
      state.withLock { $0.isListening = false }
      throw error
    }
  }

  private func hear(_ signal: SessionBus.Signal) {
    guard case .unsigned(let number)? = signal.body[0] else { return }
    switch (signal.member, signal.body[1]) {
    case ("NotificationClosed", _): state.withLock { _ = $0.shown.removeValue(forKey: number) }
    case ("ActionInvoked", .string(let key)?):
      guard let shown = state.withLock({ $0.shown[number] }) else { return }
      let action = key == "default" ? "tap" : String(key.dropFirst())
      // A connection that is gone has nobody to tell.
      try? shown.connection.emit(
        "notifications.localNotificationActionPerformed",
        NotificationAction(actionId: action, notification: shown.notification))
    default: break
    }
  }
}
