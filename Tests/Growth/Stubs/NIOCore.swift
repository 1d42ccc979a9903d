/// The one type of SwiftNIO that the parser of hosts mentions.
public struct SocketAddress {
  /// The address as text.
  public var ipAddress: String?
}
