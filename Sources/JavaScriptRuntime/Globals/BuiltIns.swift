import JavaScriptEngine

/// The engine's built-ins as they are before user code runs, for all scripts of a context.
extension BuiltIns {
  private static let script = JSText(source)
  /// The engine's strings of the words, which all contexts share.
  private static let texts = words.split(separator: " ").map { JSText(String($0)) }

  /// Reads the built-ins of a context in which no other code has run.
  ///
  /// - Returns: an object that no script of others may reach.
  static func read(in realm: JSRealm) throws(JSException) -> JSLocal {
    var next = texts.makeIterator()
    // The engine keeps the function as long as the context, which the realm owns.
    let word = realm.makeFunction(name: "next") { [unowned realm] _ in next.next().map { realm.make($0) } }
    return try realm.call(try realm.evaluate(script, url: RuntimeGlobals.url), word)
  }
}
