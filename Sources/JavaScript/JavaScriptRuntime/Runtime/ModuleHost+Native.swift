import JavaScriptEngine
import JavaScriptModules

/// The native functions that the embedded script calls.
extension ModuleHost {
  func makeNative() -> JSLocal {
    let native = realm.makeObject()
    func function(
      _ name: String, _ body: @escaping (ModuleHost, JSArguments) throws(ModuleFailure) -> JSLocal?
    ) {
      let function = realm.makeFunction(name: name) { [own] arguments throws(JSThrow) in
        guard let modules = own.value else { return nil }
        do throws(ModuleFailure) {
          return try body(modules, arguments)
        } catch {
          throw JSThrow(modules.value(of: error, isRequire: ["require", "resolvePath", "evaluateNow"].contains(name)))
        }
      }
      realm.define(name, as: function, in: native)
    }
    function("meta") { (modules, arguments) throws(ModuleFailure) in modules.meta(of: modules.index(arguments[0])) }
    function("namespace") { (modules, arguments) throws(ModuleFailure) in
      modules.namespace(of: modules.index(arguments[0]))
    }
    function("resolve") { (modules, arguments) throws(ModuleFailure) in
      do throws(ModuleError) {
        let from = modules.url(of: modules.index(arguments[0]))
        let url = try modules.configuration.address(of: modules.text(arguments[1]), from: from)
        return modules.realm.make(url.description)
      } catch {
        throw ModuleFailure.module(error)
      }
    }
    function("resolvePath") { (modules, arguments) throws(ModuleFailure) in
      let url = try modules.resolve(arguments)
      return modules.realm.make(url.filePath ?? url.description)
    }
    function("load") { (modules, arguments) throws(ModuleFailure) in
      try modules.load(arguments)
      return nil
    }
    function("require") { (modules, arguments) throws(ModuleFailure) in
      let id = try modules.require(modules.text(arguments[1]), from: modules.index(arguments[0]))
      return modules.realm.make(Double(id.index))
    }
    function("evaluateNow") { (modules, arguments) throws(ModuleFailure) in
      try modules.evaluateNow(ModuleID(index: modules.index(arguments[0])))
      return nil
    }
    function("process") { (modules, _) throws(ModuleFailure) in
      modules.realm.makeJSON(utf8: modules.processDescription)
    }
    function("exit") { (modules, arguments) throws(ModuleFailure) in
      modules.host.exit(Int(exactly: modules.realm.number(arguments[0])) ?? 0)
      return nil
    }
    function("onEvent") { (modules, arguments) throws(ModuleFailure) in
      modules.onProcessEvent = modules.realm.keep(arguments[0])
      return nil
    }
    function("fileKind") { (modules, arguments) throws(ModuleFailure) in
      guard let kind = modules.configuration.kind(ofFile: modules.text(arguments[0])) else { return nil }
      return modules.realm.make(kind == .file ? "file" : kind == .directory ? "directory" : "other")
    }
    function("fileBytes") { (modules, arguments) throws(ModuleFailure) in
      do throws(ModuleError) {
        return modules.realm.makeArrayBuffer(try modules.configuration.bytes(ofFile: modules.text(arguments[0])))
      } catch {
        throw ModuleFailure.module(error)
      }
    }
    function("fileNames") { (modules, arguments) throws(ModuleFailure) in
      var line = JSONLine()
      line.list(modules.configuration.names(inDirectory: modules.text(arguments[0]))) { $0.string($1) }
      return modules.realm.makeJSON(utf8: line.utf8)
    }
    function("testSettings") { (modules, _) throws(ModuleFailure) in modules.testSettings() }
    function("sendTestEvent") { (modules, arguments) throws(ModuleFailure) in
      modules.sendTestEvent(arguments)
      return nil
    }
    function("readSnapshots") { (modules, arguments) throws(ModuleFailure) in try modules.readSnapshots(arguments) }
    function("writeSnapshots") { (modules, arguments) throws(ModuleFailure) in
      try modules.writeSnapshots(arguments)
      return nil
    }
    function("openResources") { (modules, _) throws(ModuleFailure) in modules.openResources() }
    function("referrer") { (modules, arguments) throws(ModuleFailure) in
      let text = modules.text(arguments[0])
      let url = text.hasPrefix("/") ? ModuleURL(filePath: text) : ModuleURL(text)
      return modules.realm.make(Double(url.map { modules.number(of: $0) } ?? -1))
    }
    function("settled") { (modules, arguments) throws(ModuleFailure) in
      modules.settled(
        modules.index(arguments[0]), modules.realm.boolean(arguments[1]) ? arguments[2] : nil)
      return nil
    }
    return native
  }

  private var processDescription: [UInt8] {
    var line = JSONLine()
    line.raw("{\"cwd\":")
    let root = configuration.loader.base.filePath ?? "/"
    line.string(root.utf8.count > 1 && root.hasSuffix("/") ? String(root.dropLast()) : root)
    line.raw(",\"version\":\"1\",\"main\":")
    line.string(main.flatMap { url(of: $0.index).filePath })
    #if arch(x86_64)
    line.raw(",\"arch\":\"x64\"")
    #elseif arch(arm64)
    line.raw(",\"arch\":\"arm64\"")
    #else
    line.raw(",\"arch\":\"unknown\"")
    #endif
    line.raw(",\"env\":{")
    for (index, pair) in configuration.environment.sorted(by: { $0.key < $1.key }).enumerated() {
      if index > 0 { line.raw(",") }
      line.string(pair.key)
      line.raw(":")
      line.string(pair.value)
    }
    line.raw("}}")
    return line.utf8
  }

  private func index(_ value: JSLocal) -> Int { Int(exactly: realm.number(value)) ?? -1 }
  private func text(_ value: JSLocal) -> String { realm.text(value)?.string ?? "" }

  private func resolve(_ arguments: JSArguments) throws(ModuleFailure) -> ModuleURL {
    let (from, specifier) = (url(of: index(arguments[0])), text(arguments[1]))
    do throws(ModuleError) { return try configuration.resolve(specifier, from: from, by: .require) } catch {
      throw .module(error)
    }
  }

  /// `import()`: its promise is settled by `loaded` or `refused`.
  private func load(_ arguments: JSArguments) throws(ModuleFailure) {
    let (from, token) = (index(arguments[0]), index(arguments[3]))
    let specifier = text(arguments[1])
    let isMain = from < 0 && main == nil
    let key: ModuleKey
    do throws(ModuleError) {
      let format = try ModuleKey.format(attributes(arguments[2]))
      guard loadCount < configuration.limits.modules else {
        throw ModuleError(
          .resourceExhausted, "More imports are in progress than the limit of \(configuration.limits.modules) modules.")
      }
      key = ModuleKey(url: try configuration.resolve(specifier, from: url(of: from), by: .import), format: format)
    } catch {
      throw .module(error.requested(specifier, by: nil))
    }
    load(key, isMain: isMain) { [unowned self] result in
      guard let functions else { return }
      _ = try? host.enter("import") { (realm) throws(JSException) in
        switch result {
        case .success(let id):
          try realm.call(functions.loaded.local, realm.make(Double(token)), realm.make(Double(id.index)))
        case .failure(let failure):
          let error = realm.keep(value(of: failure, isRequire: false))
          try realm.call(
            functions.refused.local, realm.make(Double(token)), error.local, realm.make(failure.hasPlace))
        }
      }
    }
  }

  private func attributes(_ list: JSLocal) -> [String: String] {
    var attributes: [String: String] = [:]
    let length = (try? realm.get("length", of: list)).flatMap { Int(exactly: realm.number($0)) } ?? 0
    for index in stride(from: 0, to: length - 1, by: 2) {
      guard let name = try? realm.get(index, of: list), let value = try? realm.get(index + 1, of: list) else {
        continue
      }
      attributes[text(name)] = text(value)
    }
    return attributes
  }

  /// `[url, filename, dirname, isMain]`.
  private func meta(of number: Int) -> JSLocal? {
    let url = url(of: number)
    let path = url.filePath
    var line = JSONLine()
    line.raw("[")
    line.string(url.description)
    line.raw(",")
    line.string(path)
    line.raw(",")
    line.string(path.map { ModuleHost.directory(of: $0) })
    line.raw(",\(main?.index == number)]")
    return realm.makeJSON(utf8: line.utf8)
  }

  private static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// `[name, module, exported name or null]` for each key of a namespace.
  private func namespace(of number: Int) -> JSLocal? {
    guard entries.indices.contains(number) else { return nil }
    var line = JSONLine()
    line.list(graph.namespace(of: ModuleID(index: number))) { line, key in
      line.raw("[")
      line.string(key.name)
      line.raw(",\(key.binding.module.index),")
      line.string(key.binding.name)
      line.raw("]")
    }
    return realm.makeJSON(utf8: line.utf8)
  }

  /// The error that JavaScript sees.
  func value(of failure: ModuleFailure, isRequire: Bool) -> JSLocal {
    switch failure {
    case .thrown(let value): return value.local
    case .module(let error):
      // Positions on the first line count the prefix before the module's text, as the engine's positions do.
      let shift = error.line == 1 ? host.sources.prefixLength(of: error.referrer ?? "") : 0
      let column = error.column.map { $0 + shift }
      if let text = error.sourceLine, let number = error.line, let url = error.referrer {
        host.sources.add(line: text, number, of: url)
      }
      var line = JSONLine()
      line.raw("{\"message\":")
      line.string(error.messageWithChain)
      line.raw(",\"code\":")
      // Packages that try a module look for Node's own codes.
      let usual = error.code == .notFound && !error.isSyntaxError ? "MODULE_NOT_FOUND" : error.code.rawValue
      line.string(isRequire ? error.nodeCode ?? usual : error.code.rawValue)
      line.raw(",\"kind\":\"\(error.isSyntaxError ? "syntax" : isRequire ? "error" : "type")\",\"url\":")
      line.string(error.referrer ?? "")
      line.raw(
        ",\"line\":\(error.line.map { "\($0)" } ?? "null"),\"column\":\(column.map { "\($0)" } ?? "null")}")
      guard let functions, let json = realm.makeJSON(utf8: line.utf8),
        let made = try? realm.call(functions.makeError.local, json)
      else { return realm.makeError(error.description) }
      return made
    }
  }
}
