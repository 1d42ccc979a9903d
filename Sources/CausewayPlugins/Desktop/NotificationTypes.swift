#if Plugins
public import Causeway
public import CausewayExport

/// A notification.
@Crossing
public struct LocalNotification: Sendable, Equatable {
  /// A number of the caller's, by which it is replaced and cancelled.
  public var id: Int32
  /// What it is about, in a few words.
  public var title: String
  /// What it says, as plain text.
  public var body: String
  /// What one may do about it, besides choosing it.
  public var actions: [NotificationButton]?
  /// Not offered: a later time; a timer of the program's does that.
  public var schedule: BridgeValue?
}

/// Something that one may do about a notification.
@Crossing
public struct NotificationButton: Sendable, Equatable {
  /// What the event tells; tap is that of choosing the notification itself.
  public var id: String
  /// What is written on it.
  public var title: String
}

/// Which notification is meant.
@Crossing
public struct NotificationReference: Sendable, Equatable {
  /// The number that it was shown with.
  public var id: Int32
}

/// The notifications that are shown now.
@Crossing
public struct ScheduleResult: Sendable, Equatable {
  /// In the order in which they were asked for.
  public var notifications: [NotificationReference]
}

/// Whether notifications are shown at all.
@Crossing
public struct EnabledResult: Sendable, Equatable {
  /// False without a desktop session, or one that shows none.
  public var value: Bool
}

/// What somebody did about a notification.
@Crossing
public struct NotificationAction: Sendable, Equatable {
  /// The button's id, or tap.
  public var actionId: String
  /// The notification, as it was asked for.
  public var notification: LocalNotification
}
#endif
