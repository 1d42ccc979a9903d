import JavaScriptEngine

extension RuntimeHost {
  /// The functions by which the globals learn about values and places what no script can find out.
  ///
  /// - Parameter own: the host, as long as it lives.
  func defineLooks(in host: JSLocal, own: ThreadConfined<RuntimeHost>) {
    func function(_ name: String, _ body: @escaping JSNativeBody) {
      realm.define(name, as: realm.makeFunction(name: name, body), in: host)
    }
    function("isProxy") { arguments in
      guard let realm = own.value?.realm else { return nil }
      return realm.make(realm.isProxy(arguments[0]))
    }
    function("prefixLength") { arguments in
      guard let host = own.value, let url = host.realm.text(arguments[0])?.string else { return nil }
      return host.realm.make(Double(host.sources.prefixLength(of: url)))
    }
    function("textAround") { arguments in
      guard let host = own.value, let url = host.realm.text(arguments[0])?.string,
        let line = Int(exactly: host.realm.number(arguments[1])),
        let column = Int(exactly: host.realm.number(arguments[2]))
      else { return nil }
      return host.realm.make(host.sources.textAround(line: line, column: column, of: url))
    }
  }
}
