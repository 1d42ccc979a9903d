/// A class or actor that is exported to JavaScript as a class, with its exported members.
///
/// `@JSExport`, of the module `JavaScriptCoreExport`, generates the conformance. An instance in JavaScript has the
/// class's prototype; the type itself, `context["Person"] = Person.self`, is the constructor.
public protocol JSExport: AnyObject {
  /// The exported members of the type.
  nonisolated static var exportedClass: JSExportedClass { get }
}
