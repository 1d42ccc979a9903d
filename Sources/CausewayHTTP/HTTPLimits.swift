#if Plugins
/// What one request takes at most.
///
/// Whatever goes over is refused with `RESOURCE_EXHAUSTED` and the limit's name, and its connection is closed.
public struct HTTPLimits: Sendable, Equatable {
  /// Bytes of an answer that is given as a whole, and of any answer after it was decompressed; 16 MiB.
  public var bodyBytes = 16 << 20
  /// Bytes of an answer that is streamed; 4 GiB.
  public var streamBytes = 4 << 30
  /// Bytes of a body that JavaScript streams to a server; 4 GiB.
  public var uploadBytes = 4 << 30
  /// Bytes of an address; 8,192.
  public var urlBytes = 8_192
  /// Bytes of the names and values of a request's headers; 16,384.
  ///
  /// Those of an answer may take 81,920, as the parser has it.
  public var headerBytes = 16_384
  /// Redirects that are followed; 10.
  public var redirects = 10
  /// How long it may take to connect; 10 seconds.
  public var connectTime = Duration.seconds(10)
  /// How long a server may say nothing; 30 seconds.
  public var readTime = Duration.seconds(30)
  /// How long an answer may take once it has begun; an hour.
  public var time = Duration.seconds(3_600)

  /// The defaults.
  public init() {}
}
#endif
