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
  /// The largest heap of one worker in bytes; a worker beyond it is stopped, and its parent gets an `error` event.
  ///
  /// The engine's heap is looked at when the process has grown by an eighth of this, at most fifty times a second. So it may
  /// be exceeded by garbage that the engine has not collected yet, and by one large allocation.
  public var heapBytes = 1 << 30

  /// The default limits.
  public init() {}
}
