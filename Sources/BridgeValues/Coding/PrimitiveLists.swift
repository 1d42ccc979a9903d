/// Lists of one primitive type, which cross without a container, a decoder or an encoder for each element.
extension TapeSource {
  /// The elements of an array that are all of one type; nil for everything else, one element of another type too.
  @inline(__always)
  func list<Element>(_ index: Int, _ element: (Int) -> Element?) -> [Element]? {
    var (node, index) = (tape.nodes[index], index)
    if node.kind != .array {
      guard case .plain(let inner, let place) = resolve(index), inner.kind == .array else { return nil }
      (node, index) = (inner, place)
    }
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
