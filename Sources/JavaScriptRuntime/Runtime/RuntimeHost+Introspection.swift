import JavaScriptEngine

extension RuntimeHost {
  /// Defines the native functions with which the globals inspect values and source texts beyond what a script can do.
  ///
  /// - Parameter confinedHost: a reference to the host that is cleared when the host is closed.
  func defineIntrospection(in host: JSLocal, confinedHost: ThreadConfined<RuntimeHost>) {
    func function(_ name: String, _ body: @escaping JSNativeBody) {
      realm.define(name, as: realm.makeFunction(name: name, body), in: host)
    }
    function("isProxy") { arguments in
      guard let realm = confinedHost.value?.realm else { return nil }
      return realm.make(realm.isProxy(arguments[0]))
    }
    function("prefixLength") { arguments in
      guard let host = confinedHost.value, let url = host.realm.text(arguments[0])?.string else { return nil }
      return host.realm.make(Double(host.sources.prefixLength(of: url)))
    }
    function("textAround") { arguments in
      guard let host = confinedHost.value, let url = host.realm.text(arguments[0])?.string,
        let line = Int(exactly: host.realm.number(arguments[1])),
        let column = Int(exactly: host.realm.number(arguments[2]))
      else { return nil }
      return host.realm.make(host.sources.textAround(line: line, column: column, of: url))
    }
  }
}
