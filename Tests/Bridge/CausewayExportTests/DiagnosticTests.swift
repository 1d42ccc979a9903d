#if Macros
import Testing

/// A declaration that cannot be exported is reported at its location, with a remedy.
@Suite(.timeLimit(.minutes(5))) struct DiagnosticTests {
  /// The source of a plugin with this member.
  private static func plugin(_ member: String) -> String {
    "@Plugin(\"p\") struct P {\n  @Export func fine() {}\n  \(member)\n}"
  }

  @Test(arguments: [
    (
      "@Export func f(_ body: @escaping (Int) -> Void) {}",
      "3:36 body is a closure, which cannot cross the bridge: use a Callback instead, such as Callback<Int, Void>."
    ),
    (
      "@Export func f(body: ((Int) -> Void)?) {}",
      "3:25 body is a closure, which cannot cross the bridge: use a Callback instead, such as Callback<Int, Void>."
    ),
    (
      "@Export func f() -> [() -> Int] {}",
      "3:24 The result of f is a closure, which cannot cross the bridge: use a Callback instead, such as Callback<Int, Void>."
    ),
    (
      "@Export func f<T: Codable, U>(_ x: T, _ y: U) {}",
      "3:17 f is generic, and JavaScript cannot choose T and U: export one method for each type."
    ),
    (
      "@Export func f(x: inout Int) {}",
      "3:21 x is inout, but what crosses is a copy: take the value, and return the new one."
    ),
    ("@Export func f(x: Int...) {}", "3:21 x is variadic: take an array instead, [Int]."),
    (
      "@Export func f() -> (Int, String) {}",
      "3:23 The result of f is a tuple, which cannot cross the bridge: make it a struct marked @Crossing."
    ),
    (
      "@Export func f(x: any Shape) {}",
      "3:21 x is any Shape, whose concrete type JavaScript cannot know: name that type."
    ),
    (
      "@Export func f(call: CallContext, x: Int) {}",
      "3:18 The CallContext comes last: move it after the other parameters."
    ),
    (
      "@Export mutating func f() {}",
      "3:11 A plugin is shared by all connections, so its methods cannot be mutating: make it an actor."
    ),
    (
      "@Export func then() {}",
      "3:16 then is a reserved member name in JavaScript: give it another name, @Export(\"another\")."
    ),
    (
      "@Export(\"a.b\") func f() {}",
      "3:11 \"a.b\" is not a valid name after a dot in JavaScript: use letters and digits."
    ),
    (
      "@Export(\"__proto__\") func f() {}",
      "3:11 __proto__ is a reserved member name in JavaScript: give it another name, @Export(\"another\")."
    ),
    ("@Export(name) func f() {}", "3:11 The name must be a string literal."),
    ("@Export(ranges: [\"y\": 0...1]) func f(x: Int) {}", "3:20 \"y\" is not a parameter of this method."),
    (
      "@Export let x = compute()",
      "3:15 Write the type of x, which the declarations for JavaScript need: let x: Type = …"
    ),
    ("@Export init() {}", "3:3 @Export marks methods and constants; this is neither."),
    (
      "@Export func f() -> some AsyncSequence {}",
      "3:23 The result of f does not name the type of its items: write some AsyncSequence<Item, Failure>."
    ),
  ]) func `a member that cannot be exported`(member: String, problem: String) throws {
    #expect(try Compiler.check(Self.plugin(member)).problems == [problem])
  }

  @Test(arguments: [
    (
      "@Export var x = 1", "@Export let x = 1",
      "3:11 An exported constant must not change: make this a let, or export a method that returns it. [make it a let]"
    ),
    (
      "@Export func fine(x: Int) {}", "@Export(\"fine2\") func fine(x: Int) {}",
      "3:16 Two members have the JavaScript name fine: give one another name. [call it \"fine2\" in JavaScript]"
    ),
    (
      "@Export func f() -> any AsyncSequence<Int, Never> { AsyncStream { $0.finish() } }",
      "@Export func f() -> some AsyncSequence<Int, Never> & Sendable { AsyncStream { $0.finish() } }",
      "3:23 The result of f is any AsyncSequence, whose items cannot be sent: return some AsyncSequence. [write some]"
    ),
  ]) func `a fix-it is offered where there is one, and its result compiles`(
    member: String, repaired: String, problem: String
  )
    throws
  {
    #expect(try Compiler.check(Self.plugin(member)).problems == [problem])
    let result = try Compiler.check(Self.plugin(repaired))
    #expect(result.problems == [] && result.complaints == [])
  }

  @Test(arguments: [
    ("@Plugin(\"p\") enum P {}", "1:1 @Plugin applies to a struct, a class or an actor, but this is an enum."),
    (
      "@Plugin(\"p\") struct P {}",
      "1:1 This plugin has no member marked @Export, so JavaScript cannot call anything."
    ),
    (
      "@Plugin(\"a b\") struct P { @Export func f() {} }",
      "1:9 \"a b\" is not a valid name after a dot in JavaScript: use letters and digits."
    ),
    (
      "struct P { @Export func f() {} }",
      "1:12 @Export marks members of a plugin: mark the type around it @Plugin(\"name\") or @Remote."
    ),
    (
      "struct P {}; extension P { @Export func f() {} }",
      "1:28 @Plugin and @Remote read only the declaration of the type: move this there from the extension."
    ),
    ("@Export func f() {}", "1:1 @Export marks members of a type that is marked @Plugin or @Remote."),
    (
      "@Remote struct S { @Export func f() {} }",
      "1:1 @Remote applies to an actor or a final class, but this is a struct."
    ),
    (
      "@Remote class C { @Export func f() {} }",
      "1:1 @Remote applies to an actor or a final class, but this is a class."
    ),
    ("@Remote actor A {}", "1:1 This type has no member marked @Export, so JavaScript cannot call anything."),
    (
      "@Remote actor A { @Export let x: Int = 1 }",
      "1:31 An object that crosses by reference has methods only: export one that returns x."
    ),
    (
      "@Remote actor A { @Export(positional: true) func f(x: Int, y: Int) {} }",
      "1:50 A method of an object takes one value, or one object of its parameters: remove positional."
    ),
    (
      "@Remote actor A { @Export func toJSON() {} }",
      "1:32 toJSON is a reserved member name in JavaScript: give it another name, @Export(\"another\")."
    ),
    (
      "@Crossing class C {}",
      "1:1 @Crossing applies to a struct or an enum, but this is a class: a value that crosses is a copy."
    ),
    (
      "@Crossing struct S<T> { var x: T }",
      "1:19 JavaScript cannot choose generic arguments: declare a type for each use."
    ),
    (
      "@Crossing struct S { var x: () -> Void }",
      "1:29 x is a closure, which cannot cross the bridge: use a Callback instead, such as Callback<Int, Void>."
    ),
    (
      "@Crossing struct S { var x = compute() }",
      "1:26 Write the type of x, which the declarations for JavaScript need: x: Type."
    ),
    (
      "@Crossing struct S { var x: Int; init(from decoder: any Decoder) throws {} }",
      "1:34 This type implements its own coding, which @Crossing would not use: remove one of the two."
    ),
    (
      "@Crossing struct S { var x: Int; enum CodingKeys: String, CodingKey { case x = \"$x\" } }",
      "1:26 Names that begin with $ are reserved by the bridge: give x another one."
    ),
    (
      "struct G<T> {\n  @Crossing struct S { var x: Int }\n}",
      "2:3 A type nested in a generic type is itself generic: move it out."
    ),
    (
      "enum N {\n  @Crossing private struct S { var x: Int }\n}",
      "2:3 The extension that @Crossing generates cannot see a private type: write fileprivate."
    ),
    (
      "@Crossing struct S { var x: (Int, Int)! }",
      "1:29 x is a tuple, which cannot cross the bridge: make it a struct marked @Crossing."
    ),
    ("@Crossing enum E {}", "1:16 An enum without cases has no value that could cross."),
    (
      "@Crossing enum E { case a(Int, Int) }", "1:27 Give each value of a a label: it is a member's name in JavaScript."
    ),
    (
      "@Crossing enum E { case a(kind: Int) }",
      "1:27 The member kind identifies the case in JavaScript: give this value another label."
    ),
    (
      "@Crossing struct S {\n  var x: Int\n  #if os(Linux)\n  var y: Int = 1\n  #endif\n}",
      "4:3 @Crossing cannot evaluate #if: declare the members that cross outside of #if."
    ),
    (
      "@Crossing enum E {\n  case a\n  #if os(Linux)\n  #if DEBUG\n  case b\n  #endif\n  #endif\n}",
      "5:3 @Crossing cannot evaluate #if: declare the members that cross outside of #if."
    ),
    (
      "@Plugin(\"p\") struct P {\n  @Export func f() {}\n  #if os(Linux)\n  @Export func g() {}\n  #endif\n}",
      "4:3 @Plugin cannot evaluate #if: export this outside of #if, and test the condition in its body."
    ),
    ("struct S { @Within(0...1) var x: Int }", "1:12 @Within limits a member of a type that is marked @Crossing."),
  ]) func `a type that cannot be exported`(source: String, problem: String) throws {
    #expect(try Compiler.check(source).problems == [problem])
  }

  private static let cannotCross =
    "is unavailable: this type cannot cross the bridge: mark it @Crossing, or make it Codable"

  @Test(arguments: [
    ("@Export func f(_ x: Opaque) {}", "3 'value' \(cannotCross)"),
    ("@Export func f(\n    a: Int,\n    b: Opaque?\n  ) {}", "5 'member(_:as:)' \(cannotCross)"),
    ("@Export func f(a: Int, b: [Opaque] = []) {}", "3 'member(_:as:default:)' \(cannotCross)"),
    ("@Export func f()\n    async -> [String: Opaque] { [:] }", "4 'answer' \(cannotCross)"),
    ("@Export let x: Opaque = Opaque()", "3 'constant' \(cannotCross)"),
    (
      "@Export func f() -> AsyncStream<Opaque> { AsyncStream { $0.finish() } }",
      "3 'stream(_:timeout:_:)' is unavailable: these items cannot cross the bridge: mark their type @Crossing, or make it Codable"
    ),
    ("@Export let x = PluginEvent<Opaque>()", "3 type 'Opaque' does not conform to protocol 'Encodable'"),
  ]) func `a type that cannot cross is reported on its own line`(member: String, complaint: String) throws {
    let result = try Compiler.check(Self.plugin(member) + "\nstruct Opaque: Sendable {}")
    #expect(result.complaints.first == complaint)
  }

  @Test(arguments: [
    "public enum N {}\npublic extension N { @Crossing struct S: Sendable { var x: Int } }",
    "public enum N {}\npublic extension N { @Crossing enum E: Sendable { case a(x: Int), b } }",
    "public enum N {}\npublic extension N { @Crossing internal enum E: String, Sendable { case a } }",
    "public enum N {}\npublic extension N { @Plugin(\"p\") struct P { @Export func f() {} } }",
    "public struct N { @Crossing struct S: Sendable { var x: Int } }",
    "@Crossing struct S: Sendable { var x: Int!; var y: [String]! = nil }",
    "@Crossing enum E: Sendable { case a(x: Int!) }",
    plugin("@Export func f(x: Int!, y: [Int]! = nil) -> String! { nil }\n  @Export let c: Int! = 3"),
  ]) func `valid Swift is accepted`(source: String) throws {
    let result = try Compiler.check(source)
    #expect(result.problems.isEmpty && result.complaints.isEmpty, "\(result)")
  }

  @Test func `codes are written as an array`() throws {
    #expect(
      try Compiler.check(Self.plugin("@Export(errors: codes) func f() {}")).problems
        == ["3:19 Write the codes here, as an array: [.notFound, \"MY_OWN\"]."])
  }
}
#endif
