#if Plugins
public import Causeway
import CausewayConcurrency
import CausewayExport
import MessageBus
import Synchronization

/// Notifications of the desktop session.
///
/// The names are those of Capacitor's LocalNotifications plugin.
@Plugin("notifications")
public final class NotificationsPlugin: Sendable {
  private struct ShownNotification {
    let connection: Connection
    let notification: LocalNotification
    let service: any NotificationService
  }

  private struct State {
    /// The shown notifications by the session's keys.
    var shown: [String: ShownNotification] = [:]
    var isListening = false
  }

  private let application: String
  private let bus: SessionBus
  private let state = Mutex(State())

  /// Creates a plugin; the session shows its notifications under this application name.
  public convenience init(application: String) { self.init(application: application, bus: SessionBus()) }

  init(application: String, bus: SessionBus) {
    self.application = application
    self.bus = bus
  }

  /// The maximum number of notifications in one call, and the maximum length of a text in bytes.
  private static let (maximumCount, maximumLength) = (32, 8_192)
  /// The maximum number of notifications of a connection that are shown at a time.
  private static let maximumShown = 256
  /// The maximum number of buttons of a notification.
  private static let maximumButtons = 16

  /// The user chose a notification or one of its buttons.
  ///
  /// Only the connection that showed it receives the event.
  @Export let localNotificationActionPerformed = PluginEvent<NotificationAction>()

  /// Shows notifications at once.
  ///
  /// A notification replaces the one with the same id of this connection.
  ///
  /// - Throws: `UNAVAILABLE` with the reason without a desktop session, or without a notification service;
  ///   `RESOURCE_EXHAUSTED` for more than 32 at once, or 256 that are shown.
  @Export public func schedule(
    notifications: [LocalNotification], call: CallContext
  ) async throws -> ScheduleResult {
    try check(notifications)
    let connection = call.connection
    try await BlockingExecutor.run { [self] in
      let service = try service()
      try listen()
      forget(allBut: service)
      for notification in notifications { try show(notification, for: connection, by: service) }
    }
    return ScheduleResult(notifications: notifications.map { NotificationReference(id: $0.id) })
  }

  /// Removes notifications of this connection; unknown ids are ignored.
  ///
  /// - Throws: `UNAVAILABLE` with the reason without a desktop session.
  @Export public func cancel(notifications: [NotificationReference], call: CallContext) async throws {
    let ids = Set(notifications.map(\.id))
    let connection = call.connection
    let wanted = state.withLock { state in
      state.shown.filter { $0.value.connection === connection && ids.contains($0.value.notification.id) }
    }
    try await BlockingExecutor.run { [self] in
      for (key, shown) in wanted {
        // A restarted service uses the number for another notification, or for none.
        if try bus.owner(of: type(of: shown.service).service) == shown.service.owner { try shown.service.close(key) }
        state.withLock { $0.shown[key] = nil }
      }
    }
  }

  /// Whether notifications are available.
  @Export public func areEnabled() async throws -> EnabledResult {
    await BlockingExecutor.run { [self] in EnabledResult(value: (try? service()) != nil) }
  }

  // MARK: Showing

  /// The current notification service: looked up each time, since sessions change.
  private func service() throws(BridgeError) -> any NotificationService {
    do throws(BridgeError) {
      return try DesktopNotifications(bus)
    } catch {
      guard let portal = try? PortalNotifications(bus) else { throw error }
      return portal
    }
  }

  private func check(_ notifications: [LocalNotification]) throws(BridgeError) {
    guard notifications.count <= Self.maximumCount else {
      throw .exhausted("notifications", maximum: Self.maximumCount, "A call with \(notifications.count) notifications")
    }
    for (index, notification) in notifications.enumerated() {
      let path = "params.notifications[\(index)]"
      if let time = notification.schedule, time != .null, time != .undefined {
        throw BridgeError(
          .invalidArgument,
          "\(path).schedule: scheduling is not supported: show the notification from a timer.")
      }
      guard (notification.actions ?? []).count <= Self.maximumButtons else {
        throw BridgeError(.invalidArgument, "\(path).actions: expected at most \(Self.maximumButtons) buttons.")
      }
      let buttons = (notification.actions ?? []).flatMap { [$0.id, $0.title] }
      for text in [notification.title, notification.body] + buttons {
        guard text.utf8.count <= Self.maximumLength, !text.utf8.contains(0) else {
          throw BridgeError(
            .invalidArgument, "\(path): expected strings of at most \(Self.maximumLength) bytes, without a NUL.")
        }
      }
    }
  }

  /// Forgets notifications of a service that has ended, and of closed connections.
  private func forget(allBut service: any NotificationService) {
    state.withLock { state in
      state.shown = state.shown.filter { !$0.value.connection.isClosed && $0.value.service.owner == service.owner }
    }
  }

  private func show(
    _ notification: LocalNotification, for connection: Connection, by service: any NotificationService
  ) throws(BridgeError) {
    let (old, count) = state.withLock { state in
      let own = state.shown.filter { $0.value.connection === connection }
      return (own.first { $0.value.notification.id == notification.id }?.key, own.count)
    }
    guard old != nil || count < Self.maximumShown else {
      throw .exhausted("notifications", maximum: Self.maximumShown, "One more notification on the screen")
    }
    let key = try service.show(notification, of: application, replacing: old)
    state.withLock { state in
      if let old { state.shown[old] = nil }
      state.shown[key] = ShownNotification(connection: connection, notification: notification, service: service)
    }
  }

  // MARK: Events

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
      if let event = Service.event(signal) { self?.receive(event, from: signal.sender) }
    }
  }

  private func receive(_ event: NotificationEvent, from sender: String) {
    guard let shown = state.withLock({ $0.shown[event.key] }), shown.service.owner == sender else { return }
    switch event {
    case .closed(let key): state.withLock { $0.shown[key] = nil }
    case .chosen(_, let action):
      // A closed connection has no receiver.
      try? shown.connection.emit(
        "notifications.localNotificationActionPerformed",
        NotificationAction(
          actionId: action == "default" ? "tap" : String(action.dropFirst()), notification: shown.notification))
    }
  }
}
#else
/// Absent: the package is built without the trait `Plugins`.
@available(*, unavailable, message: "Enable the trait Plugins of the package in your manifest.")
public struct NotificationsPlugin {}
#endif
