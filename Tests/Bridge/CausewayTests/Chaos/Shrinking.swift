/// Makes a failing list as short as it can: leaves out halves, quarters, …, single elements, as long as it still fails.
///
/// Zeller and Hildebrandt: Simplifying and Isolating Failure-Inducing Input, 2002.
func shrink<Element>(_ elements: [Element], fails: ([Element]) async -> Bool) async -> [Element] {
  var elements = elements
  var size = max(1, elements.count / 2)
  while true {
    var hasShrunk = false
    var start = 0
    while start < elements.count {
      var rest = elements
      rest.removeSubrange(start..<min(start + size, elements.count))
      if await fails(rest) {
        elements = rest
        hasShrunk = true
      } else {
        start += size
      }
    }
    if size == 1, !hasShrunk { return elements }
    size = max(1, size / 2)
  }
}
