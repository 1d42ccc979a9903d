import Foundation

/// One of the three rings.
public enum Ring: String, CaseIterable, Sendable {
  case inner, middle, outer

  /// `Inner`, as in `setInnerProgress`.
  public var title: String { rawValue.capitalized }
}

/// How far the three rings are, each from 0 to 10.
public struct Rings: Sendable, Equatable, Encodable {
  /// What a ring may show; what is beyond it becomes its nearest end.
  public static let range = 0.0...10.0

  /// Set beyond the range it becomes the range's nearest end; so do its siblings.
  public var inner = 0.0 { didSet { inner = Rings.clamped(inner) } }
  /// See ``inner``.
  public var middle = 0.0 { didSet { middle = Rings.clamped(middle) } }
  /// See ``inner``.
  public var outer = 0.0 { didSet { outer = Rings.clamped(outer) } }

  /// All at nought.
  public init() {}

  /// One of them.
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
