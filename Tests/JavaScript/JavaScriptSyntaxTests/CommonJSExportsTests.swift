import JavaScriptSyntax
import TestSupport
import Testing

@Suite struct CommonJSExportsTests {
  @Test(arguments: [
    ("exports.a = 1; module.exports.b = exports.c = 2; exports['d e'] = 3; x.exports.f = 4", ["a", "b", "c", "d e"]),
    ("module.exports = { a, b: c, 'd': e, ...f, g: h, i: 5, j }", ["a", "b", "d", "g"]),
    ("module.exports = { a, b: require('c'), d }", ["a", "b"]),
    ("Object.defineProperty(exports, '__esModule', { value: true })", ["__esModule"]),
    ("Object.defineProperty(exports, 'a', { enumerable: true, get: function () { return b.c; } });", ["a"]),
    ("Object.defineProperty(module.exports, 'a', { enumerable: true, get() { return b['c'] } });", ["a"]),
    ("Object.defineProperty(exports, 'a', { get() { return b.c() } });", []),
    ("(function () { exports.a = `${exports.b = 1}` })()", ["a", "b"]),
    ("/exports.a = 1/; 'exports.b = 2'; // exports.c = 3", []),
  ])
  func `names are found as Node finds them`(_ source: String, _ names: [String]) throws {
    #expect(try CommonJSExports(parsing: source).names == names)
  }

  @Test(
    .unsanitized,
    arguments: [
      ("module.exports = require('a')", ["a"]),
      ("module.exports = require('a'); module.exports = { ...require('b'), ...require('c') }", ["b", "c"]),
      (
        "__exportStar(require('a'), exports); tslib_1.__exportStar(require('b'), exports); __export(require('c'))",
        ["a", "b", "c"]
      ),
      ("function f() { __export(require('a')) }", []),
      (
        """
        var _a = require('a'); const _b = _interopRequireWildcard(require('b'));
        Object.keys(_a).forEach(function (k) {
          if (k === "default" || k === "__esModule") return;
          if (Object.prototype.hasOwnProperty.call(_exportNames, k)) return;
          if (k in exports && exports[k] === _a[k]) return;
          Object.defineProperty(exports, k, { enumerable: true, get: function () { return _a[k]; } });
        });
        Object.keys(_b).forEach(function (k) { if (k !== 'default' && !exports.hasOwnProperty(k)) exports[k] = _b[k]; });
        """, ["a", "b"]
      ),
    ])
  func `modules that are exported again are found`(_ source: String, _ reexports: [String]) throws {
    // Without optimization, the stack of a test's thread is short for them.
    let exports = try StackRoom.parse { (options) throws(SyntaxError) in
      try CommonJSExports(parsing: source, options: options)
    }
    #expect(exports.reexports == reexports)
  }

  @Test func `names that Swift takes for one are two exports`() throws {
    let names = try CommonJSExports(parsing: "exports['\u{e9}'] = 1; exports['e\u{301}'] = 2").names
    #expect(names.map { Array($0.utf8) } == [Array("\u{e9}".utf8), Array("e\u{301}".utf8)])
  }

  @Test func `all required modules are listed once`() throws {
    let exports = try CommonJSExports(
      parsing:
        "const a = require('a'); if (b) require(\"b\"); function c() { return require('a')(require(d)) } e.require('f')"
    )
    #expect(exports.requires == ["a", "b"])
    #expect(!exports.isESModule)
  }
}
