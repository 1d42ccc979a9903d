#if Plugins
/// The limits of file operations.
///
/// A call beyond a limit fails with `RESOURCE_EXHAUSTED` and the limit's name.
public struct FileLimits: Sendable {
  /// The maximum bytes of readFile and writeFile; 16 MiB.
  ///
  /// The connection's message limit applies as well. Larger files are read and written in chunks.
  public var fileBytes = 16 << 20
  /// The maximum number of entries that readdir returns; 10,000.
  public var entries = 10_000
  /// The maximum nesting of folders that rmdir removes; 64.
  public var depth = 64

  /// The defaults.
  public init() {}
}
#endif
