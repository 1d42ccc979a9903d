/// A resource that is open and has to be closed: a call, a timer, a thread.
public struct OpenResource: Sendable, Hashable, CustomStringConvertible {
  /// The kind of a resource.
  public enum Kind: String, Sendable, CaseIterable {
    /// A call that has not been answered.
    case call
    /// A stream that has not ended.
    case stream
    /// An event listener.
    case listener
    /// A timer that is set, or a task that sleeps.
    case timer
    /// An import that is loading modules.
    case moduleLoad = "module load"
    /// A value that native code protects from JavaScript's garbage collector.
    case protectedValue = "protected value"
    /// A function or an object of the other side that Swift holds.
    case reference
    /// A thread.
    case thread
    /// A child process.
    case process = "child process"
    /// A file descriptor.
    case descriptor
  }

  /// The kind of resource.
  public let kind: Kind
  /// A name for messages, such as `wifi.ssid`, `setInterval` or `/tmp/log`.
  public let name: String
  /// The owner's name, such as `connection app` or `runtime app`; empty if there is none.
  public let owner: String
  /// The source location or function that created the resource; nil if it is not known.
  public let location: String?
  /// Distinguishes resources of one kind and owner, so that a check can ignore those that existed before it.
  package let identity: String

  package init(_ kind: Kind, _ name: String, of owner: String, identity: String, location: String? = nil) {
    self.kind = kind
    self.name = name
    self.owner = owner
    self.identity = identity
    self.location = location
  }

  /// A line of a report, such as `call wifi.ssid of connection app, made at app.js:3:20`.
  public var description: String {
    "\(kind.rawValue) \(name)" + (owner.isEmpty ? "" : " of \(owner)") + (location.map { ", made at \($0)" } ?? "")
  }
}

/// An object that can list its open resources: a connection, a runtime, a virtual clock.
public protocol LeakCheckable: AnyObject, Sendable {
  /// The resources that are open now; empty after the object was closed.
  ///
  /// For tests only: it may run a garbage collection, which takes milliseconds.
  func openResources() async -> [OpenResource]
}
