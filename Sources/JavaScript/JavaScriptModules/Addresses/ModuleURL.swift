/// The absolute URL that identifies a module.
///
/// It is parsed as the URL Standard specifies: dot segments are removed, and characters that are not allowed in a path
/// are percent-encoded. A host is compared in lower case as it is written; IDNA and default ports are not applied.
public struct ModuleURL: Sendable, Hashable, CustomStringConvertible {
  /// In lower case, without the colon.
  public let scheme: String
  /// The part between `//` and the path; nil for a URL without `//`, such as `node:fs`.
  public let authority: String?
  /// Percent-encoded; begins with a slash if the URL has an authority.
  public let path: String
  /// Query and fragment with their `?` and `#`; empty if there are none.
  public let suffix: String

  /// The largest number of UTF-8 bytes in a URL or a specifier.
  public static let maximumLength = 8_192

  init(scheme: String, authority: String?, path: String, suffix: String = "") {
    self.scheme = scheme
    self.authority = authority
    self.path = path
    self.suffix = suffix
  }

  /// Parses an absolute URL; nil if the text is not one, or is longer than ``maximumLength``.
  public init?(_ text: String) {
    guard text.utf8.count <= ModuleURL.maximumLength, let colon = ModuleURL.schemeEnd(in: text) else { return nil }
    let scheme = text[..<colon].lowercased()
    let rest = Substring(text.utf8[text.utf8.index(after: colon)...])
    guard rest.begins(with: "//") else {
      let (path, suffix) = ModuleURL.split(rest)
      if scheme == "file" {
        self.init(scheme: scheme, authority: "", path: ModuleURL.normalized(path[...]), suffix: suffix)
      } else {
        guard !path.isEmpty || !suffix.isEmpty else { return nil }
        self.init(scheme: scheme, authority: nil, path: path, suffix: suffix)
      }
      return
    }
    let (whole, suffix) = ModuleURL.split(Substring(rest.utf8.dropFirst(2)))
    let slash = whole.utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") } ?? whole.endIndex
    let authority = whole[..<slash].lowercased()
    guard authority.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    self.init(
      scheme: scheme, authority: scheme == "file" && authority == "localhost" ? "" : authority,
      path: ModuleURL.normalized(whole[slash...]), suffix: suffix)
  }

  /// The URL of a file or, with a final slash, of a directory.
  ///
  /// - Parameter path: absolute and not encoded.
  public init(filePath path: String) {
    self.init(scheme: "file", authority: "", path: ModuleURL.normalized(ModuleURL.encoded(path)[...]))
  }

  /// The URL as text.
  public var description: String {
    scheme + ":" + (authority.map { "//" + $0 } ?? "") + path + suffix
  }

  /// The path without percent-encoding; nil if the decoded path is not valid UTF-8 or contains a NUL.
  public var decodedPath: String? {
    guard authority != nil else { return nil }
    guard path.utf8.contains(UInt8(ascii: "%")) else { return path }
    let bytes = ModuleURL.percentDecoded(path.utf8[...])
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }

  /// The bytes of a text in which `%` and two digits stand for one; any other `%` is itself.
  static func percentDecoded(_ text: Substring.UTF8View) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"), rest.count >= 2, let high = digit(rest[rest.startIndex]),
        let low = digit(rest[rest.startIndex + 1])
      else {
        bytes.append(byte)
        continue
      }
      rest.removeFirst(2)
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// The file that a `file:` URL names; nil for others.
  public var filePath: String? { scheme == "file" && authority == "" ? decodedPath : nil }

  /// Resolves a URL-like specifier: an absolute URL, or a path that begins with `/`, `./` or `../`.
  ///
  /// - Returns: nil for a bare specifier, and if this URL has no hierarchical path.
  public func resolving(_ specifier: String) -> ModuleURL? {
    guard specifier.utf8.count <= ModuleURL.maximumLength else { return nil }
    guard ModuleURL.isRelative(specifier) else { return ModuleURL(specifier) }
    guard let authority else { return nil }
    let (reference, suffix) = ModuleURL.split(specifier[...])
    if reference.begins(with: "//") { return ModuleURL(scheme + ":" + specifier) }
    let merged = reference.begins(with: "/") ? reference : directory + reference
    return ModuleURL(
      scheme: scheme, authority: authority, path: ModuleURL.normalized(merged[...]), suffix: suffix)
  }

  /// The path up to its last slash.
  var directory: String {
    let end = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
    return String(path[..<end])
  }

  /// Whether a specifier begins as a path does; others are bare or absolute URLs.
  static func isRelative(_ specifier: String) -> Bool {
    specifier.begins(with: "/") || specifier.begins(with: "./") || specifier.begins(with: "../") || specifier == "."
      || specifier == ".."
  }

  /// The colon after a scheme; nil if the text has none.
  private static func schemeEnd(in text: String) -> String.Index? {
    guard let first = text.utf8.first, isLetter(first), let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
      text.utf8[..<colon].allSatisfy({
        isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.".utf8.contains($0)
      })
    else { return nil }
    return colon
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func split(_ text: Substring) -> (path: String, suffix: String) {
    let end = text.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? text.endIndex
    return (String(text[..<end]), escaped(text[end...]))
  }

  // MARK: Paths

  /// A path without dot segments, with a slash in front, and percent-encoded where a URL's path has to be.
  private static func normalized(_ path: Substring) -> String {
    var segments: [Substring] = []
    var endsInSlash = false
    for part in path.utf8.split(
      omittingEmptySubsequences: false,
      whereSeparator: {
        $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\")
      }
    ).dropFirst(path.begins(with: "/") || path.begins(with: "\\") ? 1 : 0) {
      endsInSlash = false
      switch part.count <= 6 ? Substring(part).lowercased().replacingEncodedDots : "" {
      case ".": endsInSlash = true
      case "..":
        _ = segments.popLast()
        endsInSlash = true
      default: segments.append(Substring(part))
      }
    }
    return escaped(("/" + segments.joined(separator: "/") + (endsInSlash && !segments.isEmpty ? "/" : ""))[...])
  }

  /// A text with everything encoded that a URL's path does not have as it is; `%` stays.
  private static func escaped(_ text: Substring) -> String {
    guard text.utf8.contains(where: mustEscape) else { return String(text) }
    return encode(text, where: mustEscape)
  }

  private static func mustEscape(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte >= 0x7F || "\"<>`{}^".utf8.contains(byte)
  }

  /// A file's path as that of a URL: `%`, `?`, `#` and backslashes are encoded as well.
  static func encoded(_ path: String) -> String {
    encode(path[...]) { mustEscape($0) || "%?#\\".utf8.contains($0) }
  }

  private static func encode(_ text: Substring, where mustEscape: (UInt8) -> Bool) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if mustEscape(byte) {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension String {
  /// `.` for each `%2e`.
  fileprivate var replacingEncodedDots: String {
    utf8.contains(UInt8(ascii: "%")) ? replacing("%2e", by: ".") : self
  }
}
