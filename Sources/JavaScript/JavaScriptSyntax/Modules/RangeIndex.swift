/// Finds the ranges around a place by a binary search.
struct RangeIndex: Sendable {
  /// The part of a text from a place to that of the next segment, which lies in the same ranges.
  private struct Segment {
    let place: Int
    /// The number of ranges.
    let count: Int
    /// The start of the range that begins last.
    let start: Int?
  }

  private var segments: [Segment] = []

  init(_ ranges: [Range<Int>]) {
    let ranges = ranges.sorted { $0.lowerBound < $1.lowerBound }
    let ends = ranges.map(\.upperBound).sorted()
    var (begun, ended) = (0, 0)
    var open: [Range<Int>] = []
    while ended < ends.count {
      let place = begun < ranges.count ? min(ranges[begun].lowerBound, ends[ended]) : ends[ended]
      while begun < ranges.count, ranges[begun].lowerBound == place {
        open.append(ranges[begun])
        begun += 1
      }
      while ended < ends.count, ends[ended] == place { ended += 1 }
      while let last = open.last, last.upperBound <= place { open.removeLast() }
      segments.append(Segment(place: place, count: begun - ended, start: open.last?.lowerBound))
    }
  }

  /// The number of ranges that contain a place.
  func count(at place: Int) -> Int { segment(at: place)?.count ?? 0 }

  /// The start of the last range that contains a place; nil if there is none.
  func start(at place: Int) -> Int? { segment(at: place)?.start }

  private func segment(at place: Int) -> Segment? {
    var (low, high) = (0, segments.count)
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].place <= place { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? segments[low - 1] : nil
  }
}
