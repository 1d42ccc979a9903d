#if Plugins
public import Causeway
import CausewayExport
import Glibc

/// Environment variables of this process, restricted to a list of names.
///
/// They are read when the plugin is created: later changes are not visible.
@Plugin("process")
public struct EnvironmentPlugin: Sendable {
  private let values: [String: [UInt8]]
  private let names: Set<String>

  /// Allows the variables with exactly these names.
  public init(allowing names: Set<String>) {
    self.init(allowing: names) { name in
      guard let value = unsafe getenv(name) else { return nil }
      return unsafe Array(UnsafeBufferPointer(start: value, count: strlen(value)).map { UInt8(bitPattern: $0) })
    }
  }

  init(allowing names: Set<String>, reading value: (String) -> [UInt8]?) {
    self.names = names
    var values: [String: [UInt8]] = [:]
    // A C string ends at a NUL: a name with one would give access to another variable.
    for name in names where !name.utf8.contains(0) { values[name] = value(name) }
    self.values = values
  }

  /// The value of a variable; null if it is not set.
  ///
  /// - Parameter name: a name from the host's list.
  /// - Throws: `PERMISSION_DENIED` for a name that is not listed, whether it is set or not; `DATA_LOSS` if the value is
  ///   not UTF-8.
  @Export public func env(_ name: String) throws(BridgeError) -> String? {
    guard names.contains(name) else {
      let quoted = Suggestion.quoted(name)
      throw BridgeError(
        .permissionDenied,
        "The variable \(quoted) may not be read. The host allows it with EnvironmentPlugin(allowing: [\(quoted)]).",
        data: ["variable": .string(String(name.prefix(256)))])
    }
    guard let bytes = values[name] else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw BridgeError(.dataLoss, "The value of \(Suggestion.quoted(name)) is not UTF-8.")
    }
    return text
  }
}
#else
/// Absent: the package is built without the trait `Plugins`.
@available(*, unavailable, message: "Enable the trait Plugins of the package in your manifest.")
public struct EnvironmentPlugin {}
#endif
