/// Fields that are assigned, as TypeScript did before JavaScript had any: `useDefineForClassFields` is off, or `target` is
/// older than ES2022.
///
/// A field without a value is no code. Another one becomes a method in its place, which the constructor calls behind
/// `super()` and the parameters that are properties:
///
///     class A extends B { a = 1; #b = 2; static c = 3; constructor(readonly d) { super(); } }
///
///     class A extends B { #f0(){this.a = 1}; #b;#f1(){this.#b = 2}; static {this.c = 3};
///       constructor(d) { super();this.d = d;this.#f0();this.#f1(); } }
extension Parser {
  /// Begins a field, whose name and type were read.
  ///
  /// Returns whether it is assigned.
  mutating func beginAssignedField(_ element: ClassElement, _ rewriting: ElementRewriting) throws(Stop) -> Bool {
    // The standard's decorators give a value to a field that is defined.
    guard assignsFields, !element.isSignature, rewriting.accessor == nil,
      rewriting.decorated < 0 || hasExperimentalDecorators
    else { return false }
    let key = element.key
    if key.kind == .leftBracket {
      throw fail(
        .unsupported,
        "A field with a computed name must be defined: set useDefineForClassFields in the tsconfig.json, or assign it in "
          + "the constructor.", at: key.start)
    }
    guard at(.assign) else { return key.kind != .privateName }
    usesNewSyntax = true
    let name =
      switch key.kind {
      case .string, .number, .bigInt: "this[\(source.string(element.keyRange))]"
      default: "this.\(source.string(element.keyRange))"
      }
    let variable = classVariable()
    var text = "{\(name)"
    if !element.isStatic {
      text = "#\(variable)f\(decorated.assignedFields)()" + text
      decorated.assignedFields += 1
    }
    if key.kind == .privateName { text = source.string(element.keyRange) + (element.isStatic ? ";static" : ";") + text }
    rewrite(element.keyRange, text)
    return true
  }

  /// Ends a class, whose constructor calls the methods of its fields; it gets one if it has none.
  mutating func endAssignedFields(isDerived: Bool) {
    guard decorated.assignedFields > 0 else { return }
    let variable = classVariable()
    let calls = (0..<decorated.assignedFields).map { "this.#\(variable)f\($0)();" }.joined()
    if decorated.assignments >= 0 {
      texts[Int(decorated.assignments)] = ";" + calls
    } else {
      let end = tokenizer.previousEnd - 1
      rewrite(end..<end, ";constructor(){\(isDerived ? "super(...arguments);" : "")\(calls)}")
    }
  }
}
