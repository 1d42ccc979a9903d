/// Where in a value something is, from the outside in: `params.items[3].name`.
enum ValuePath {
  static func text(_ path: [any CodingKey], root: String) -> String {
    path.reduce(into: root) { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else if key.stringValue.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }) {
        text += ".\(key.stringValue)"
      } else {
        text += "[\(key.stringValue.debugDescription)]"
      }
    }
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
  /// What an error says was expected where a value is none of this type; without bounds of 64 bits, which nobody reads.
  static var expected: String {
    if bitWidth < 64 { return "an integer from \(min) to \(max)" }
    return isSigned ? "an integer of \(bitWidth) bits" : "an unsigned integer of \(bitWidth) bits"
  }
}
