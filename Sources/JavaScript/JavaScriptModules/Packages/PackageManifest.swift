import JavaScriptSyntax

/// The members of a package.json that resolution needs.
struct PackageManifest: Sendable {
  /// The directory that it stands in, with a final slash.
  let directory: String
  let name: String?
  let main: String?
  /// Which kind of module its `.js` files are; nil if it does not say.
  let type: ModuleFormat?
  /// Nil if there is none, or if it is null.
  let exports: JSONText?
  let imports: JSONMembers?

  /// - Parameter shown: what errors call the file.
  /// - Throws: `INVALID_ARGUMENT` for a text that is no JSON object.
  init(_ bytes: [UInt8], directory: String, shown: String) throws(ModuleError) {
    let text = try JSONText(bytes, named: shown)
    guard case .object(let members) = text else {
      throw ModuleError(.invalidArgument, "\(shown) is not a JSON object.", referrer: shown, line: 1, column: 1)
    }
    self.directory = directory
    name = members["name"]?.string
    main = members["main"]?.string
    type =
      switch members["type"]?.string.map({ ExactText($0) }) {
      case "module": .module
      case "commonjs": .commonJS
      default: nil
      }
    exports = members["exports"].flatMap { $0 == .null ? nil : $0 }
    if case .object(let members)? = members["imports"] { imports = members } else { imports = nil }
  }
}
