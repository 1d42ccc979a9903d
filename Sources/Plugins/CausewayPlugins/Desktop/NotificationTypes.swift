#if Plugins
public import Causeway
public import CausewayExport

/// A notification.
@Crossing
public struct LocalNotification: Sendable, Equatable {
  /// A number chosen by the caller, to replace and cancel the notification.
  public var id: Int32
  /// The subject, in a few words.
  public var title: String
  /// The message, as plain text.
  public var body: String
  /// The buttons of the notification.
  public var actions: [NotificationButton]?
  /// Not supported: scheduling for a later time.
  ///
  /// Use a timer in the program.
  public var schedule: BridgeValue?
}

/// A button of a notification.
@Crossing
public struct NotificationButton: Sendable, Equatable {
  /// The id in the event; the id of the notification itself is tap.
  public var id: String
  /// The label.
  public var title: String
}

/// A reference to a notification.
@Crossing
public struct NotificationReference: Sendable, Equatable {
  /// The number with which the notification was shown.
  public var id: Int32
}

/// The notifications that are now shown.
@Crossing
public struct ScheduleResult: Sendable, Equatable {
  /// The notifications, in the order of the request.
  public var notifications: [NotificationReference]
}

/// Whether notifications are available.
@Crossing
public struct EnabledResult: Sendable, Equatable {
  /// False without a desktop session, or without a notification service.
  public var value: Bool
}

/// A user's action on a notification.
@Crossing
public struct NotificationAction: Sendable, Equatable {
  /// The id of the button, or tap.
  public var actionId: String
  /// The notification, as it was requested.
  public var notification: LocalNotification
}
#endif
