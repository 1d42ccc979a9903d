import JavaScriptSyntax
import Testing

@Suite struct MethodCallTests {
  /// The calls of `m` in a module of TypeScript: line and column, the last argument if it is a text, whether there is one, and the
  /// three characters before the end.
  private func calls(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    let options = ParserOptions(language: .typeScript)
    return MethodCall.all(named: ["m"], in: bytes.span, isModule: true, options: options).map { call in
      let literal = call.literal.map { String(decoding: bytes[$0], as: UTF8.self) } ?? "-"
      let before = String(decoding: bytes[..<call.end].suffix(3), as: UTF8.self)
      return "\(call.position.line):\(call.position.column) \(literal) \(call.hasArguments) \(before)"
    }
  }

  @Test func `a call has the place of its last argument`() {
    #expect(calls("a.m();") == ["1:3 - false .m("])
    #expect(calls("a.m(`x`, );\nb\n  .m('y')") == ["1:3 `x` true `x`", "3:4 'y' true 'y'"])
    #expect(calls("a.m({ b: [1, 2] }, `x`)") == ["1:3 `x` true `x`"])
    #expect(calls("a.m({ b: `x` })") == ["1:3 - true ` }"])
    #expect(calls("a.m(`x${1}`)") == ["1:3 - true 1}`"])
    #expect(calls("a.m(b.m(`x`))") == ["1:3 - true x`)", "1:7 `x` true `x`"])
  }

  @Test func `a possible arrow function is read twice, and its calls are found once`() {
    #expect(calls("test('n', async () => { (a as A<B>).m<C>(); await (b.m(`x`)); });") == ["1:54 `x` true `x`"])
    #expect(calls("const f = (a = b.m()) => a.m(`y`);") == ["1:18 - false .m(", "1:28 `y` true `y`"])
  }

  @Test func `other names, texts and comments are no calls`() {
    #expect(calls("m(); a.n(); a.m; '.m()'; /* a.m() */ `a.m()`; /a.m()/; a['m']();") == [])
    #expect(calls("a.m(") == [])
  }
}
