public import Causeway

/// Which pages have the bridge, and what each may use: permissions by origin.
///
/// A page of any other origin has no bridge at all, and neither has any frame within a page.
///
///     ["app://main": ["network.*", "wifi.*"], "https://example.org": ["wifi.ssid"]]
public struct WebPermissions: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  private let permissions: [WebOrigin: Permissions]

  /// The pages of these origins, with these permissions.
  public init(_ permissions: [WebOrigin: Permissions]) { self.permissions = permissions }

  /// The pages of these origins, with these permissions; of an origin that comes twice the last counts.
  public init(dictionaryLiteral elements: (WebOrigin, Permissions)...) {
    permissions = Dictionary(elements) { _, last in last }
  }

  /// What the pages of an origin may use; nil if they have no bridge.
  public subscript(origin: WebOrigin) -> Permissions? { permissions[origin] }

  /// The origins whose pages have the bridge.
  public var origins: [WebOrigin] { permissions.keys.sorted { $0.description < $1.description } }
}
