/// Suggests a known name for a mistyped one.
package enum Suggestion {
  /// The candidate with the fewest edits, if these are few for the name's length; among several, the first in
  /// alphabetical order.
  ///
  /// - Parameter isAllowed: whether a candidate may be suggested; called only for near candidates.
  package static func nearest(
    to name: String, among candidates: some Sequence<String>, where isAllowed: (String) -> Bool = { _ in true }
  ) -> String? {
    guard name.utf8.count <= 64 else { return nil }
    let letters = letters(of: name)
    var best: (candidate: String, edits: Int)?
    for candidate in candidates {
      let most = best?.edits ?? (letters.count < 4 ? 1 : max(2, letters.count / 3))
      // Compares bytes first, one to four for each letter, so that many unknown names cost little each.
      let length = candidate.utf8.count
      guard length >= letters.count - most, length <= 4 * (letters.count + most) else { continue }
      guard let edits = distance(letters, Suggestion.letters(of: candidate), atMost: most) else { continue }
      if let best, best.edits == edits, best.candidate < candidate { continue }
      guard isAllowed(candidate) else { continue }
      best = (candidate, edits)
    }
    return best?.candidate
  }

  private static func letters(of name: String) -> [Unicode.Scalar] { Array(name.lowercased().unicodeScalars) }

  /// A name from outside, shortened and escaped for a message.
  package static func quoted(_ name: String) -> String {
    let short = name.count > 64 ? name.prefix(64) + "…" : name[...]
    return String(short).debugDescription
  }

  /// The edits (insert, delete, replace, swap neighbours) that turn one text into the other; nil if they are more.
  ///
  /// Only places are looked at that so many edits can reach.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], atMost most: Int) -> Int? {
    guard abs(left.count - right.count) <= most else { return nil }
    let tooMany = most + 1
    var before = Array(repeating: tooMany, count: right.count + 1)
    var last = (0...right.count).map { min($0, tooMany) }
    var current = before
    var leastOfLast = 0
    for (row, letter) in left.enumerated() {
      // To the right of what is looked at no row has written anything; to the left older rows have.
      let first = max(0, row - most)
      current[first] = first == 0 ? min(row + 1, tooMany) : tooMany
      var least = current[first]
      for column in first..<max(first, min(right.count, row + most + 1)) {
        let other = right[column]
        var cost = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          cost = min(cost, before[column - 1] + 1)
        }
        current[column + 1] = min(cost, tooMany)
        least = min(least, cost)
      }
      // What follows is no less than the least of two rows.
      if min(least, leastOfLast) > most { return nil }
      leastOfLast = least
      swap(&before, &last)
      swap(&last, &current)
    }
    return last[right.count] <= most ? last[right.count] : nil
  }
}
