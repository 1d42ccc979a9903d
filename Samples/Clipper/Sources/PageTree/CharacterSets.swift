import CGumbo
import Glibc

/// Decodes a page's bytes to UTF-8, from any character set.
///
/// The C library's converters are in files, which are opened when this is made, so that decoding opens none.
final class CharacterSets {
  /// Labels of pages, with the C library's names.
  ///
  /// Source: https://encoding.spec.whatwg.org/#names-and-labels, the labels that are still in use.
  private static let labels: [String: String] = [
    "ascii": "WINDOWS-1252", "us-ascii": "WINDOWS-1252", "iso-8859-1": "WINDOWS-1252", "latin1": "WINDOWS-1252",
    "windows-1252": "WINDOWS-1252", "cp1252": "WINDOWS-1252", "iso-8859-2": "ISO-8859-2",
    "windows-1250": "WINDOWS-1250",
    "iso-8859-5": "ISO-8859-5", "windows-1251": "WINDOWS-1251", "cp1251": "WINDOWS-1251", "koi8-r": "KOI8-R",
    "koi8-u": "KOI8-U", "iso-8859-7": "ISO-8859-7", "windows-1253": "WINDOWS-1253", "iso-8859-9": "WINDOWS-1254",
    "windows-1254": "WINDOWS-1254", "iso-8859-8": "ISO-8859-8", "windows-1255": "WINDOWS-1255",
    "iso-8859-6": "ISO-8859-6", "windows-1256": "WINDOWS-1256", "windows-1257": "WINDOWS-1257",
    "windows-1258": "WINDOWS-1258", "windows-874": "WINDOWS-874", "tis-620": "WINDOWS-874",
    "iso-8859-15": "ISO-8859-15",
    "shift_jis": "CP932", "shift-jis": "CP932", "sjis": "CP932", "x-sjis": "CP932", "euc-jp": "EUC-JP",
    "iso-2022-jp": "ISO-2022-JP", "gb2312": "GB18030", "gbk": "GB18030", "gb18030": "GB18030", "big5": "BIG5-HKSCS",
    "euc-kr": "CP949", "ks_c_5601-1987": "CP949", "utf-16le": "UTF-16LE", "utf-16be": "UTF-16BE", "utf-16": "UTF-16LE",
  ]

  private let converters: [String: iconv_t]

  init() {
    var converters: [String: iconv_t] = [:]
    for name in Set(CharacterSets.labels.values) {
      let converter = iconv_open("UTF-8", name)
      if let converter, converter != iconv_t(bitPattern: -1) { converters[name] = converter }
    }
    self.converters = converters
  }

  deinit { for converter in converters.values { iconv_close(converter) } }

  /// Decodes a page: by its byte order mark, the server's label, its own label, or as UTF-8 if it is valid; else as
  /// Western.
  ///
  /// - Returns: UTF-8, and the name of the character set. Bytes that are invalid in the set become U+FFFD.
  func decode(_ page: [UInt8], declared: String) -> (text: [UInt8], charset: String) {
    if page.starts(with: [0xEF, 0xBB, 0xBF]) { return (CharacterSets.repaired(page.dropFirst(3)), "utf-8") }
    if page.starts(with: [0xFF, 0xFE]) { return (convert(page.dropFirst(2), "UTF-16LE"), "utf-16le") }
    if page.starts(with: [0xFE, 0xFF]) { return (convert(page.dropFirst(2), "UTF-16BE"), "utf-16be") }
    for label in [declared, CharacterSets.declaration(in: page)] {
      let label = label.lowercased().filter { !" \"'\t\r\n;".contains($0) }
      if label == "utf-8" || label == "utf8" { return (CharacterSets.repaired(page[...]), "utf-8") }
      // A page that names its character set in ASCII does not have two bytes for each letter.
      guard let name = CharacterSets.labels[label], !name.hasPrefix("UTF-16") || label == declared.lowercased() else {
        continue
      }
      return (convert(page[...], name), label)
    }
    if String(validating: page, as: UTF8.self) != nil { return (page, "utf-8") }
    return (convert(page[...], "WINDOWS-1252"), "windows-1252")
  }

  /// The character set that a page names in its first 1,024 bytes.
  private static func declaration(in page: [UInt8]) -> String {
    let head = String(decoding: page.prefix(1024).map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self).lowercased()
    var rest = head[...]
    while let tag = rest.firstRange(of: "<meta") {
      rest = rest[tag.upperBound...]
      let end = rest.firstIndex(of: ">") ?? rest.endIndex
      if let place = rest[..<end].firstRange(of: "charset") {
        let value = rest[place.upperBound..<end].drop { " =\"'".contains($0) }
        return String(value.prefix { !" \"'/;>".contains($0) })
      }
      rest = rest[end...]
    }
    return ""
  }

  /// UTF-8, with U+FFFD for invalid bytes.
  private static func repaired(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    Array(String(decoding: bytes, as: UTF8.self).utf8)
  }

  private func convert(_ bytes: ArraySlice<UInt8>, _ name: String) -> [UInt8] {
    guard let converter = converters[name] else { return CharacterSets.repaired(bytes) }
    iconv(converter, nil, nil, nil, nil)
    var input = Array(bytes)
    var output: [UInt8] = []
    var read = 0
    var buffer = [CChar](repeating: 0, count: 32_768)
    while read < input.count {
      let (consumed, written, isStuck) = input.withUnsafeMutableBytes { source in
        buffer.withUnsafeMutableBufferPointer { target in
          var from = source.baseAddress?.advanced(by: read).assumingMemoryBound(to: CChar.self)
          var left = source.count - read
          var to = target.baseAddress
          var room = target.count
          let result = iconv(converter, &from, &left, &to, &room)
          // E2BIG only means that the buffer is full.
          return (source.count - read - left, target.count - room, result == -1 && errno != E2BIG)
        }
      }
      read += consumed
      output += buffer[..<written].lazy.map { UInt8(bitPattern: $0) }
      if isStuck {
        output += [0xEF, 0xBF, 0xBD]
        read += 1
      }
    }
    return output
  }
}
