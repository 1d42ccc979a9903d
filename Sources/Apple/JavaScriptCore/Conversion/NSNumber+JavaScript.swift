import Foundation

extension NSNumber {
  /// The number of JavaScript: a whole one is an integer, which prints as `1`, as Apple's does; Linux prints `1.0` for a
  /// double.
  convenience init(javaScript number: Double) {
    if number.magnitude <= 0x1p53, let integer = Int(exactly: number), integer != 0 || number.sign == .plus {
      self.init(value: integer)
    } else {
      self.init(value: number)
    }
  }

  /// Whether this is a boolean rather than the number 0 or 1.
  var isBoolean: Bool { type(of: self) == NSNumber.booleanType }
  private static let booleanType = type(of: NSNumber(value: true))
}
