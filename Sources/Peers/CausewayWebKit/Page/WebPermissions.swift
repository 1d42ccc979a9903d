#if WebView
public import Causeway

/// The permissions of pages, by their origins.
///
/// A page of any other origin has no bridge. A frame has the bridge only if its origin is listed in `frames`.
///
///     ["app://main": ["network.*", "wifi.*"], "https://example.org": ["wifi.ssid"]]
public struct WebPermissions: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  private let pages: [WebOrigin: Permissions]
  private let embedded: [WebOrigin: Permissions]

  /// Gives pages of these origins these permissions.
  ///
  /// - Parameter frames: the permissions of frames by their origins; only within pages that have the bridge.
  public init(_ permissions: [WebOrigin: Permissions], frames: [WebOrigin: Permissions] = [:]) {
    pages = permissions
    embedded = frames
  }

  /// Gives pages of these origins these permissions; for a repeated origin the last entry counts.
  public init(dictionaryLiteral elements: (WebOrigin, Permissions)...) {
    self.init(Dictionary(elements) { _, last in last })
  }

  /// The permissions of an origin's pages; nil if they have no bridge.
  public subscript(origin: WebOrigin) -> Permissions? { pages[origin] }

  /// The permissions of an origin's frames, within a page that has the bridge; nil if they have none.
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
