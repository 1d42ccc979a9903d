/// The answer of a network's captive portal API: `application/captive+json`.
///
/// Decode it from the response of the API, which must be requested over TLS.
///
/// Source: RFC 8908.
public struct CaptivePortal: Sendable, Hashable, Decodable {
  /// Whether the network currently blocks this machine's access to the Internet.
  public let captive: Bool

  /// The page on which a person can fulfil the network's conditions, such as a sign-in.
  ///
  /// `nil` if the network names no page over TLS.
  public let userPortalURL: String?

  /// Creates an answer.
  public init(captive: Bool, userPortalURL: String? = nil) {
    self.captive = captive
    self.userPortalURL = userPortalURL.flatMap(ProbeAnswer.webAddress).flatMap {
      $0.lowercased().hasPrefix("https:") ? $0 : nil
    }
  }

  private enum CodingKeys: String, CodingKey {
    case captive
    case userPortalURL = "user-portal-url"
  }

  /// Decodes the API's JSON; unknown members are ignored.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      captive: try container.decode(Bool.self, forKey: .captive),
      userPortalURL: try? container.decode(String.self, forKey: .userPortalURL))
  }
}
