/// The first and last lines of a module's function: see ``ModuleText``.
struct ModuleFrame {
  /// An exported name of the module's own.
  struct Export {
    /// As the key of an object literal.
    var key: String
    /// The expression that reads it.
    var value: String
    /// Whether the value may change after the module has run.
    var changes: Bool
  }

  /// The first line of the generator.
  let prefix: String
  /// The last line of the generator, from the line break before it.
  let suffix: String
  let plainPrefix: String
  let plainSuffix: String

  /// - Parameters:
  ///   - setUp: statements that stand before the exports.
  ///   - scope: the members of an object whose names are variables around the module; nil for none.
  ///   - opening: the beginning of a statement around the module, and its end; empty for none.
  init(
    _ exports: [Export], isAsync: Bool, setUp: String, scope: String?, opening: String, closing: String,
    _ names: ModuleNames
  ) {
    let parameters = "(\(([names.host] + names.modules).joined(separator: ", ")))"
    let before = scope.map { "(function \(parameters) { with ({ __proto__: null, \($0) }) return " } ?? ""
    suffix = "\n\(closing)})" + (scope == nil ? "" : "(); })")
    let start = "\(scope == nil ? parameters : "()") { \"use strict\"; \(opening)\(setUp)"
    func getters(_ exports: [Export]) -> String {
      "\(names.host).exports({\(exports.map { "\($0.key): () => \($0.value)" }.joined(separator: ", "))}); "
    }
    let changing = exports.filter(\.changes)
    let values = exports.filter { !$0.changes }
    let asynchronous = isAsync ? "async " : ""
    let prefix = "\(before)(\(asynchronous)function* \(start)\(getters(exports))yield;"
    let plain = "\(before)(\(asynchronous)function  \(start)\(changing.isEmpty ? "" : getters(changing))"
    self.prefix = prefix + "\n"
    plainPrefix = plain + String(repeating: " ", count: prefix.utf16.count - plain.utf16.count) + "\n"
    let list = values.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    // The text may end without a semicolon, or with a comment.
    plainSuffix = (values.isEmpty ? "" : "\n;\(names.host).values({\(list)});") + suffix
  }
}

extension Parser {
  /// The first and last lines of the function.
  ///
  /// - parameter setUp: statements that stand before all others.
  func frame(_ names: ModuleNames, setUp: String = "") -> ModuleFrame {
    var setUp = setUp
    for binding in module.bindings where binding.imported == .namespace && !binding.isElided {
      setUp += "const \(text(binding.local)) = \(names.host).namespace(\(binding.request)); "
    }
    if module.defaultKind == .function {
      setUp +=
        "Object.defineProperty(\(names.defaultValue), \"name\", { value: \"default\", configurable: true }); "
    }
    return ModuleFrame(
      exports(names), isAsync: module.firstAwait >= 0, setUp: setUp, scope: module.callsEval ? imports(names) : nil,
      opening: module.resources.hasResources ? inserted(ResourceList.opening) : "",
      closing: module.resources.hasResources ? inserted(module.resources.closing) : "", names)
  }

  /// The imported names as constants of an object, for the code of a direct eval; nil if there are none.
  private func imports(_ names: ModuleNames) -> String? {
    let getters = module.bindings.compactMap { binding -> String? in
      guard case .name(let name) = binding.imported, !binding.isElided else { return nil }
      return
        "get \(text(binding.local))() { return \(ModuleWriter.property(name, of: names.modules[binding.request])); }"
    }
    return getters.isEmpty ? nil : getters.joined(separator: ", ")
  }

  /// The exports of the module's own, in the order of the text; the default export that has no name is last.
  private func exports(_ names: ModuleNames) -> [ModuleFrame.Export] {
    // By the name alone, so that a local variable of the same name counts as well: it costs a getter.
    let assigned = Set(references.lazy.filter { $0.flags.contains(.assigned) }.map(\.name))
    var exports = module.localExports.map { export in
      ModuleFrame.Export(
        key: ModuleWriter.key(export.name), value: text(export.local),
        // A direct eval may assign to any name.
        changes: module.callsEval || assigned.contains(export.local))
    }
    switch module.defaultKind {
    case .none: break
    case .value: exports.append(.init(key: "default", value: "\(names.defaultValue).default", changes: false))
    case .function: exports.append(.init(key: "default", value: names.defaultValue, changes: false))
    }
    return exports
  }
}
