extension EncodedValue {
  /// Where each of the value's references is, without the name of the value: `.row`, `.list[0]`.
  package func pathsOfSentReferences(limits: Limits) throws(BridgeError) -> [String] {
    let source = try TapeSource(self, limits: limits)
    var paths = sentReferences.map { _ in "" }
    for node in source.tape.nodes.indices {
      guard let place = source.sentReference(node) else { continue }
      paths[place] = ValuePath.text(source.path(from: 0, to: node), root: "")
    }
    return paths
  }
}
