import JavaScriptSyntax

/// The options of a tsconfig.json and of the files that it extends, as far as they change how a program runs.
struct TypeScriptConfiguration: Sendable {
  /// A pattern of `paths` with the paths that it stands for.
  struct Mapping: Sendable {
    let pattern: String
    /// Beneath the root; each may contain a star.
    let targets: [String]
  }

  /// What errors call the file.
  let shown: String
  var compilerOptions = CompilerOptions()
  /// The directory of specifiers that are neither relative nor absolute, with a final slash; nil without `baseUrl`.
  var base: String?
  var mappings: [Mapping] = []
  /// What `useDefineForClassFields` and `target` say of the fields of classes; nil where they are absent.
  var definesFields: (option: Bool?, target: Bool?)
  /// Whether a relative import may leave out its extension, and name a directory.
  var allowsShortNames = false

  init(shown: String) { self.shown = shown }

  /// The paths that a specifier may stand for, in the order in which they are tried.
  ///
  /// Source: `tryLoadModuleUsingPathsIfEligible` and `tryLoadModuleUsingBaseUrl` of TypeScript's compiler.
  func candidates(for specifier: String) -> [String] {
    var found: [String] = []
    if let (mapping, match) = mapping(of: specifier) {
      for target in mapping.targets where target.utf8.count + match.utf8.count <= ModuleURL.maximumLength {
        if let path = TreePath.join("/", target.replacing("*", by: match)) { found.append(path) }
      }
    }
    if let base, let path = TreePath.join(base, specifier) { found.append(path) }
    return found
  }

  /// The most specific pattern that a specifier matches, and the text in place of its star.
  func mapping(of specifier: String) -> (Mapping, match: String)? {
    var best: (Mapping, match: String)?
    var length = -1
    for mapping in mappings {
      let parts = mapping.pattern.parts(between: "*")
      guard parts.count == 2 else {
        if ExactText(mapping.pattern) == ExactText(specifier) { return (mapping, "") }
        continue
      }
      guard specifier.utf8.count >= parts[0].utf8.count + parts[1].utf8.count, specifier.begins(with: parts[0]),
        specifier.ends(with: parts[1]), parts[0].utf8.count > length
      else { continue }
      length = parts[0].utf8.count
      best = (mapping, specifier.from(byte: length).without(lastBytes: parts[1].utf8.count))
    }
    return best
  }
}
