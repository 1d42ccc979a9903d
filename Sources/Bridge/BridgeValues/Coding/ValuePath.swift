/// Where in a value something is, from the outside in: `params.items[3].name`.
enum ValuePath {
  private static let longest = 240

  /// As bridge-js/client/refusal.js writes it.
  static func text(_ path: [any CodingKey], root: String) -> String {
    shorten(path.reduce(into: root) { $0 += step($1) })
  }

  private static func step(_ key: any CodingKey) -> String {
    if let index = key.intValue { return "[\(index)]" }
    let name = key.stringValue
    if name.utf16.count > longest { return "[\(quoted(String(name.prefix(longest))))...]" }
    let isWord = name.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
        true
      default: false
      }
    }
    guard isWord, let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
      return "[\(quoted(name))]"
    }
    return ".\(name)"
  }

  private static func quoted(_ name: String) -> String {
    let writer = JSONWriter()
    writer.write(name)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func shorten(_ path: String) -> String {
    let half = longest / 2
    return path.utf16.count > longest ? "\(path.prefix(half))...\(path.suffix(half))" : path
  }
}

/// A member name or an element's index.
struct PathKey: CodingKey {
  private let name: String
  let intValue: Int?

  /// Made where it is asked for: each element of a list has a key, and hardly any is.
  var stringValue: String { intValue.map { String($0) } ?? name }

  init(stringValue: String) {
    name = stringValue
    intValue = nil
  }

  /// A member of an object, or of a dictionary that has numbers for keys.
  init(name: String) {
    let number = Int(name)
    self.name = name
    intValue = number.map { String($0) } == name ? number : nil
  }

  init(intValue: Int) {
    name = ""
    self.intValue = intValue
  }
}

extension FixedWidthInteger {
  /// The expected value in the error for a value of another type; without the bounds of 64 bits, which are unreadable.
  static var expected: String {
    if bitWidth < 64 { return "an integer from \(min) to \(max)" }
    return isSigned ? "an integer of \(bitWidth) bits" : "an unsigned integer of \(bitWidth) bits"
  }
}
