import Foundation

/// One of the three rings.
public enum Ring: String, CaseIterable, Sendable, Decodable {
  case inner, middle, outer

  /// The name with a capital letter, as in `setInnerProgress`.
  public var title: String { rawValue.capitalized }
}

/// The values of the three rings, each from 0 to 10.
public struct Rings: Sendable, Equatable, Encodable {
  /// The range of a ring; other values are clamped to it.
  public static let range = 0.0...10.0

  /// The value, clamped to the range.
  public var inner = 0.0 { didSet { inner = Rings.clamped(inner) } }
  /// See ``inner``.
  public var middle = 0.0 { didSet { middle = Rings.clamped(middle) } }
  /// See ``inner``.
  public var outer = 0.0 { didSet { outer = Rings.clamped(outer) } }

  /// All rings at 0.
  public init() {}

  /// The value of one ring.
  public subscript(ring: Ring) -> Double {
    get {
      switch ring {
      case .inner: inner
      case .middle: middle
      case .outer: outer
      }
    }
    set {
      switch ring {
      case .inner: inner = newValue
      case .middle: middle = newValue
      case .outer: outer = newValue
      }
    }
  }

  private static func clamped(_ value: Double) -> Double { min(max(value, range.lowerBound), range.upperBound) }
}
