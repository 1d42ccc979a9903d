import JavaScriptEngine

/// The engine's built-ins as they are before user code runs, for all scripts of a context.
extension BuiltIns {
  private static let script = JSText(source)
  /// The engine's strings of each line's words, which all contexts share.
  private static let lists = lines.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    line.split(separator: " ").map { JSText(String($0)) }
  }

  /// Reads the built-ins of a context in which no other code has run.
  ///
  /// - Returns: an object that no script of others may reach.
  static func read(in realm: JSRealm) throws(JSException) -> JSLocal {
    var next = lists.makeIterator()
    // The engine keeps the function as long as the context, which the realm owns.
    let words = realm.makeFunction(name: "words") { [unowned realm] _ in
      guard let list = next.next(), !list.isEmpty else { return nil }
      var locals = JSLocals()
      for word in list { locals.append(realm.make(word)) }
      return realm.makeArray(locals)
    }
    return try realm.call(try realm.evaluate(parsed: script, url: RuntimeGlobals.url), words)
  }
}
