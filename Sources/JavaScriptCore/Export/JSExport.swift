/// A class or actor that JavaScript sees as a class, with the members that it exports.
///
/// `@JSExport`, of the module `JavaScriptCoreExport`, writes the conformance. An instance that crosses to JavaScript has the
/// class's prototype there; the type itself, `context["Person"] = Person.self`, is the constructor.
public protocol JSExport: AnyObject {
  /// What JavaScript sees of the type.
  nonisolated static var exportedClass: JSExportedClass { get }
}
