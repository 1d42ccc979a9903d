import CJavaScriptCore
import JavaScriptEngine

/// An exported class in one context: its JavaScript constructor and its prototype.
struct JSExportedConstructor: Sendable {
  let type: AnyClass
  let constructor: JSRoot
  let prototype: JSRoot
}

extension JSContextCore {
  /// The class of a Swift type, created in this context on first use.
  func exportedClass(of type: any JSExport.Type) throws(JSThrow) -> JSExportedConstructor {
    let key = ObjectIdentifier(type)
    if let made = state.exportedClass(of: key) { return made }
    // A subclass without exports of its own is represented by its superclass.
    let made = try locked { () throws(JSThrow) in try makeClass(type.exportedClass) }
    state.setExportedClass(made, of: key)
    return made
  }

  private func makeClass(_ exported: JSExportedClass) throws(JSThrow) -> JSExportedConstructor {
    if let made = state.exportedClass(of: ObjectIdentifier(exported.type)) { return made }
    // Members that come from a protocol do not know the superclass.
    let inherited = exported.superclass ?? (_getSuperclass(exported.type) as? any JSExport.Type)?.exportedClass
    let superclass = try inherited.map { (superclass) throws(JSThrow) in try makeClass(superclass) }
    // Each value is protected while the others are made: the collector scans only the stack.
    let name = value(make(exported.name))
    let construct = value(exported.construct?(self) ?? notConstructible(exported.name))
    let base = value(superclass?.constructor.local ?? null)
    let maker = value(try classFactory())
    let instance = value(try list(of: exported.members.filter { !$0.isStatic }))
    let statics = value(try list(of: exported.members.filter(\.isStatic)))
    let constructor = try unsafe withLocals(of: [name, construct, base, instance, statics]) {
      (arguments, count) throws(JSThrow) in
      unsafe try run { unsafe JSObjectCallAsFunction(ref, maker.local.ref, nil, count, arguments, $0) }
    }
    let kept = value(constructor)
    let prototype = try get(JSText("prototype"), of: constructor)
    let made = unsafe JSExportedConstructor(
      type: exported.type, constructor: JSRoot(kept.local, in: ref, references),
      prototype: JSRoot(prototype, in: ref, references))
    state.setExportedClass(made, of: ObjectIdentifier(exported.type))
    return made
  }

  private func notConstructible(_ name: String) -> JSLocal {
    makeFunction(name: name) { (arguments) throws(JSThrow) in
      throw arguments.entry.core.typeError("\(name) has no initialiser that is exported to JavaScript")
    }
  }

  /// Triples of name, method or getter, and setter.
  private func list(of members: [JSExportedClass.Member]) throws(JSThrow) -> JSLocal {
    var values: [JSValue] = []
    for member in members {
      values.append(value(make(member.name)))
      values.append(value(member.get(self)))
      values.append(value(member.set?(self) ?? (member.isMethod ? null : undefined)))
    }
    return try local(of: values)
  }

  private func classFactory() throws(JSThrow) -> JSLocal {
    if let known = state.classFactory { return known.local }
    let maker = try evaluate(Self.classFactorySource, url: nil)
    state.classFactory = unsafe JSRoot(maker, in: ref, references)
    return maker
  }

  /// The script that creates classes.
  ///
  /// The constructor passes on the prototype of `new.target`, so JavaScript can subclass.
  ///
  /// The members are not enumerable, as in Apple's framework.
  private static let classFactorySource = JSText(
    """
    (function () {
      "use strict";
      const { defineProperty, setPrototypeOf } = Object;
      function add(target, members) {
        for (let i = 0; i < members.length; i += 3) {
          const name = members[i], value = members[i + 1], set = members[i + 2];
          defineProperty(target, name, set === null
            ? { __proto__: null, value, writable: true, configurable: true }
            : { __proto__: null, get: value, set, configurable: true });
        }
      }
      return (name, construct, base, members, statics) => {
        const made = { [name]: class { constructor(...given) { return construct(new.target.prototype, given); } } }[name];
        if (base !== null) {
          setPrototypeOf(made, base);
          setPrototypeOf(made.prototype, base.prototype);
        }
        add(made.prototype, members);
        add(made, statics);
        return made;
      };
    })()
    """)
}
