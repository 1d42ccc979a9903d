/// Parses arbitrary bytes as each kind of code, and checks that no line of them moves.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = Array(UnsafeBufferPointer(start: start, count: count))
  let jsx = [nil, JSXOptions(), JSXOptions(runtime: .development), JSXOptions(runtime: .classic)]
  for (language, jsx) in [ParserOptions.Language.javaScript, .typeScript].flatMap({ l in jsx.map { (l, $0) } }) {
    let options = ParserOptions(language: language, jsx: jsx)
    if let module = try? ModuleText(parsing: text.span, options: options) {
      let body = Array(module.code.utf8.split(separator: 0x0A, maxSplits: 1)[1].dropLast(3))
      precondition(lineEnds(body) == lineEnds(text), "a module's lines moved")
      precondition(module.imports.allSatisfy { module.requests.indices.contains($0.request) }, "no such request")
      precondition(module.indirectExports.allSatisfy { module.requests.indices.contains($0.request) })
      precondition(module.starExports.allSatisfy { module.requests.indices.contains($0) }, "no such request")
    }
    for kind in [ScriptText.Kind.script, .functionBody] {
      guard let script = try? ScriptText(parsing: text.span, kind: kind, importFunction: "i", options: options) else {
        continue
      }
      precondition(lineEnds(Array(script.code.utf8)) == lineEnds(text), "a script's lines moved")
      let isEdited = language == .typeScript || jsx != nil || script.hasDynamicImport
      precondition(isEdited || script.code.utf8.elementsEqual(text), "a script changed")
    }
    _ = try? CommonJSExports(parsing: text.span, options: options)
    _ = ModuleSyntax.detect(text.span, options: options)
  }
  return 0
}

/// The ends of lines, by ECMA-262's rules, in their order.
private func lineEnds(_ text: [UInt8]) -> [[UInt8]] {
  var ends: [[UInt8]] = []
  var index = 0
  while index < text.count {
    switch text[index] {
    case 0x0A, 0x0D: ends.append([text[index]])
    case 0xE2 where index + 2 < text.count && text[index + 1] == 0x80 && text[index + 2] & 0xFE == 0xA8:
      ends.append(Array(text[index...index + 2]))
    default: break
    }
    index += 1
  }
  return ends
}
