import Foundation

/// Draws the rings as text for a terminal.
public enum RingDrawing {
  /// The radius of each ring, in rows.
  private static let radii: [(ring: Ring, radius: Double)] = [(.outer, 4.8), (.middle, 3.1), (.inner, 1.4)]
  private static let rows = 11

  /// Three concentric rings, filled clockwise from the top, eleven lines high.
  public static func lines(of rings: Rings) -> [String] {
    let center = Double(rows - 1) / 2
    return (0..<rows).map { row in
      let line = (0..<rows * 2).map { column -> Character in
        // A character is about twice as high as wide.
        let x = (Double(column) + 0.5) / 2 - center - 0.25
        let y = Double(row) - center
        guard let ring = radii.first(where: { abs(hypot(x, y) - $0.radius) < 0.55 })?.ring else { return " " }
        let turn = (atan2(x, -y) / (2 * .pi) + 1).truncatingRemainder(dividingBy: 1)
        return turn < rings[ring] / Rings.range.upperBound ? filled(ring) : "·"
      }
      return String(String(line).reversed().drop { $0 == " " }.reversed())
    }
  }

  private static func filled(_ ring: Ring) -> Character {
    switch ring {
    case .inner: "▒"
    case .middle: "▓"
    case .outer: "█"
    }
  }

  /// The values of the rings: `inner 3  middle 4.5  outer 0`.
  public static func summary(of rings: Rings) -> String {
    Ring.allCases.map { "\($0.rawValue) \(number(rings[$0]))" }.joined(separator: "  ")
  }

  /// At most two decimal places.
  static func number(_ value: Double) -> String {
    let hundredths = (value * 100).rounded() / 100
    return hundredths == hundredths.rounded() ? String(Int(hundredths)) : String(hundredths)
  }
}
