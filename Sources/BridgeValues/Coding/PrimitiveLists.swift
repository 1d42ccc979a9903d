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
      elements.append(element)
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
    let elements = list.span
    for index in elements.indices { write(elements[index]) }
  }
}
