import Glibc

/// The name of a file as it was given on the command line, which need not be text.
struct FileName {
  let bytes: [UInt8]

  /// - Parameter text: an argument, or what follows the `=` of an option. It has a mark (U+FFFD) in place of what is no
  ///   UTF-8: then the bytes are looked up among the arguments.
  init(_ text: String) {
    let isText = !text.unicodeScalars.contains("\u{FFFD}")
    bytes = (isText ? nil : FileName.argument(text)) ?? Array(text.utf8)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Calls with the name as C takes it.
  func withPointer<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe (bytes + [0]).withUnsafeBytes { unsafe body($0.assumingMemoryBound(to: CChar.self).baseAddress!) }
  }

  /// The folder that the file is in.
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
