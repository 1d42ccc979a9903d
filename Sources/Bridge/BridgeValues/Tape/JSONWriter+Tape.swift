extension JSONWriter {
  /// Writes a value on a tape as bridge JSON; its bytes go to where this writer has them.
  func write(_ source: TapeSource, _ index: Int) {
    let tape = source.tape
    let node = tape.nodes[index]
    switch node.kind {
    case .null: writeNull()
    case .true: write(true)
    case .false: write(false)
    case .double: write(node.double)
    case .number: unsafe append(tape.text(of: node))
    case .string: unsafe write(text: tape.text(of: node), isEscaped: node.isEscaped)
    case .array: writeElements(source, index)
    case .record: writeMembers(of: source, index, isEscaped: tape.shape(ofRecord: index).isLookalike)
    case .object:
      // Names of JSON are tags where they look like it; others were escaped when they were written.
      if tape.tag(at: index)?.name == "$bytes", let bytes = source.bytes(index) { return write(bytes) }
      noteTag()
      let isLookalike = node.isEscaped && node.count == 1 && tape.string(tape.nodes[index + 1]).isTagLike
      writeMembers(of: source, index, isEscaped: isLookalike)
    case .tag: write(tagged: source, index, TapeTag(rawValue: node.count)!)
    }
  }

  private func write(tagged source: TapeSource, _ index: Int, _ tag: TapeTag) {
    switch tag {
    case .undefined: return writeUndefined()
    case .bytes: if let bytes = source.bytes(index) { return write(bytes) }
    default: break
    }
    noteTag()
    append("{")
    write(tag.name)
    append(":")
    write(source, index + 1)
    append("}")
  }

  private func write(text: UnsafeBufferPointer<UInt8>, isEscaped: Bool) {
    if isEscaped {
      append(UInt8(ascii: "\""))
      unsafe append(text)
      append(UInt8(ascii: "\""))
    } else {
      unsafe append(quoting: text)
    }
  }

  private func writeElements(_ source: TapeSource, _ array: Int) {
    append("[")
    var isFirst = true
    source.forEach(of: array) { element in
      if !isFirst { append(",") }
      isFirst = false
      write(source, element)
    }
    append("]")
  }

  private func writeMembers(of source: TapeSource, _ object: Int, isEscaped: Bool) {
    let tape = source.tape
    let node = tape.nodes[object]
    if isEscaped {
      noteTag()
      append(#"{"$object":"#)
    }
    append("{")
    var isFirst = true
    var index = object + 1
    var ordinal = 0
    while index < Int(node.next) {
      if !isFirst { append(",") }
      isFirst = false
      if node.kind == .record {
        write(tape.shape(ofRecord: object).names[ordinal])
        ordinal += 1
      } else {
        let name = tape.nodes[index]
        unsafe write(text: tape.text(of: name), isEscaped: name.isEscaped)
        index += 1
      }
      append(":")
      write(source, index)
      index = Int(tape.nodes[index].next)
    }
    append(isEscaped ? "}}" : "}")
  }
}

extension ObjectShape {
  /// Whether an object of this shape would be taken for a tag in JSON.
  fileprivate var isLookalike: Bool { names.count == 1 && names[0].isTagLike }
}
