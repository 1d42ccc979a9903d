import JavaScriptEngine

extension RuntimeHost {
  /// The functions of the embedded script.
  struct Globals {
    let fire, inspect, describe, rejected, handled, uncaught, complete, stack, timers, platform, then, modules: JSHandle
  }

  /// Defines the native functions for randomness, output and errors, and those with which the globals inspect values and
  /// source texts beyond what a script can do.
  ///
  /// - Parameter confinedHost: a reference to the host that is cleared when the host is closed.
  func defineIntrospection(in host: JSLocal, confinedHost: ThreadConfined<RuntimeHost>) {
    func function(_ name: String, _ body: @escaping JSNativeBody) {
      realm.define(name, as: realm.makeFunction(name: name, body), in: host)
    }
    realm.define("isProxy", as: realm.makeProxyTest(), in: host)
    realm.define("proxyTarget", as: realm.makeProxyTarget(), in: host)
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
    if configuration.inspection != nil {
      function("origin") { _ in
        guard let host = confinedHost.value, let inspected = host.inspected, inspected.recordsOrigins else {
          return nil
        }
        return host.realm.make(inspected.origin)
      }
      function("enterOrigin") { arguments in
        guard let host = confinedHost.value else { return nil }
        host.inspected?.origin = host.realm.text(arguments[0])?.string ?? ""
        return nil
      }
    }
    function("random") { arguments in
      guard let realm = confinedHost.value?.realm, let count = Int(exactly: realm.number(arguments[0])) else {
        return nil
      }
      return realm.make(RandomText(count: count).text)
    }
    func output(_ name: String, _ write: @escaping (ConsoleOutput, String, ConsoleLevel) -> Void) {
      function(name) { arguments in
        guard let host = confinedHost.value, host.programExit.status == nil,
          let text = host.realm.text(arguments[1])?.string
        else { return nil }
        let level = host.realm.text(arguments[0]).flatMap { ConsoleLevel(rawValue: $0.string) } ?? .log
        write(host.configuration.console, text, level)
        return nil
      }
    }
    output("print") { $0.print($1, level: $2) }
    if configuration.console.isStream { output("write") { $0.write($1, level: $2) } }
    function("report") { arguments in
      guard let host = confinedHost.value else { return nil }
      let kind = host.realm.text(arguments[1]).flatMap { UncaughtKind(rawValue: $0.string) } ?? .exception
      host.report(arguments[0], kind: kind)
      return nil
    }
  }
}
