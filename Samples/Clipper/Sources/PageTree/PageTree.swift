/// A parsed page as lists, from which JavaScript builds its read-only tree: one entry for each node, in document order.
///
/// Five lists of numbers and strings cross the bridge a hundred times faster than as many nested objects.
public struct PageTree: Encodable, Sendable {
  /// The distinct names of elements and attributes, in lower case.
  public internal(set) var names: [String] = []
  /// The index of each node's name; -1 for a text.
  public internal(set) var elements: [Int] = []
  /// The index of each node's parent; -1 for the root.
  public internal(set) var parents: [Int] = []
  /// The content of the texts, in order.
  public internal(set) var texts: [String] = []
  /// The index of each attribute's node.
  public internal(set) var attributeNodes: [Int] = []
  /// The index of each attribute's name.
  public internal(set) var attributeNames: [Int] = []
  /// The value of each attribute.
  public internal(set) var attributeValues: [String] = []
  /// The character set of the page.
  public internal(set) var charset = "utf-8"
}

/// The error for a page that cannot be parsed.
public struct PageError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The violated limit.
  public let limit: String
  /// A sentence for the user.
  public let description: String
}

/// The limits of a page.
public struct PageLimits: Sendable {
  /// The largest number of elements and texts; 200,000.
  public var nodes = 200_000
  /// The maximum depth of the tree; 256.
  ///
  /// Deeper content is put beside its parent, as browsers do.
  public var depth = 256

  /// Makes the default limits.
  public init() {}
}
