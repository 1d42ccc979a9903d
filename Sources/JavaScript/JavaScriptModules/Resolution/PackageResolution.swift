import JavaScriptSyntax
import NameSuggestions

/// Node's algorithm for bare specifiers: `exports`, `imports`, node_modules.
///
/// The functions are those of https://nodejs.org/api/esm.html#resolution-algorithm-specification.
struct PackageResolution {
  let tree: ModuleTree
  let conditions: Set<ExactText>
  let kind: ModuleRequestKind

  /// The target of a specifier.
  enum Found {
    case path(String)
    /// A built-in module of Node.
    case builtIn(ModuleURL)
  }

  /// The resolution of a target of `exports` or `imports`.
  enum Target {
    case found(Found)
    /// No condition matches: the next target is tried.
    case undefined
    /// The package excludes the subpath explicitly.
    case null
    case invalid(ModuleError)
  }

  /// PACKAGE_RESOLVE, and PACKAGE_IMPORTS_RESOLVE for a specifier that begins with `#`.
  func resolve(_ specifier: String, from directory: String) throws(ModuleError) -> Found {
    if specifier.begins(with: "#") { return try resolveImport(specifier, from: directory) }
    let (name, subpath) = try split(specifier)
    if let scope = try tree.scope(of: directory), scope.exports != nil,
      scope.name.map({ ExactText($0) }) == ExactText(name)
    {
      return try resolveExport(subpath, of: scope)
    }
    var above: String? = directory
    while let parent = above {
      above = TreePath.parent(ofDirectory: parent)
      guard !parent.ends(with: "/node_modules/") else { continue }
      let package = parent + "node_modules/" + name
      guard tree.files.kind(of: package) == .directory else {
        if kind == .require, let file = tree.file(near: parent + "node_modules/" + specifier) { return .path(file) }
        continue
      }
      tree.note(package: package)
      let manifest = try tree.manifest(in: package + "/")
      if let manifest, manifest.exports != nil { return try resolveExport(subpath, of: manifest) }
      return .path(try resolveLegacy(subpath, of: package))
    }
    // Where a module of Node's does not exist here, a package of its name may do its work.
    if let builtIn = NodeModule.name(of: specifier) {
      return .builtIn(try NodeModule.absent(builtIn, isPackage: tree.isPackage(directory)))
    }
    throw missing(name, subpath, from: directory)
  }

  /// The name of a package and the rest as `.` or `./…`.
  private func split(_ specifier: String) throws(ModuleError) -> (name: String, subpath: String) {
    let parts = specifier.parts(between: "/", maximum: specifier.begins(with: "@") ? 3 : 2)
    let isScoped = specifier.begins(with: "@")
    let nameParts = parts.prefix(isScoped ? 2 : 1)
    let name = nameParts.joined(separator: "/")
    guard nameParts.count == (isScoped ? 2 : 1), nameParts.allSatisfy({ !$0.isEmpty }), !name.begins(with: "."),
      !nameParts.contains(where: { $0 == ".." || $0 == "." }), !name.has("\\"), !name.has("%")
    else {
      throw ModuleError(
        .invalidArgument,
        "\(specifier) is not a valid module specifier: write a relative path as ./x.js, a package by its name, or a URL."
      )
    }
    return (name, parts.count > nameParts.count ? "./" + parts.last! : ".")
  }

  /// A package without `exports`: its main file, or any file of its by its path.
  private func resolveLegacy(_ subpath: String, of package: String) throws(ModuleError) -> String {
    // CommonJS takes `name/` for the directory: so a package is named that has the name of a module of Node's.
    if subpath == "." || (subpath == "./" && kind == .require) {
      guard let entry = try tree.entry(ofDirectory: package) else {
        throw ModuleError(
          .notFound,
          "The package \(tree.url(of: package)) has no entry point: its package.json has no exports, and its main file and index.js do not exist."
        )
      }
      return entry
    }
    guard let target = TreePath.join(package + "/", subpath), target.begins(with: package + "/") else {
      throw ModuleError(.invalidArgument, "\(subpath) leads outside its package \(tree.url(of: package)).")
    }
    guard kind == .require, let found = try tree.module(at: target, requiredAs: subpath) else { return target }
    return found
  }

  private func missing(_ name: String, _ subpath: String, from directory: String) -> ModuleError {
    if subpath == "./jsx-runtime" || subpath == "./jsx-dev-runtime" {
      return ModuleError(
        .notFound,
        "There is no package \(name) in node_modules of \(tree.url(of: directory)) or above, and JSX calls the functions of its \(subpath.from(byte: 2)). Install it, or name another package: \"jsxImportSource\" in tsconfig.json, or a comment /** @jsxImportSource preact */."
      )
    }
    var above: String? = directory
    while let parent = above {
      above = TreePath.parent(ofDirectory: parent)
      let (folder, prefix) = place(of: name)
      let names = tree.files.names(in: parent + "node_modules/" + folder).map { prefix + $0 }
      if let near = Suggestion.nearest(to: name, among: names) {
        return ModuleError(.notFound, "There is no package \(name) in node_modules. Did you mean \(near)?")
      }
    }
    return ModuleError(
      .notFound,
      "There is no package \(name) in node_modules of \(tree.url(of: directory)) or above. To import a file, write ./\(name)."
    )
  }

  private func place(of name: String) -> (folder: String, prefix: String) {
    guard name.has("/") else { return ("", "") }
    let scope = name.parts(between: "/")[0] + "/"
    return (scope, scope)
  }

  // MARK: exports and imports

  /// PACKAGE_EXPORTS_RESOLVE.
  private func resolveExport(_ subpath: String, of package: PackageManifest) throws(ModuleError) -> Found {
    let exports = package.exports ?? .null
    var keys: JSONMembers?
    if case .object(let members) = exports {
      let dotted = members.names.count { $0.begins(with: ".") }
      guard dotted == 0 || dotted == members.names.count else {
        throw invalidConfiguration(package, "exports mixes subpaths, which begin with a dot, with conditions")
      }
      if dotted > 0 { keys = members }
    }
    let target: Target
    if let keys {
      target = try match(subpath, in: keys, of: package, isImports: false)
    } else {
      target = subpath == "." ? try resolve(exports, match: nil, of: package, isImports: false) : .undefined
    }
    return try found(target) {
      var hint = ""
      if let keys, let near = Suggestion.nearest(to: subpath, among: keys.names) {
        hint = " Did you mean \(package.name ?? "")\(near.from(byte: 1))?"
      }
      var error = ModuleError(
        .notFound,
        "The package \(package.name ?? package.directory) does not export \(subpath) for \(kind == .import ? "import" : "require") (\(shown(package))).\(hint)"
      )
      error.nodeCode = "ERR_PACKAGE_PATH_NOT_EXPORTED"
      return error
    }
  }

  /// PACKAGE_IMPORTS_RESOLVE.
  private func resolveImport(_ specifier: String, from directory: String) throws(ModuleError) -> Found {
    guard specifier != "#", !specifier.begins(with: "#/") else {
      throw ModuleError(.invalidArgument, "\(specifier) is not a valid name in a package's imports.")
    }
    guard let package = try tree.scope(of: directory), let imports = package.imports else {
      throw ModuleError(.notFound, "\(specifier) is not defined: no package.json above lists it in its imports.")
    }
    return try found(try match(specifier, in: imports, of: package, isImports: true)) {
      let hint = Suggestion.nearest(to: specifier, among: imports.names).map { " Did you mean \($0)?" } ?? ""
      return ModuleError(.notFound, "\(specifier) is not defined in the imports of \(shown(package)).\(hint)")
    }
  }

  private func found(_ target: Target, orElse missing: () -> ModuleError) throws(ModuleError) -> Found {
    switch target {
    case .found(let found): return found
    case .invalid(let error): throw error
    case .undefined, .null: throw missing()
    }
  }

  /// PACKAGE_IMPORTS_EXPORTS_RESOLVE.
  private func match(
    _ key: String, in members: JSONMembers, of package: PackageManifest, isImports: Bool
  ) throws(ModuleError) -> Target {
    if !key.ends(with: "/"), !key.has("*"), let target = members[key] {
      return try resolve(target, match: nil, of: package, isImports: isImports)
    }
    var best: (key: String, match: String)?
    for candidate in members.names {
      let parts = candidate.parts(between: "*")
      guard parts.count == 2, key.begins(with: parts[0]), key.utf8.count > parts[0].utf8.count,
        key.ends(with: parts[1]),
        key.utf8.count >= candidate.utf8.count, !key.ends(with: "/") || parts[1].ends(with: "/")
      else { continue }
      if let best, !PackageResolution.isMoreSpecific(candidate, than: best.key) { continue }
      best = (candidate, key.from(byte: parts[0].utf8.count).without(lastBytes: parts[1].utf8.count))
    }
    guard let best, let target = members[best.key] else { return .undefined }
    return try resolve(target, match: best.match, of: package, isImports: isImports)
  }

  /// PATTERN_KEY_COMPARE.
  private static func isMoreSpecific(_ left: String, than right: String) -> Bool {
    let (leftBase, rightBase) = (left.parts(between: "*")[0].utf8.count, right.parts(between: "*")[0].utf8.count)
    return leftBase == rightBase ? left.utf8.count > right.utf8.count : leftBase > rightBase
  }

  /// PACKAGE_TARGET_RESOLVE.
  private func resolve(
    _ target: JSONText, match: String?, of package: PackageManifest, isImports: Bool
  ) throws(ModuleError) -> Target {
    switch target {
    case .string(let text): return try resolve(text, match: match, of: package, isImports: isImports)
    case .object(let members):
      if members.names.contains(where: { UInt32($0) != nil }) {
        throw invalidConfiguration(package, "a condition must not be a number")
      }
      for name in members.names where conditions.contains(ExactText(name)) {
        let found = try resolve(members[name] ?? .null, match: match, of: package, isImports: isImports)
        if case .undefined = found { continue }
        return found
      }
      return .undefined
    case .array(let elements):
      var last = Target.null
      for element in elements {
        let found = try resolve(element, match: match, of: package, isImports: isImports)
        switch found {
        case .found: return found
        case .undefined: continue
        case .null, .invalid: last = found
        }
      }
      return last
    case .null: return .null
    case .boolean, .number:
      return .invalid(invalidConfiguration(package, "a target must be a string, an object, an array or null"))
    }
  }

  private func resolve(
    _ target: String, match: String?, of package: PackageManifest, isImports: Bool
  ) throws(ModuleError) -> Target {
    guard target.begins(with: "./") else {
      let isPackage = isImports && !target.begins(with: "../") && !target.begins(with: "/")
      guard isPackage, ModuleURL(target) == nil, !target.begins(with: "#") else {
        if isPackage, let builtIn = NodeModule.existing(target) { return .found(.builtIn(builtIn)) }
        if isPackage, let builtIn = NodeModule.name(of: target) {
          let isPackage = tree.isPackage(package.directory)
          return .found(.builtIn(try NodeModule.absent(builtIn, isPackage: isPackage)))
        }
        return .invalid(invalidTarget(target, package))
      }
      guard let name = PackageResolution.filled(target, match) else { return .invalid(tooLong(package)) }
      if let builtIn = NodeModule.existing(name) { return .found(.builtIn(builtIn)) }
      return .found(try resolve(name, from: package.directory))
    }
    guard PackageResolution.isPlain(target.from(byte: 2)) else { return .invalid(invalidTarget(target, package)) }
    guard let match else { return .found(.path(package.directory + target.from(byte: 2))) }
    guard PackageResolution.isPlain(match) else {
      throw ModuleError(
        .invalidArgument, "\(match) is not a valid path within the package \(package.name ?? package.directory).")
    }
    guard let path = PackageResolution.filled(target.from(byte: 2), match) else { return .invalid(tooLong(package)) }
    return .found(.path(package.directory + path))
  }

  /// A target with the match in place of each star; nil if it is longer than a URL may be.
  private static func filled(_ target: String, _ match: String?) -> String? {
    guard let match else { return target }
    let stars = target.utf8.count { $0 == UInt8(ascii: "*") }
    guard stars * match.utf8.count <= ModuleURL.maximumLength else { return nil }
    return target.replacing("*", by: match)
  }

  /// Whether a path has no empty segment, none of dots, and none that leads into another package.
  private static func isPlain(_ path: String) -> Bool {
    !path.isEmpty
      && path.replacing("\\", by: "/").parts(between: "/").allSatisfy { segment in
        let plain = segment.lowercased().replacing("%2e", by: ".")
        return !["", ".", "..", "node_modules"].contains(plain)
          && !plain.contains("%2f") && !plain.contains("%5c") && !plain.has("\0")
      }
  }

  // MARK: Errors

  private func shown(_ package: PackageManifest) -> String {
    tree.url(of: package.directory + "package.json").description
  }

  private func invalidTarget(_ target: String, _ package: PackageManifest) -> ModuleError {
    ModuleError(
      .invalidArgument,
      "\(target) is not a valid target: it must begin with ./ and stay within its package (\(shown(package)))."
    )
  }

  private func tooLong(_ package: PackageManifest) -> ModuleError {
    ModuleError(
      .invalidArgument,
      "A target in \(shown(package)) is too long: a path may have at most \(ModuleURL.maximumLength) bytes.")
  }

  private func invalidConfiguration(_ package: PackageManifest, _ problem: String) -> ModuleError {
    ModuleError(.invalidArgument, "\(shown(package)) is malformed: \(problem).", referrer: shown(package))
  }
}
