/// The limits of a runtime's workers.
public struct WorkerLimits: Sendable {
  /// The largest number of workers at one time, including nested workers.
  public var count = 16
  /// The largest number of ports in one context whose other ends are in other contexts, and of names of its open
  /// broadcast channels.
  public var ports = 4096
  /// The largest number of bytes of unread messages for one receiver; above it, `postMessage` throws.
  ///
  /// One message may exceed it by its own size.
  public var unreadBytes = 64 << 20
  /// The largest heap of one worker in bytes; a worker beyond it is stopped, and its parent gets an `error` event.
  ///
  /// The heap is measured when the process has grown by an eighth of the limit, at most fifty times a second. So it may
  /// be exceeded by garbage that the engine has not collected yet, and by one large allocation.
  public var heapBytes = 1 << 30

  /// The default limits.
  public init() {}
}
