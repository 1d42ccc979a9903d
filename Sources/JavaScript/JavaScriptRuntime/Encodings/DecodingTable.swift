/// The tables of the [Encoding Standard](https://encoding.spec.whatwg.org/#indexes), made of the C library's encodings.
///
/// The C library has nearly the same; what differs is named here.
struct DecodingTable {
  /// The characters by their pointers in the standard's sense; nil where nothing is encoded.
  private(set) var characters: [Unicode.Scalar?]

  /// - Parameter name: the standard's name of an index or of an encoding with one byte for a character.
  /// - Returns: nil for a name that is none, and where the C library lacks the encoding.
  init?(_ name: String) {
    let characters: [Unicode.Scalar?]? =
      switch name {
      case "big5": DecodingTable.big5()
      case "euc-kr": DecodingTable.pairs("CP949", rows: 126, columns: 190) { [$0 + 0x81, $1 + 0x41] }
      case "gb18030": DecodingTable.gb18030()
      case "gb18030-ranges": DecodingTable.gb18030Ranges()
      case "jis0208": DecodingTable.jis0208()
      case "jis0212": DecodingTable.pairs("EUC-JP", rows: 94, columns: 94) { [0x8f, $0 + 0xa1, $1 + 0xa1] }
      default: DecodingTable.singleByte(name)
      }
    guard let characters else { return nil }
    self.characters = characters
  }

  /// The code points, 32 bits each in the machine's order, with U+FFFD where nothing is encoded.
  var codePoints: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * characters.count)
    for character in characters {
      let code = character?.value ?? 0xfffd
      unsafe withUnsafeBytes(of: code) { unsafe bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  // MARK: One byte for a character

  /// The encodings whose name the C library does not know, with the name that it does.
  private static let names = [
    "macintosh": "MACINTOSH", "x-mac-cyrillic": "MAC-CYRILLIC", "windows-874": "CP874",
  ]
  private static let singleByteNames: Set<String> = [
    "ibm866", "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8",
    "iso-8859-10", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16", "koi8-r", "koi8-u", "macintosh",
    "windows-874", "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255",
    "windows-1256", "windows-1257", "windows-1258", "x-mac-cyrillic",
  ]
  /// The C library's names of all encodings that the tables are made of.
  static let characterSets =
    singleByteNames.map { names[$0] ?? $0 } + ["BIG5-HKSCS", "CP932", "CP949", "CP950", "EUC-JP", "GB18030"]
  private static let singleByteDifferences: [String: [UInt8: Unicode.Scalar]] = [
    "koi8-u": [0xae: "\u{45e}", 0xbe: "\u{40e}"], "macintosh": [0xc6: "\u{2206}", 0xf0: "\u{f8ff}"],
    "windows-1255": [0xca: "\u{5ba}"], "x-mac-cyrillic": [0xff: "\u{20ac}"],
  ]

  /// The characters of the bytes from 0x80 on.
  private static func singleByte(_ name: String) -> [Unicode.Scalar?]? {
    guard singleByteNames.contains(name), let converter = CharacterSetConverter(names[name] ?? name) else { return nil }
    let differences = singleByteDifferences[name] ?? [:]
    // The standard has control characters where Windows has none.
    return (0x80...0xff).map { (byte: UInt8) in
      differences[byte] ?? converter.character([byte]) ?? (byte < 0xa0 ? Unicode.Scalar(byte) : nil)
    }
  }

  // MARK: Two bytes for a character

  private static func pairs(
    _ name: String, rows: UInt8, columns: UInt8, bytes: (_ row: UInt8, _ column: UInt8) -> [UInt8]
  ) -> [Unicode.Scalar?]? {
    guard let converter = CharacterSetConverter(name) else { return nil }
    var characters: [Unicode.Scalar?] = []
    characters.reserveCapacity(Int(rows) * Int(columns))
    for row in 0..<rows { characters += converter.characters((0..<columns).map { bytes(row, $0) }[...]) }
    return characters
  }

  private static func jis0208() -> [Unicode.Scalar?]? {
    var characters = pairs("CP932", rows: 60, columns: 188) { row, column in
      [row + (row < 0x1f ? 0x81 : 0xc1), column + (column < 0x3f ? 0x40 : 0x41)]
    }
    // The characters of users, which only Shift_JIS has, are not in the index.
    for pointer in 8836...10715 { characters?[pointer] = nil }
    return characters
  }

  private static func gb18030() -> [Unicode.Scalar?]? {
    var characters = pairs("GB18030", rows: 126, columns: 190) { row, column in
      [row + 0x81, column + (column < 0x3f ? 0x40 : 0x41)]
    }
    let differences: [Int: Unicode.Scalar] = [
      6555: "\u{3000}", 23767: "\u{e816}", 23768: "\u{e817}", 23769: "\u{e818}", 23794: "\u{e831}", 23804: "\u{e83b}",
      23830: "\u{e855}",
    ]
    for (pointer, character) in differences { characters?[pointer] = character }
    return characters
  }

  /// The characters of four bytes below U+10000: in their order, all that had no two bytes in the edition of 2005.
  private static func gb18030Ranges() -> [Unicode.Scalar?]? {
    guard let pairs = gb18030() else { return nil }
    // The edition of 2022 gave the two bytes of these private characters to the others.
    let previous: [UInt32] =
      [0xe5e5, 0xe7c7, 0xe81e, 0xe826, 0xe82b, 0xe82c, 0xe832, 0xe843, 0xe854, 0xe864] + Array(0xe78d...0xe796)
    let since = Set<UInt32>(0x9fb4...0x9fbb).union(0xfe10...0xfe19)
    let paired = Set(pairs.compactMap { $0?.value }).subtracting(since).union(previous)
    var characters = (0x80...0xffff).filter { !paired.contains($0) }.compactMap(Unicode.Scalar.init)
    characters.insert("\u{e7c7}", at: 7457)
    return characters
  }

  private static func big5() -> [Unicode.Scalar?]? {
    func bytes(row: UInt8, column: UInt8) -> [UInt8] { [row + 0x81, column + (column < 0x3f ? 0x40 : 0x62)] }
    guard var characters = pairs("BIG5-HKSCS", rows: 126, columns: 157, bytes: bytes),
      let windows = pairs("CP950", rows: 126, columns: 157, bytes: bytes)
    else { return nil }
    // The symbols are those of Windows, and the pictures of controls.
    for pointer in 5024..<5495 { characters[pointer] = windows[pointer] }
    for pointer in 5432..<5464 { characters[pointer] = Unicode.Scalar(UInt32(0x2400 + pointer - 5432)) }
    characters[5464] = "\u{2421}"
    for entry in big5Duplicates.split(separator: " ") {
      let parts = entry.split(separator: ":")
      if let pointer = Int(parts[0]), let value = UInt32(parts[1], radix: 16) {
        characters[pointer] = Unicode.Scalar(value)
      }
    }
    return characters
  }

  /// Characters that the standard has twice, and the C library's edition of HKSCS once.
  private static let big5Duplicates = """
    2082:7bb8 2088:7c06 2103:7cce 2114:7dd2 2123:7e1d 2148:8005 2151:8028 2221:83c1 2239:84a8 2244:840f 2303:89a6 2304:89a9 \
    2354:8d77 2400:90fd 2413:92b9 2477:975c 2498:97ff 2605:9f16 2673:8503 2746:5159 2747:515b 2748:515d 2749:515e 2771:936e \
    2780:7479 2990:6d67 3087:799b 3259:9097 3301:975d 3436:701e 3451:5b28 4136:7201 4138:77d7 4141:7e87 4182:99d6 4206:91d4 \
    4220:60de 4230:6fb6 4241:8f36 4258:4fbb 4273:71df 4279:9104 4282:9df0 4294:83cf 4329:5c10 4330:79e3 4349:5a67 4419:8f0b \
    4422:7b51 4494:62d0 4624:6062 4694:75f9 4708:6c4a 4742:9b2e 4748:9f17 4815:50ed 4828:5f0c 4902:880f 4922:62ce 4982:7468 \
    4992:7162 4997:7250 10942:5ef4 10946:65e0 10948:7676 10950:96b6 10957:3003 10958:4edd 19028:5029 19035:507d 19088:5305 \
    19096:5344 19112:537f 19162:5605 19240:5a77 19299:5e75 19305:5ed0 19326:5f58 19355:60a4 19398:6490 19439:6674 19454:675e \
    19553:6c9c 19554:6e1d 19557:6e2f 19611:716e 19643:732a 19672:745c 19697:74e9 19748:7809
    """
}
