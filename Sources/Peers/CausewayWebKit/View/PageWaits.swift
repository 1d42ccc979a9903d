#if WebView
/// The waits for answers of a page, which end with its view.
struct PageWaits {
  private var waits: [Int: () -> Void] = [:]
  private var next = 0

  var isEmpty: Bool { waits.isEmpty }

  /// Adds a wait, with the function that ends it.
  ///
  /// - Returns: its number, for ``remove(_:)``.
  mutating func add(_ end: @escaping () -> Void) -> Int {
    next += 1
    waits[next] = end
    return next
  }

  mutating func remove(_ number: Int) { waits[number] = nil }

  /// Removes all waits.
  ///
  /// - Returns: the functions that end them, to be called when the view's state is settled.
  mutating func removeAll() -> [() -> Void] {
    defer { waits = [:] }
    return Array(waits.values)
  }
}
#endif
