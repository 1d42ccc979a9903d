#if Plugins
/// What one call may ask of the file system; whatever goes over is refused with `RESOURCE_EXHAUSTED` and the limit's name.
public struct FileLimits: Sendable {
  /// Bytes that readFile answers and writeFile takes at once; 16 MiB.
  ///
  /// The limit of the connection's messages comes on top. Larger files go by chunks, of any number.
  public var fileBytes = 16 << 20
  /// Entries that readdir answers; 10,000.
  public var entries = 10_000
  /// Folders within folders that rmdir removes; 64.
  public var depth = 64

  /// The defaults.
  public init() {}
}
#endif
