/// Lists of one primitive type, which cross without a container, a decoder or an encoder for each element.
extension TapeSource {
  /// The elements of an array that are all of one type; nil for everything else, one element of another type too.
  @inline(__always)
  func list<Element>(_ index: Int, _ element: (Int) -> Element?) -> [Element]? {
    let node = tape.nodes[index]
    guard node.kind == .array else { return nil }
    var elements: [Element] = []
    elements.reserveCapacity(Int(node.count))
    var index = index + 1
    let end = Int(node.next)
    while index < end {
      guard let element = element(index) else { return nil }
      // Not retained once more.
      elements.append(consume element)
      index = Int(tape.nodes[index].next)
    }
    return elements
  }
}

extension SlotTape {
  /// Writes a list as a value of its own, which lies one deeper.
  @inline(__always)
  func writeValue<Element>(list: [Element], _ write: (Element) -> Void) {
    defer { ascend() }
    guard descend() else { return }
    beginArray(list.count)
    list.forEachBorrowed(write)
  }
}

extension Array {
  /// Calls a function with each element without a copy of it, which would retain and release each reference within.
  @inlinable @inline(__always)
  func forEachBorrowed<Failure: Error>(_ body: (borrowing Element) throws(Failure) -> Void) throws(Failure) {
    try unsafe withUnsafeBufferPointer { (elements) throws(Failure) in
      for index in elements.indices { try unsafe body(elements[index]) }
    }
  }
}
