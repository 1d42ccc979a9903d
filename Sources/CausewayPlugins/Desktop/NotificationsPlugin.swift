#if Plugins
public import Causeway
import CausewayExport
import Synchronization

/// Notifications of the desktop session.
///
/// The names are those of Capacitor's LocalNotifications plugin.
@Plugin("notifications")
public final class NotificationsPlugin: Sendable {
  private struct Shown {
    let connection: Connection
    let notification: LocalNotification
    let service: any NotificationService
  }

  private struct State {
    /// By what the session calls it.
    var shown: [String: Shown] = [:]
    var isListening = false
  }

  private let application: String
  private let bus: SessionBus
  private let state = Mutex(State())

  /// Notifications that the session shows under a program's name.
  public convenience init(application: String) { self.init(application: application, bus: SessionBus()) }

  init(application: String, bus: SessionBus) {
    self.application = application
    self.bus = bus
  }

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
    try await BlockingWork.run(on: .desktop) { [self] in
      let service = try service()
      try listen()
      forget(allBut: service)
      for notification in notifications { try show(notification, for: connection, by: service) }
    }
    return ScheduleResult(notifications: notifications.map { NotificationReference(id: $0.id) })
  }

  /// Takes notifications of this connection away; ids that it does not show are none.
  ///
  /// - Throws: `UNAVAILABLE` with the reason without a desktop session.
  @Export public func cancel(notifications: [NotificationReference], call: CallContext) async throws {
    let ids = Set(notifications.map(\.id))
    let connection = call.connection
    let wanted = state.withLock { state in
      state.shown.filter { $0.value.connection === connection && ids.contains($0.value.notification.id) }
    }
    try await BlockingWork.run(on: .desktop) { [self] in
      for (key, shown) in wanted {
        // To a service that began anew the number means another notification, or none.
        if try bus.owner(of: type(of: shown.service).service) == shown.service.owner { try shown.service.close(key) }
        state.withLock { $0.shown[key] = nil }
      }
    }
  }

  /// Whether notifications are shown at all.
  @Export public func areEnabled() async throws -> EnabledResult {
    try await BlockingWork.run(on: .desktop) { [self] in EnabledResult(value: (try? service()) != nil) }
  }

  // MARK: Showing

  /// Who shows notifications here: asked each time, since sessions change.
  private func service() throws(BridgeError) -> any NotificationService {
    do throws(BridgeError) {
      return try DesktopNotifications(bus)
    } catch {
      guard let portal = try? PortalNotifications(bus) else { throw error }
      return portal
    }
  }

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
          "\(place).schedule: a later time is not offered: set a timer, and show the notification then.")
      }
      let buttons = (notification.actions ?? []).flatMap { [$0.id, $0.title] }
      for text in [notification.title, notification.body] + buttons {
        guard text.utf8.count <= Self.longest, !text.utf8.contains(0) else {
          throw BridgeError(
            .invalidArgument, "\(place): a text of a notification has at most \(Self.longest) bytes, and no NUL.")
        }
      }
    }
  }

  /// Forgets what nobody can do anything about: by a service that is gone, and for a connection that is gone.
  private func forget(allBut service: any NotificationService) {
    state.withLock { state in
      state.shown = state.shown.filter { !$0.value.connection.isClosed && $0.value.service.owner == service.owner }
    }
  }

  private func show(
    _ notification: LocalNotification, for connection: Connection, by service: any NotificationService
  ) throws(BridgeError) {
    let old = state.withLock { state in
      state.shown.first { $0.value.connection === connection && $0.value.notification.id == notification.id }?.key
    }
    let key = try service.show(notification, of: application, replacing: old)
    state.withLock { state in
      if let old { state.shown[old] = nil }
      state.shown[key] = Shown(connection: connection, notification: notification, service: service)
    }
  }

  // MARK: Hearing

  private func listen() throws(BridgeError) {
    let isFirst = state.withLock { state in
      defer { state.isListening = true }
      return !state.isListening
    }
    guard isFirst else { return }
    do throws(BridgeError) {
      try listen(to: DesktopNotifications.self)
      try listen(to: PortalNotifications.self)
    } catch {
      state.withLock { $0.isListening = false }
      throw error
    }
  }

  private func listen<Service: NotificationService>(to type: Service.Type) throws(BridgeError) {
    try bus.listen(to: Service.service.interface) { [weak self] signal in
      if let event = Service.event(signal) { self?.hear(event, from: signal.sender) }
    }
  }

  private func hear(_ event: NotificationEvent, from sender: String) {
    guard let shown = state.withLock({ $0.shown[event.key] }), shown.service.owner == sender else { return }
    switch event {
    case .closed(let key): state.withLock { $0.shown[key] = nil }
    case .chosen(_, let action):
      // A connection that is gone has nobody to tell.
      try? shown.connection.emit(
        "notifications.localNotificationActionPerformed",
        NotificationAction(
          actionId: action == "default" ? "tap" : String(action.dropFirst()), notification: shown.notification))
    }
  }
}
#endif
