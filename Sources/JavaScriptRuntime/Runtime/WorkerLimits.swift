/// What the workers of a runtime may take.
public struct WorkerLimits: Sendable {
  /// The largest number of workers at one time: those of the runtime, their own workers, and so on.
  public var count = 16
  /// The largest number of ports in one context whose other ends are in other contexts, and of names of its open
  /// broadcast channels.
  public var ports = 4096
  /// The largest number of bytes of messages that one receiver holds unread; above it, `postMessage` throws.
  ///
  /// One message may exceed it by its own size.
  public var unreadBytes = 64 << 20

  /// The default limits.
  public init() {}
}
