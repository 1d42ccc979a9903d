#if Macros
@_exported public import JavaScriptCore

/// Makes a class, an actor or a protocol's members reachable from JavaScript, as Apple's `JSExport` protocol does.
///
///     @JSExport final class Person {
///       var name: String                                      // person.name
///       init(name: String) { self.name = name }               // new Person("Ada")
///       func greet(_ other: Person) -> String { … }           // person.greet(other)
///       func move(_ x: Double, to y: Double) throws { … }     // person.moveTo(x, y)
///       static func load(_ id: Int) async throws -> Person { … }       // await Person.load(7)
///       private var secret = ""                               // not reachable; nor is what is marked @JSExportIgnored
///     }
///
///     context["Person"] = Person.self
///     context["ada"] = Person(name: "Ada")                    // ada instanceof Person
///
/// Every member is exported that is not `private` or `fileprivate` and stands in the declaration itself. On a protocol it is
/// the protocol's members that are exported, of whatever class conforms to it.
///
/// A method is called by Apple's rule, as its Objective-C selector without the colons: `query(_:end:)` is `queryEnd`, and
/// `greet(name:)` is `greetWithName`. An underscore adds nothing. ``JSExport(as:)`` on a member gives it another name, and
/// among several initialisers says which one `new` calls.
///
/// A property's accessors are called, `willSet` and `didSet` with them. An `async` method returns a promise, and so does
/// everything that an actor isolates; what is thrown is thrown in JavaScript.
///
/// - Parameter name: what JavaScript calls the class; nil for its own name.
@attached(member, conformances: JSExport, names: named(exportedClass))
@attached(extension, conformances: JSExport, names: named(exportedClass))
public macro JSExport(_ name: String? = nil) = #externalMacro(module: "CausewayMacros", type: "JSExportMacro")

/// Gives a member of an exported class another name in JavaScript.
///
/// On one of several initialisers the name is `"constructor"`: that is the one which `new` calls.
@attached(peer)
public macro JSExport(as name: String) = #externalMacro(module: "CausewayMacros", type: "JSExportAsMacro")

/// Keeps a member of an exported class from JavaScript.
@attached(peer)
public macro JSExportIgnored() = #externalMacro(module: "CausewayMacros", type: "JSExportIgnoredMacro")
#endif
