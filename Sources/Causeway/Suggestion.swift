/// Finds what a mistyped name may have meant.
package enum Suggestion {
  /// The candidate with the fewest edits, if they are few for the name's length.
  package static func nearest(to name: String, among candidates: [String]) -> String? {
    guard name.utf8.count <= 64 else { return nil }
    let letters = Array(name.lowercased())
    let near = candidates.map { ($0, distance(letters, Array($0.lowercased()))) }.min { $0.1 < $1.1 }
    guard let (candidate, edits) = near, edits <= max(2, letters.count / 3) else { return nil }
    return candidate
  }

  /// A name from outside, short enough and plain enough to stand in a message.
  package static func quoted(_ name: String) -> String {
    let short = name.count > 64 ? name.prefix(64) + "…" : name[...]
    return String(short).debugDescription
  }

  /// The edits (insert, delete, replace, swap neighbours) that turn one text into the other.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var before: [Int] = []
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var cost = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          cost = min(cost, before[column - 1] + 1)
        }
        current.append(cost)
      }
      before = last
      last = current
    }
    return last[right.count]
  }
}
