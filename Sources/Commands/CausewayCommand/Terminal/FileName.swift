import Glibc

/// A file name from the command line, which may not be UTF-8.
struct FileName {
  let bytes: [UInt8]

  /// - Parameter text: an argument, or the value of an option. Swift replaces invalid UTF-8 with U+FFFD: then the
  ///   original bytes are looked up among the arguments.
  init(_ text: String) {
    let isText = !text.unicodeScalars.contains("\u{FFFD}")
    bytes = (isText ? nil : FileName.argument(text)) ?? Array(text.utf8)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Calls `body` with the name as a C string.
  func withPointer<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe (bytes + [0]).withUnsafeBytes { unsafe body($0.assumingMemoryBound(to: CChar.self).baseAddress!) }
  }

  /// The name with a text after it.
  func appending(_ text: String) -> FileName { FileName(bytes: bytes + Array(text.utf8)) }

  /// The folder of the file.
  var folder: FileName {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FileName(bytes: Array(".".utf8)) }
    return FileName(bytes: Array(bytes[...slash]))
  }

  /// The name within its folder.
  var last: [UInt8] {
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    return Array(bytes[(slash.map { $0 + 1 } ?? 0)...])
  }

  private static func argument(_ text: String) -> [UInt8]? {
    for index in 0..<Int(CommandLine.argc) {
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { continue }
      let bytes = unsafe Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
      if String(decoding: bytes, as: UTF8.self) == text { return bytes }
      guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let value = bytes[(equals + 1)...]
      if String(decoding: value, as: UTF8.self) == text { return Array(value) }
    }
    return nil
  }
}
