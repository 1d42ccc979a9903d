#if Plugins
/// The language of messages, from the environment.
///
/// Source: locale(7); `de_AT.UTF-8@euro` is language, territory, encoding and variant.
struct Language {
  /// Two or three letters.
  let code: String
  /// The BCP 47 tag.
  let tag: String

  init(_ environment: [String: String]) {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    let name = locale.prefix { $0 != "." && $0 != "@" }
    let parts = name.split(separator: "_", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), (2...3).contains(parts[0].utf8.count), parts.allSatisfy(Language.isPlain)
    else {
      // The C locale, POSIX, and invalid locales: messages are not translated.
      (code, tag) = ("en", "en")
      return
    }
    code = parts[0].lowercased()
    tag = parts.count > 1 ? "\(code)-\(parts[1].uppercased())" : code
  }

  private static func isPlain(_ part: Substring) -> Bool {
    (2...3).contains(part.utf8.count) && part.utf8.allSatisfy { Language.isLetterOrDigit($0) }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
  }
}
#endif
