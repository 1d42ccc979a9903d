/// Something that is open and that somebody has to end: a call, a timer, a thread.
public struct OpenResource: Sendable, Hashable, CustomStringConvertible {
  /// What there is to end.
  public enum Kind: String, Sendable, CaseIterable {
    /// A call that has not been answered.
    case call
    /// A stream that has not come to its end.
    case stream
    /// Somebody who listens to an event.
    case listener
    /// A timer that is set, or a task that sleeps.
    case timer
    /// A value that native code keeps from JavaScript's collector.
    case protectedValue = "protected value"
    /// A thread.
    case thread
    /// A file descriptor.
    case descriptor
  }

  /// What it is.
  public let kind: Kind
  /// Which one, for a person: `wifi.ssid`, `setInterval`, `/tmp/log`.
  public let name: String
  /// Whose it is: `connection app`, `runtime app`.
  public let owner: String
  /// Where it was made: a file with its line, or a function; nil if that is not known.
  public let place: String?
  /// Tells it from others of the same kind and owner: those that were there before are nobody's leak.
  package let identity: String

  /// Something open.
  package init(_ kind: Kind, _ name: String, of owner: String, identity: String, place: String? = nil) {
    self.kind = kind
    self.name = name
    self.owner = owner
    self.identity = identity
    self.place = place
  }

  /// As a line of a report: `call wifi.ssid of connection app, made at app.js:3:20`.
  public var description: String {
    "\(kind.rawValue) \(name)" + (owner.isEmpty ? "" : " of \(owner)") + (place.map { ", made at \($0)" } ?? "")
  }
}

/// Something that knows what of its own is open: a connection, a runtime, a virtual clock.
public protocol LeakCheckable: AnyObject, Sendable {
  /// What is open now; nothing after its end.
  ///
  /// For tests: it may collect garbage, which takes milliseconds.
  func openResources() async -> [OpenResource]
}
