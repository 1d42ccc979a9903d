#if Macros
@_exported public import JavaScriptCore

/// Exports a class, an actor or a protocol to JavaScript, as Apple's `JSExport` protocol does.
///
///     @JSExport final class Person {
///       var name: String                                      // person.name
///       init(name: String) { self.name = name }               // new Person("Ada")
///       func greet(_ other: Person) -> String { … }           // person.greet(other)
///       func move(_ x: Double, to y: Double) throws { … }     // person.moveTo(x, y)
///       static func load(_ id: Int) async throws -> Person { … }       // await Person.load(7)
///       private var secret = ""                               // not exported; use @JSExportIgnored for others
///     }
///
///     context["Person"] = Person.self
///     context["ada"] = Person(name: "Ada")                    // ada instanceof Person
///
/// All members that are declared in the type itself and are not `private` or `fileprivate` are exported.
///
/// On a protocol, the macro exports the protocol's members for every conforming class.
///
/// A method's name follows Apple's rule: its Objective-C selector without the colons.
///
/// `query(_:end:)` is `queryEnd`, and `greet(name:)` is `greetWithName`. An underscore adds nothing. ``JSExport(as:)``
/// on a member sets another name; on one of several initialisers it selects the one that `new` calls.
///
/// Access to a property calls its accessors and observers.
///
/// An `async` method and a member isolated to an actor return a promise. An error is thrown in JavaScript.
///
/// - Parameter name: the name of the JavaScript class; nil for the Swift name.
@attached(member, conformances: JSExport, names: named(exportedClass))
@attached(extension, conformances: JSExport, names: named(exportedClass))
public macro JSExport(_ name: String? = nil) = #externalMacro(module: "CausewayMacros", type: "JSExportMacro")

/// Gives an exported member another name in JavaScript.
///
/// On one of several initialisers the name is `"constructor"`: `new` calls that initialiser.
@attached(peer)
public macro JSExport(as name: String) = #externalMacro(module: "CausewayMacros", type: "JSExportAsMacro")

/// Excludes a member from an exported class.
@attached(peer)
public macro JSExportIgnored() = #externalMacro(module: "CausewayMacros", type: "JSExportIgnoredMacro")
#endif
