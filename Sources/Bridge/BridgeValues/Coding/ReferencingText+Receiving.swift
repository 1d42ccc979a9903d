extension ReferencingText {
  /// The text with its references; nil if it has none.
  ///
  /// - Parameter receive: makes the reference of a number; a negative one is this side's own. The name is that of an object's
  ///   class, nil for a function. The path says where it is in the value.
  /// - Throws: what `receive` throws, or the error of a text that is not valid.
  package static func make(
    of value: EncodedValue, limits: Limits,
    receive: (_ number: Int, _ typeName: String?, _ path: String) throws(BridgeError) -> any ReceivedReference
  ) throws(BridgeError) -> ReferencingText? {
    guard value.mayHaveReferences else { return nil }
    let source = try TapeSource(value, limits: limits)
    let tape = source.tape
    var references: [Int: Found] = [:]
    // An object that `$object` contains is what it looks like.
    var literal = -1
    for node in tape.nodes.indices where tape.nodes[node].kind == .object && node != literal {
      guard let tag = tape.tag(at: node) else { continue }
      if tag.name == "$object" { literal = tag.content }
      guard tag.name == self.tag, let (number, typeName) = source.receivedReference(tag.content) else { continue }
      let path = ValuePath.text(source.path(from: 0, to: node), root: "")
      references[node] = Found(reference: try receive(number, typeName, path), path: path)
    }
    return references.isEmpty ? nil : ReferencingText(tape, references)
  }
}

extension TapeSource {
  /// The content of a tag: a number, or `[number, name]` for an object of a class of that name; nil if it is neither.
  fileprivate func receivedReference(_ content: Int) -> (number: Int, typeName: String?)? {
    let isObject = tape.nodes[content].kind == .array
    if isObject, tape.nodes[content].count != 2 { return nil }
    guard let number = integer(isObject ? content + 1 : content, as: Int.self), number.magnitude <= 1 << 53 else {
      return nil
    }
    guard isObject else { return number == 0 ? nil : (number, nil) }
    guard number > 0, let name = string(content + 2) else { return nil }
    return (number, String(name.unicodeScalars.prefix(64)))
  }
}
