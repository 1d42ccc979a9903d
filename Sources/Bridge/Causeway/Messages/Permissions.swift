/// The methods and events that a connection may use: an allow-list of names.
///
/// Names that are not listed are refused.
///
/// A pattern is a name whose parts are separated by dots. A `*` matches one part, and as the last part one or more.
///
///     ["network.*", "wifi.ssid"]    // every network method; of wifi only ssid
///     ["*"]                         // everything
public struct Permissions: Sendable, Equatable, ExpressibleByArrayLiteral, CustomStringConvertible {
  /// The patterns, as given.
  public let patterns: [String]
  private let parts: [[Substring]]

  /// Allows the names that match these patterns.
  public init(_ patterns: [String]) {
    self.patterns = patterns
    parts = patterns.map { $0.split(separator: ".", omittingEmptySubsequences: false) }
  }

  /// Allows the names that match these patterns.
  public init(arrayLiteral elements: String...) { self.init(elements) }

  /// Allows everything.
  public static let all: Permissions = ["*"]
  /// Allows nothing.
  public static let none: Permissions = []

  /// Whether a method or an event of this name is allowed.
  public func allows(_ name: String) -> Bool {
    let name = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.contains { Permissions.matches($0, name) }
  }

  /// The patterns, separated by commas.
  public var description: String { patterns.joined(separator: ", ") }

  private static func matches(_ pattern: [Substring], _ name: [Substring]) -> Bool {
    guard let last = pattern.last, !name.contains("") else { return false }
    if last == "*" ? name.count < pattern.count : name.count != pattern.count { return false }
    return zip(pattern, name).allSatisfy { $0 == "*" || $0 == $1 }
  }

  /// The error for a name that is not allowed, with what would have allowed it: nil for the name itself.
  func refusal(of name: String, permission: String? = nil) -> BridgeError {
    let permission = permission ?? name
    var suggestions = ["\"\(permission)\""]
    if let dot = permission.lastIndex(of: ".") { suggestions.append("\"\(permission[..<dot]).*\"") }
    return BridgeError(
      .permissionDenied,
      "\(name) is not allowed on this connection. The permission \(suggestions.joined(separator: " or ")) allows it.",
      data: ["permission": .string(permission)])
  }
}
