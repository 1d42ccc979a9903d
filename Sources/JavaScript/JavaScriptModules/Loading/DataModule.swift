/// Modules whose text is in their URL: `data:text/javascript,export default 1`.
///
/// Source: the `data:` URL processor of the Fetch Standard, https://fetch.spec.whatwg.org/#data-urls.
enum DataModule {
  static let scheme = "data"

  /// The longest `data:` URL, in bytes.
  private static let maximumLength = 1 << 20

  /// The URL of a specifier that is a `data:` URL; nil for any other.
  static func url(_ specifier: String) throws(ModuleError) -> ModuleURL? {
    guard specifier.utf8.count >= 5, specifier.prefix(5).lowercased() == "data:" else { return nil }
    guard specifier.utf8.count <= maximumLength else {
      throw ModuleError(.resourceExhausted, "A data: URL has more than \(maximumLength) bytes.")
    }
    // As the URL Standard does.
    let text = specifier.dropFirst(5).filter { !["\t", "\n", "\r", "\r\n"].contains($0) }
    let path = text.prefix { $0 != "?" && $0 != "#" }
    return ModuleURL(scheme: scheme, authority: nil, path: String(path), suffix: String(text[path.endIndex...]))
  }

  /// The module of a `data:` URL, whose media type says what it is unless the import does.
  static func source(of url: ModuleURL, as format: ModuleFormat?) throws(ModuleError) -> ModuleSource {
    let text = url.path + url.suffix.prefix { $0 != "#" }
    guard let bytes = content(of: text) else {
      throw ModuleError(.invalidArgument, "The data: URL has no valid content: \(shown(url)).")
    }
    let type = text.prefix { $0 != "," && $0 != ";" }.lowercased()
    let kind: (format: ModuleFormat, language: ModuleLanguage)? =
      switch type {
      case "text/javascript", "application/javascript", "text/ecmascript", "application/ecmascript":
        (.module, .javaScript)
      case "text/typescript", "application/typescript": (.module, .typeScript)
      case "text/jsx": (.module, .jsx)
      case "text/tsx": (.module, .tsx)
      case "application/json", "text/json": (.json, .javaScript)
      default: nil
      }
    if let format, format == .text || format == .bytes { return ModuleSource(url: url, bytes: bytes, format: format) }
    guard let kind else {
      throw ModuleError(
        .failedPrecondition,
        "The type of a data: URL must be text/javascript, text/typescript, text/jsx, text/tsx or application/json to be a module: \(shown(url))."
      )
    }
    return ModuleSource(url: url, bytes: bytes, format: kind.format, language: kind.language)
  }

  /// The bytes behind the comma; nil without one, and if they are not valid base64.
  private static func content(of text: String) -> [UInt8]? {
    guard let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    let bytes = ModuleURL.percentDecoded(text.utf8[text.utf8.index(after: comma)...])
    let parameter = text[..<comma].split(separator: ";", omittingEmptySubsequences: false).dropFirst().last
    guard parameter?.drop(while: { $0 == " " }).lowercased() == "base64" else { return bytes }
    return Base64.decoded(bytes.filter { $0 > 0x20 })
  }

  private static func shown(_ url: ModuleURL) -> String {
    let text = url.description
    return text.utf8.count > 80 ? "\(text.prefix(80))…" : text
  }
}
