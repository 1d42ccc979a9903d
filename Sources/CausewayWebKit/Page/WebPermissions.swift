#if WebView
public import Causeway

/// Which pages have the bridge, and what each may use: permissions by origin.
///
/// A page of any other origin has no bridge at all. Neither has any frame within a page, unless its origin is named as one
/// of a frame's.
///
///     ["app://main": ["network.*", "wifi.*"], "https://example.org": ["wifi.ssid"]]
public struct WebPermissions: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  private let pages: [WebOrigin: Permissions]
  private let embedded: [WebOrigin: Permissions]

  /// The pages of these origins, with these permissions.
  ///
  /// - Parameter frames: what frames may use, by their origins; only within pages that have the bridge themselves.
  public init(_ permissions: [WebOrigin: Permissions], frames: [WebOrigin: Permissions] = [:]) {
    pages = permissions
    embedded = frames
  }

  /// The pages of these origins, with these permissions; of an origin that comes twice the last counts.
  public init(dictionaryLiteral elements: (WebOrigin, Permissions)...) {
    self.init(Dictionary(elements) { _, last in last })
  }

  /// What the pages of an origin may use; nil if they have no bridge.
  public subscript(origin: WebOrigin) -> Permissions? { pages[origin] }

  /// What a frame of an origin may use, in a page that has the bridge; nil if it has none.
  public subscript(frame origin: WebOrigin) -> Permissions? { embedded[origin] }

  /// The origins whose pages have the bridge.
  public var origins: [WebOrigin] { WebPermissions.sorted(pages) }

  /// The origins whose frames have it.
  public var frameOrigins: [WebOrigin] { WebPermissions.sorted(embedded) }

  private static func sorted(_ permissions: [WebOrigin: Permissions]) -> [WebOrigin] {
    permissions.keys.sorted { $0.description < $1.description }
  }
}
#endif
