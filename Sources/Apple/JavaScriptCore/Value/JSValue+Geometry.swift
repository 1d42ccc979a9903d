public import Foundation
import JavaScriptEngine

extension JSValue {
  /// Makes an object with `x` and `y`.
  public convenience init!(point: CGPoint, in context: JSContext!) {
    self.init(object: ["x": point.x, "y": point.y], in: context)
  }

  /// Makes an object with `location` and `length`.
  public convenience init!(range: NSRange, in context: JSContext!) {
    self.init(object: ["location": range.location, "length": range.length], in: context)
  }

  /// Makes an object with `x`, `y`, `width` and `height`.
  public convenience init!(rect: CGRect, in context: JSContext!) {
    self.init(
      object: ["x": rect.origin.x, "y": rect.origin.y, "width": rect.size.width, "height": rect.size.height],
      in: context)
  }

  /// Makes an object with `width` and `height`.
  public convenience init!(size: CGSize, in context: JSContext!) {
    self.init(object: ["width": size.width, "height": size.height], in: context)
  }

  /// The properties `x` and `y`; NaN for one that is not a number.
  @discardableResult
  public func toPoint() -> CGPoint { CGPoint(x: number("x"), y: number("y")) }

  /// The properties `location` and `length`; 0 for one that is not a number.
  @discardableResult
  public func toRange() -> NSRange {
    func whole(_ key: String) -> Int {
      let number = number(key)
      return number.isNaN ? 0 : Int(exactly: number.rounded(.towardZero)) ?? (number < 0 ? 0 : .max)
    }
    return NSRange(location: whole("location"), length: whole("length"))
  }

  /// The properties `x`, `y`, `width` and `height`; NaN for one that is not a number.
  @discardableResult
  public func toRect() -> CGRect { CGRect(origin: toPoint(), size: toSize()) }

  /// The properties `width` and `height`; NaN for one that is not a number.
  @discardableResult
  public func toSize() -> CGSize { CGSize(width: number("width"), height: number("height")) }

  private func number(_ key: String) -> Double { forProperty(key).toDouble() }
}
