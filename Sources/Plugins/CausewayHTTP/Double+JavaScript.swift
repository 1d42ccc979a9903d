#if Plugins
extension Double {
  /// The text of JavaScript's `String(number)`.
  ///
  /// Source: ECMA-262, Number::toString.
  var javaScriptText: String {
    guard isFinite else { return isNaN ? "NaN" : self < 0 ? "-Infinity" : "Infinity" }
    guard self != 0 else { return "0" }
    // Swift writes the same digits, the fewest that identify the number; only the point and the exponent differ.
    let parts = magnitude.description.split(separator: "e")
    let mantissa = parts[0].split(separator: ".")
    let written = mantissa.joined()
    let leading = written.prefix { $0 == "0" }.count
    var digits = written.dropFirst(leading)
    while digits.last == "0" { digits.removeLast() }
    // The position of the point, counted from the first digit.
    let point = mantissa[0].count - leading + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    return (self < 0 ? "-" : "") + Double.text(String(digits), point: point)
  }

  private static func text(_ digits: String, point: Int) -> String {
    func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
    switch point {
    case digits.count...21: return digits + zeros(point - digits.count)
    case 1...21: return "\(digits.prefix(point)).\(digits.dropFirst(point))"
    case -5...0: return "0." + zeros(-point) + digits
    default:
      let fraction = digits.count > 1 ? "." + digits.dropFirst() : ""
      return "\(digits.prefix(1))\(fraction)e\(point > 0 ? "+" : "-")\(abs(point - 1))"
    }
  }
}
#endif
