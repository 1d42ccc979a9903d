/// Finds the name that was probably meant.
enum NearestName {
  /// A name that differs in upper and lower case only, else one within a third of its letters; nil if none is near.
  static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    let lowered = Array(name.lowercased().utf8)
    guard lowered.count <= 100 else { return nil }
    let most = (lowered.count + 2) / 3
    var best: (name: String, distance: Int)?
    for candidate in names where candidate != name && abs(candidate.utf8.count - lowered.count) <= most {
      let distance = distance(lowered, Array(candidate.lowercased().utf8))
      if distance <= most, distance < best?.distance ?? .max { best = (candidate, distance) }
      if distance == 0 { break }
    }
    return best?.name
  }

  /// Levenshtein's distance.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (index, byte) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in right.indices {
        let above = row[column + 1]
        row[column + 1] = min(above + 1, row[column] + 1, diagonal + (byte == right[column] ? 0 : 1))
        diagonal = above
      }
    }
    return row[right.count]
  }
}
