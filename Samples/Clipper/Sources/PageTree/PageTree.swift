/// A parsed page in few lists, as JavaScript builds its read-only tree from it: one entry for each node, in document order.
///
/// Five lists of numbers and texts cross the bridge a hundred times faster than as many nested objects.
public struct PageTree: Encodable, Sendable {
  /// The names of elements and attributes, each once, in lower case.
  public internal(set) var names: [String] = []
  /// The index of each node's name; -1 for a text.
  public internal(set) var elements: [Int] = []
  /// The index of each node's parent; -1 for the first.
  public internal(set) var parents: [Int] = []
  /// What the texts say, in order.
  public internal(set) var texts: [String] = []
  /// Which node each attribute is of.
  public internal(set) var attributeNodes: [Int] = []
  /// The index of each attribute's name.
  public internal(set) var attributeNames: [Int] = []
  /// What each attribute says.
  public internal(set) var attributeValues: [String] = []
  /// The character set that the page was read in.
  public internal(set) var charset = "utf-8"
}

/// Why a page cannot be parsed.
public struct PageError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The limit that it goes over.
  public let limit: String
  /// A sentence for a person.
  public let description: String
}

/// What a page may have at most.
public struct PageLimits: Sendable {
  /// Elements and texts; 200,000.
  public var nodes = 200_000
  /// How deep a tree is; 256.
  ///
  /// What lies deeper is put beside what holds it, as browsers do.
  public var depth = 256

  /// The defaults.
  public init() {}
}
