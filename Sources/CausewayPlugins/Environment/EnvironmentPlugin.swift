#if Plugins
public import Causeway
import CausewayExport
import Glibc

/// Variables of this process's environment, of which the host has listed each.
///
/// They are read when the plugin is made: a variable that is set later is not seen.
@Plugin("process")
public struct EnvironmentPlugin: Sendable {
  private let values: [String: [UInt8]]
  private let names: Set<String>

  /// Shows these variables and no others; a name is taken as it stands.
  public init(allowing names: Set<String>) {
    self.init(allowing: names) { name in
      guard let value = unsafe getenv(name) else { return nil }
      return unsafe Array(UnsafeBufferPointer(start: value, count: strlen(value)).map { UInt8(bitPattern: $0) })
    }
  }

  init(allowing names: Set<String>, reading value: (String) -> [UInt8]?) {
    self.names = names
    var values: [String: [UInt8]] = [:]
    // In C a name ends where a NUL is: what follows it would be dropped, and another variable shown.
    for name in names where !name.utf8.contains(0) { values[name] = value(name) }
    self.values = values
  }

  /// The value of a variable; null when it is not set.
  ///
  /// - Parameter name: one of those that the host has listed.
  /// - Throws: `PERMISSION_DENIED` for a name that is not listed, whether it is set or not; `DATA_LOSS` for a value that
  ///   is not UTF-8.
  @Export public func env(_ name: String) throws(BridgeError) -> String? {
    guard names.contains(name) else {
      let quoted = Suggestion.quoted(name)
      throw BridgeError(
        .permissionDenied,
        "The variable \(quoted) may not be read. The host allows it by its name: EnvironmentPlugin(allowing: [\(quoted)]).",
        data: ["variable": .string(String(name.prefix(256)))])
    }
    guard let bytes = values[name] else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw BridgeError(.dataLoss, "The value of \(Suggestion.quoted(name)) is not UTF-8.")
    }
    return text
  }
}
#endif
