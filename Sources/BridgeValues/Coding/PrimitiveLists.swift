/// Lists of one primitive type, which cross without a container, a decoder or an encoder for each element.
extension TapeSource {
  /// The elements of an array that are all of one type; nil for everything else, one element of another type too.
  @inline(__always)
  func list<Element>(_ index: Int, _ element: (Int) -> Element?) -> [Element]? {
    guard case .plain(let node, var index) = resolve(index), node.kind == .array else { return nil }
    var elements: [Element] = []
    elements.reserveCapacity(Int(node.count))
    index += 1
    while index < Int(node.next) {
      guard let element = element(index) else { return nil }
      elements.append(element)
      index = Int(tape.nodes[index].next)
    }
    return elements
  }
}

extension TapeSource {
  /// The same for numbers: those that JavaScript wrote as slots lie one after the other.
  func doubles(_ index: Int) -> [Double]? {
    let node = tape.nodes[index]
    let count = Int(node.count)
    guard node.kind == .array, Int(node.next) - index - 1 == count else { return list(index, double) }
    var isDouble = true
    let elements = unsafe [Double](unsafeUninitializedCapacity: count) { buffer, filled in
      for place in 0..<count {
        let element = tape.nodes[index + 1 + place]
        isDouble = isDouble && element.kind == .double
        unsafe buffer.initializeElement(at: place, to: element.double)
      }
      filled = count
    }
    return isDouble ? elements : list(index, double)
  }
}

extension SlotTape {
  /// Writes a list as a value of its own, which lies one deeper.
  @inline(__always)
  func writeValue<Element>(list: [Element], _ write: (Element) -> Void) {
    defer { ascend() }
    guard descend() else { return }
    beginArray(list.count)
    for element in list { write(element) }
  }
}
