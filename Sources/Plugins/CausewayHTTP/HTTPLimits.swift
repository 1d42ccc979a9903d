#if Plugins
/// The limits of one request.
///
/// A request beyond a limit fails with `RESOURCE_EXHAUSTED` and the limit's name, and its connection is closed.
public struct HTTPLimits: Sendable, Equatable {
  /// The maximum size of a complete response, after decompression; 16 MiB.
  public var bodyBytes = 16 << 20
  /// The maximum size of a streamed response, after decompression; 4 GiB.
  public var streamBytes = 4 << 30
  /// The maximum size of a body that JavaScript streams to a server; 4 GiB.
  public var uploadBytes = 4 << 30
  /// The maximum size of a URL; 8,192 bytes.
  public var urlBytes = 8_192
  /// The maximum size of the names and values of a request's headers; 16,384 bytes.
  ///
  /// The headers of a response may have 81,920 bytes, the limit of the parser.
  public var headerBytes = 16_384
  /// The maximum number of redirects; 20, as `fetch` specifies.
  public var redirects = 20
  /// The time limit for connecting; 10 seconds.
  public var connectTime = Duration.seconds(10)
  /// The time limit without data from the server; 30 seconds.
  public var readTime = Duration.seconds(30)
  /// The time limit for the body of a response; an hour.
  public var time = Duration.seconds(3_600)

  /// Creates the default limits.
  public init() {}
}
#endif
