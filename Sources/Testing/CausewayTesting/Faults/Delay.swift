import CausewayConcurrency
import Glibc

/// A distribution of message delays.
public enum Delay: Sendable, Equatable, CustomStringConvertible {
  /// A constant delay: `200ms`.
  case fixed(Duration)
  /// A uniform distribution between two bounds: `150ms..250ms`, or `200ms±50ms`.
  case uniform(ClosedRange<Duration>)
  /// A normal distribution with a standard deviation, never below zero: `normal(200ms,50ms)`.
  case normal(mean: Duration, deviation: Duration)
  /// A long-tailed distribution like that of a network: half of the delays are below the median, 1 % above `p99`;
  /// `longtail(50ms,2s)`.
  case longTailed(median: Duration, p99: Duration)

  /// The text form of a plan.
  public var description: String {
    switch self {
    case .fixed(let duration): Quantity.text(duration: duration)
    case .uniform(let range):
      "\(Quantity.text(duration: range.lowerBound))..\(Quantity.text(duration: range.upperBound))"
    case .normal(let mean, let deviation):
      "normal(\(Quantity.text(duration: mean)),\(Quantity.text(duration: deviation)))"
    case .longTailed(let median, let p99):
      "longtail(\(Quantity.text(duration: median)),\(Quantity.text(duration: p99)))"
    }
  }

  /// Draws a random delay.
  func draw(_ random: inout StableRandom) -> Duration {
    let nanoseconds: Double
    switch self {
    case .fixed(let duration): return duration
    case .uniform(let range):
      let (low, high) = (range.lowerBound.clampedNanoseconds, range.upperBound.clampedNanoseconds)
      nanoseconds = Double(low) + random.unit() * Double(high - low)
    case .normal(let mean, let deviation):
      nanoseconds = Double(mean.clampedNanoseconds) + random.normal() * Double(deviation.clampedNanoseconds)
    case .longTailed(let median, let p99):
      // Log-normal: its logarithm is normally distributed, and 99 % of that lie below 2.326 standard deviations.
      let (median, p99) = (Double(max(1, median.clampedNanoseconds)), Double(max(1, p99.clampedNanoseconds)))
      nanoseconds = median * exp(random.normal() * log(p99 / median) / 2.326)
    }
    return .nanoseconds(Int64(min(max(0, nanoseconds), 9e18)))
  }

  // MARK: Reading

  init(_ text: Substring) throws(InvalidText) {
    for (name, make) in Delay.functions {
      guard text.hasPrefix(name + "("), text.hasSuffix(")") else { continue }
      let parts = text.dropFirst(name.count + 1).dropLast().split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw InvalidText("\(name) takes two durations, such as \(name)(50ms,2s).") }
      self = try make(Quantity.duration(parts[0]), Quantity.duration(parts[1]))
      return
    }
    if let sign = text.firstRange(of: "±") ?? text.firstRange(of: "+-") {
      let middle = try Quantity.duration(text[..<sign.lowerBound])
      let spread = try Quantity.duration(text[sign.upperBound...])
      guard spread <= middle else {
        throw InvalidText("\(text) can be negative: the value after ± must not exceed the delay.")
      }
      self = .uniform((middle - spread)...(middle + spread))
    } else if let dots = text.firstRange(of: "..") {
      let low = try Quantity.duration(text[..<dots.lowerBound])
      let high = try Quantity.duration(text[dots.upperBound...])
      guard low <= high else { throw InvalidText("\(text) ends before it begins.") }
      self = .uniform(low...high)
    } else {
      self = .fixed(try Quantity.duration(text))
    }
  }

  private static let functions: [(String, @Sendable (Duration, Duration) throws(InvalidText) -> Delay)] = [
    ("normal", { (mean, deviation) throws(InvalidText) in .normal(mean: mean, deviation: deviation) }),
    (
      "longtail",
      { (median, p99) throws(InvalidText) in
        guard median <= p99 else {
          throw InvalidText("longtail takes the median, then the larger 99th percentile.")
        }
        return .longTailed(median: median, p99: p99)
      }
    ),
  ]
}
