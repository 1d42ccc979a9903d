/// Checks method names that come from a file and not from a program's own source.
package enum MethodName {
  /// The reason why this name cannot be registered for a method or an event; nil if it can.
  ///
  /// A name with the part `*` would allow other names if it were listed as a permission.
  package static func complaint(about name: String) -> String? {
    if name.isEmpty { return "a name must not be empty" }
    if name.hasPrefix("$/") { return "names that begin with $/ are reserved for the bridge" }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    if parts.contains("") { return "a part of the name is empty" }
    if parts.contains("*") { return "* is a wildcard and cannot be a part of a name" }
    return nil
  }
}
