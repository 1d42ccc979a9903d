#if Plugins
/// The limits of a store.
///
/// An operation beyond a limit fails with `RESOURCE_EXHAUSTED` and the limit's name; its transaction has no effect.
public struct StorageLimits: Sendable, Equatable {
  /// The maximum size of a key in UTF-8; 1,024 bytes.
  public var keyBytes = 1_024
  /// The maximum size of a value as bridge JSON, in which bytes take four thirds of their size; 4 MiB.
  public var valueBytes = 4 << 20
  /// The maximum number of keys in one group; 100,000.
  public var groupEntries = 100_000
  /// The maximum size of the keys and values in one group; 64 MiB.
  public var groupBytes = 64 << 20
  /// The maximum number of groups with keys; 100.
  public var groups = 100
  /// The maximum number of operations in one transaction; 1,000.
  public var operations = 1_000
  /// The maximum size of the file, rounded down to pages of 4,096 bytes; 1 GiB.
  public var fileBytes = 1 << 30
  /// The maximum wait for another program that writes to the same file; 5 seconds.
  public var busyTimeout = Duration.seconds(5)

  /// Creates the default limits.
  public init() {}
}
#endif
