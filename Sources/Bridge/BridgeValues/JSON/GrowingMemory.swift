/// Memory for elements that grow in number at its end.
///
/// An array asks with each change whether it is shared; this one cannot be.
@safe struct GrowingMemory<Element: BitwiseCopyable>: ~Copyable {
  /// The first of `capacity` elements; its owner knows how many of them are there.
  private(set) var start: UnsafeMutablePointer<Element>
  private(set) var capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    unsafe start = .allocate(capacity: capacity)
  }

  deinit { unsafe start.deallocate() }

  /// Inserts elements at ascending places, and returns the new number of elements.
  ///
  /// Each element moves once, whatever the number of places.
  mutating func insert(_ parts: [(place: Int, elements: UnsafeBufferPointer<Element>)], among count: Int) -> Int {
    let more = unsafe parts.reduce(0) { unsafe $0 + $1.elements.count }
    reserve(more, after: count)
    var (end, moved) = (count + more, count)
    for index in unsafe parts.indices.reversed() {
      let (place, elements) = unsafe parts[index]
      precondition(place >= 0 && place <= moved)
      end -= moved - place
      unsafe (start + end).update(from: start + place, count: moved - place)
      moved = place
      end -= elements.count
      if let first = elements.baseAddress { unsafe (start + end).update(from: first, count: elements.count) }
    }
    return count + more
  }

  /// Makes room for `more` elements behind those that are there.
  @inline(__always)
  mutating func reserve(_ more: Int, after count: Int) { if count + more > capacity { grow(by: more, after: count) } }

  @inline(never)
  private mutating func grow(by more: Int, after count: Int) {
    capacity = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    unsafe larger.initialize(from: start, count: count)
    unsafe start.deallocate()
    unsafe start = larger
  }
}
