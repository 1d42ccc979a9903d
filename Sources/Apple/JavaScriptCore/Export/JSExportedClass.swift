import JavaScriptEngine

/// The JavaScript class of a Swift class: its name, its constructor and its members.
///
/// `@JSExport` generates it.
///
/// It can be written by hand as well:
///
///     var exported = JSExportedClass(Person.self, as: "Person")
///     exported.initializer { (name: String) in Person(name: name) }
///     exported.property("name", of: Person.self, get: { $0.name }, set: { $0.name = $1 })
///     exported.method("greet") { (person: Person, other: String) in person.greet(other) }
///
/// Parameters are converted as those of closures are.
///
/// A member called on an object of another class throws a `TypeError`.
public struct JSExportedClass {
  let type: AnyClass
  let name: String
  private let superclasses: [JSExportedClass]
  var construct: ((JSContextCore) -> JSLocal)?
  private(set) var members: [Member] = []

  struct Member {
    let name: String
    let isStatic: Bool
    let get: (JSContextCore) -> JSLocal
    /// Nil for a read-only property.
    var set: ((JSContextCore) -> JSLocal)?
    let isMethod: Bool
  }

  var superclass: JSExportedClass? { superclasses.first }

  /// Makes a class without members.
  ///
  /// - Parameters:
  ///   - name: the name of the JavaScript class.
  ///   - superclass: the exported superclass; nil for none.
  public init<Object: AnyObject>(_ type: Object.Type, as name: String, extending superclass: JSExportedClass? = nil) {
    self.type = type
    self.name = name
    superclasses = superclass.map { [$0] } ?? []
  }

  /// Adds an initializer, called by `new`; without one, `new` throws a `TypeError`.
  ///
  /// A nil result, as of a failable initialiser, throws as well.
  public mutating func initializer<Object: AnyObject, each Argument>(
    _ make: @escaping (repeat each Argument) throws -> Object?
  ) {
    let name = name
    construct = { core in core.makeConstructor(of: name, make) }
  }

  // MARK: Members of instances

  /// Adds a method.
  public mutating func method<Object: AnyObject, each Argument, Result>(
    _ name: String, _ body: @escaping (Object, repeat each Argument) throws -> Result
  ) {
    let owner = self.name
    add(name) { core in core.makeMethod(name, of: owner, body) }
  }

  /// Adds a method that returns a promise.
  public mutating func asyncMethod<Object: AnyObject, each Argument, Result>(
    _ name: String, _ body: @escaping @Sendable (Object, repeat each Argument) async throws -> Result
  ) {
    let owner = self.name
    add(name) { core in core.makeMethod(name, of: owner, body) }
  }

  /// Adds a property, which is read-only if `set` is nil.
  public mutating func property<Object: AnyObject, Value>(
    _ name: String, of type: Object.Type, get: @escaping (Object) throws -> Value,
    set: ((Object, Value) throws -> Void)? = nil
  ) {
    let owner = self.name
    members.append(
      Member(
        name: name, isStatic: false, get: { core in core.makeMethod("get \(name)", of: owner, get) },
        set: set.map { set in { core in core.makeMethod("set \(name)", of: owner, set) } }, isMethod: false))
  }

  /// Adds a property whose value is a promise.
  public mutating func asyncProperty<Object: AnyObject, Value>(
    _ name: String, of type: Object.Type, get: @escaping @Sendable (Object) async throws -> Value
  ) {
    let owner = self.name
    members.append(
      Member(
        name: name, isStatic: false, get: { core in core.makeMethod("get \(name)", of: owner, get) }, isMethod: false))
  }

  // MARK: Members of the class

  /// Adds a static method.
  public mutating func staticMethod<each Argument, Result>(
    _ name: String, _ body: @escaping (repeat each Argument) throws -> Result
  ) {
    add(name, isStatic: true) { core in core.makeFunction(name: name, body) }
  }

  /// Adds a static method that returns a promise.
  public mutating func asyncStaticMethod<each Argument, Result>(
    _ name: String, _ body: @escaping @Sendable (repeat each Argument) async throws -> Result
  ) {
    add(name, isStatic: true) { core in core.makeFunction(name: name, body) }
  }

  /// Adds a static property, which is read-only if `set` is nil.
  public mutating func staticProperty<Value>(
    _ name: String, get: @escaping () throws -> Value, set: ((Value) throws -> Void)? = nil
  ) {
    members.append(
      Member(
        name: name, isStatic: true, get: { core in core.makeFunction(name: "get \(name)", get) },
        set: set.map { set in { core in core.makeFunction(name: "set \(name)", set) } }, isMethod: false))
  }

  /// Adds a static property whose value is a promise.
  public mutating func asyncStaticProperty<Value>(
    _ name: String, get: @escaping @Sendable () async throws -> Value
  ) {
    members.append(
      Member(
        name: name, isStatic: true, get: { core in core.makeFunction(name: "get \(name)", get) }, isMethod: false))
  }

  private mutating func add(_ name: String, isStatic: Bool = false, _ make: @escaping (JSContextCore) -> JSLocal) {
    members.append(Member(name: name, isStatic: isStatic, get: make, isMethod: true))
  }
}

/// A parameter with a default value, which is used if JavaScript passes no argument or `undefined`.
public struct JSDefaulted<Value> {
  /// The argument; nil if it was omitted.
  public let value: Value?
}

extension JSDefaulted: JSBridged {
  static func read(_ value: JSLocal, in entry: JSEntry) throws(JSThrow) -> JSDefaulted {
    if entry.isUndefined(value) { return JSDefaulted(value: nil) }
    return JSDefaulted(value: try JSReader<Value>().read(value, entry))
  }

  func write(in entry: JSEntry) throws(JSThrow) -> JSLocal { try entry.core.local(of: value) }
}
