/// What a name must be that comes from a file and not from a program's own source.
package enum MethodName {
  /// Why no method and no event can be registered by this name; nil if one can.
  ///
  /// A name with `*` as a part would allow others where it is listed as a permission.
  package static func complaint(about name: String) -> String? {
    if name.isEmpty { return "a name must not be empty" }
    if name.hasPrefix("$/") { return "names that begin with $/ are reserved for the bridge" }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    if parts.contains("") { return "a part of the name is empty" }
    if parts.contains("*") { return "* is a wildcard and cannot be a part of a name" }
    return nil
  }
}
