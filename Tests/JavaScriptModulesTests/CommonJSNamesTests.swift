import Testing

@testable import JavaScriptModules

@Suite struct CommonJSNamesTests {
  @Test(arguments: [
    ("exports.a = 1; exports.b=exports.c = 2; exports.d == 3", ["a", "b", "c"]),
    ("module.exports.a = 1; exports['b-c'] = 2; module.exports[\"d\"] = 3", ["a", "b-c", "d"]),
    (
      "Object.defineProperty(exports, '__esModule', { value: true }); Object.defineProperty(module.exports, \"x\", {})",
      ["__esModule", "x"]
    ),
    (
      "module.exports = { a, b: 1, 'c': f(1, {x}), get d() { return 1 }, async e() {}, f: [1, 2], g }",
      ["a", "b", "c", "d", "e", "f", "g"]
    ),
    ("module.exports = { a, [b]: 1, c }", ["a"]),
    ("module.exports = class X {}", []),
    ("module.exports = function () { exports.inner = 1 }", ["inner"]),
    (
      "x.exports.a = 1; 'exports.b = 1'; `exports.c = 1 ${exports.d = 2}`; /exports.e = 1/; // exports.f = 1\n/* exports.g = 1 */",
      ["d"]
    ),
    ("const re = a / b; exports.a = 1 / 2; exports.b = 3", ["a", "b"]),
    ("exports.default = 1; exports.a = 1; exports.a = 2", ["a"]),
    ("var exports_a = 1; exportsX.y = 1; exports.\u{e9} = 1", ["\u{e9}"]),
    ("module.exports = { a: `x${ {y: 1}.y }`, b }", ["a", "b"]),
    ("tslib_1.__exportStar(x, exports); if (a) { exports.z = 1 }", ["z"]),
    ("return /[/]exports.a = 1/; exports.b = 1", ["b"]),
    ("", []), ("exports.", []), ("module.exports = {", []), ("'", []), ("`${", []), ("/", []), ("exports['a", []),
  ]) func `names are found as Node finds them`(text: String, names: [String]) {
    #expect(CommonJSNames(in: Array(text.utf8)).exports == names)
  }

  @Test(arguments: [
    ("module.exports = require('./a')", ["./a"]),
    ("__exportStar(require(\"./b\"), exports); tslib.__exportStar(require('c'), exports)", ["./b", "c"]),
    ("module.exports = { ...require('./a'), ...require('b'), c: 1 }", ["./a", "b"]),
    ("module.exports = require(x)", []),
    ("require('x')", []),
  ]) func `modules whose names are passed on are found`(text: String, specifiers: [String]) {
    #expect(CommonJSNames(in: Array(text.utf8)).reexports == specifiers)
  }

  @Test func `any bytes end`() {
    var state: UInt64 = 1
    let alphabet = Array("exports.a=module{}[]()`$'\"/\\\n,:. require".utf8)
    for _ in 0..<500 {
      let bytes = (0..<200).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return alphabet[Int(state >> 33) % alphabet.count]
      }
      #expect(CommonJSNames(in: bytes).exports.count <= 100)
    }
  }
}
