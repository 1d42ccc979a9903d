import CausewayConcurrency

/// The text forms of quantities in plans and scripts: `200ms`, `2%`, `64kB/s`, `10s..20s`.
enum Quantity {
  private static let times: [(unit: String, nanoseconds: Double)] = [
    ("ns", 1), ("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("s", 1e9), ("min", 60e9), ("h", 3600e9),
  ]
  private static let rates: [(unit: String, bytes: Double)] = [
    ("B/s", 1), ("kB/s", 1e3), ("MB/s", 1e6), ("KiB/s", 1024), ("MiB/s", 1_048_576), ("kbit/s", 125), ("Mbit/s", 125e3),
  ]

  /// A duration with its unit; not negative.
  static func duration(_ text: Substring) throws(InvalidText) -> Duration {
    let (number, unit) = try split(text, example: "200ms")
    guard let scale = times.first(where: { $0.unit == unit })?.nanoseconds else {
      throw unknown(unit, in: text, known: "ns, us, ms, s, min or h", example: "200ms")
    }
    if number < 0 { throw InvalidText("\(text) is negative.") }
    guard number * scale <= 9e18 else { throw InvalidText("\(text) is too long: the maximum is 292 years.") }
    return .nanoseconds(Int64((number * scale).rounded()))
  }

  /// A probability in percent, converted to 0 to 1.
  static func probability(_ text: Substring) throws(InvalidText) -> Double {
    let (number, unit) = try split(text, example: "2%")
    guard unit == "%" else { throw unknown(unit, in: text, known: "%", example: "2%") }
    guard (0...100).contains(number) else { throw InvalidText("\(text) is not a probability from 0% to 100%.") }
    return number / 100
  }

  /// A rate in bytes per second; greater than zero.
  static func bytesPerSecond(_ text: Substring) throws(InvalidText) -> Double {
    let (number, unit) = try split(text, example: "64kB/s")
    guard let scale = rates.first(where: { $0.unit == unit })?.bytes else {
      throw unknown(unit, in: text, known: rates.map(\.unit).joined(separator: ", "), example: "64kB/s")
    }
    guard number > 0, number * scale <= 1e15 else {
      throw InvalidText("\(text) is not a positive rate.")
    }
    return number * scale
  }

  /// A time span without its end; open if the end is omitted.
  static func span(_ text: Substring) throws(InvalidText) -> Range<Duration> {
    guard let dots = text.firstRange(of: "..") else {
      throw InvalidText("\(text.quoted) is not a time span, such as 10s..20s, or 10s.. without an end.")
    }
    let start = dots.lowerBound == text.startIndex ? .zero : try duration(text[..<dots.lowerBound])
    let end = dots.upperBound == text.endIndex ? Quantity.always : try duration(text[dots.upperBound...])
    guard start < end else { throw InvalidText("\(text) ends before it begins.") }
    return start..<end
  }

  /// A range of call numbers, counted from 1: `3`, or `3..5` with both ends.
  static func calls(_ text: Substring) throws(InvalidText) -> ClosedRange<Int> {
    let parts = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    let first = parts[0].isEmpty ? 1 : Int(parts[0])
    let last = parts.count == 1 ? first : parts[1].isEmpty ? Int.max : Int(parts[1])
    guard let first, let last, first >= 1, last >= first else {
      throw InvalidText("\(text.quoted) is not a range of calls, such as 3, 3..5 or 3.. (counted from 1).")
    }
    return first...last
  }

  /// The end of an open span.
  static let always = Duration.nanoseconds(Int64.max)

  // MARK: Writing

  static func text(duration: Duration) -> String {
    let nanoseconds = duration.clampedNanoseconds
    let units: [(String, Int64)] = [
      ("h", 3_600_000_000_000), ("min", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1000),
    ]
    for (unit, scale) in units {
      if nanoseconds >= scale, nanoseconds % (scale >= 60_000_000_000 ? scale : scale / 1000) == 0 {
        return number(Double(nanoseconds) / Double(scale)) + unit
      }
    }
    return nanoseconds == 0 ? "0s" : "\(nanoseconds)ns"
  }

  static func text(probability: Double) -> String { number(probability * 100) + "%" }

  static func text(bytesPerSecond rate: Double) -> String {
    let (unit, scale) = rate >= 1e6 ? ("MB/s", 1e6) : rate >= 1e3 ? ("kB/s", 1e3) : ("B/s", 1)
    return rate / scale * scale == rate ? number(rate / scale) + unit : number(rate) + "B/s"
  }

  static func text(span: Range<Duration>) -> String {
    text(duration: span.lowerBound) + ".." + (span.upperBound == always ? "" : text(duration: span.upperBound))
  }

  static func text(calls: ClosedRange<Int>) -> String {
    if calls.count == 1 { return String(calls.lowerBound) }
    return "\(calls.lowerBound).." + (calls.upperBound == .max ? "" : String(calls.upperBound))
  }

  private static func number(_ value: Double) -> String {
    // A percentage such as 7% was divided by 100: 12 digits hide the two rounding errors.
    let rounded = (value * 1e9).rounded() / 1e9
    return Int(exactly: rounded).map(String.init) ?? String(rounded)
  }

  // MARK: Reading

  private static func split(_ text: Substring, example: String) throws(InvalidText) -> (number: Double, unit: Substring)
  {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-" || $0 == "+") }
    guard let number = Double(digits), number.isFinite else {
      throw InvalidText("\(text.quoted) is not a number with a unit, such as \(example).")
    }
    return (number, text[digits.endIndex...])
  }

  private static func unknown(_ unit: Substring, in text: Substring, known: String, example: String) -> InvalidText {
    let offset = text.count - unit.count
    if unit.isEmpty { return InvalidText("\(text) has no unit: write \(known), such as \(example).", offset: offset) }
    return InvalidText(
      "\(unit.quoted) is not a known unit: write \(known), such as \(example).", offset: offset)
  }
}
