#if Plugins
/// What a store takes at most.
///
/// Whatever goes over is refused with `RESOURCE_EXHAUSTED` and the limit's name; nothing of its transaction is written.
public struct StorageLimits: Sendable, Equatable {
  /// Bytes of a key, in UTF-8; 1,024.
  public var keyBytes = 1_024
  /// Bytes of a value as bridge JSON, in which bytes take four thirds of their size; 4 MiB.
  public var valueBytes = 4 << 20
  /// Keys in one group; 100,000.
  public var groupEntries = 100_000
  /// Bytes of the keys and values in one group; 64 MiB.
  public var groupBytes = 64 << 20
  /// Groups that hold something; 100.
  public var groups = 100
  /// Operations in one transaction; 1,000.
  public var operations = 1_000
  /// Bytes of the file, rounded down to pages of 4,096; 1 GiB.
  public var fileBytes = 1 << 30
  /// How long to wait for another program that writes to the same file; 5 seconds.
  public var busyTimeout = Duration.seconds(5)

  /// The defaults.
  public init() {}
}
#endif
