import JavaScriptSyntax

/// One tsconfig.json, as it is read.
struct TypeScriptConfigurationFile {
  private let bytes: [UInt8]
  private let offsets: [ExactText: Int]
  private let members: JSONMembers
  private let options: JSONMembers
  let shown: String
  /// The directory of the file, with a final slash, and that of the file which extends it first.
  let directory: String
  let outermost: String

  /// - Throws: `INVALID_ARGUMENT` for a text that is not a JSON object with comments.
  init(_ bytes: [UInt8], shown: String, directory: String, outermost: String) throws(ModuleError) {
    self.bytes = bytes
    self.shown = shown
    self.directory = directory
    self.outermost = outermost
    let (value, offsets) = try JSONText.withComments(bytes, named: shown)
    self.offsets = offsets
    guard case .object(let members) = value else {
      throw ModuleError(.invalidArgument, "\(shown) is not a JSON object.", referrer: shown, line: 1, column: 1)
    }
    self.members = members
    switch members["compilerOptions"] {
    case .object(let options)?: self.options = options
    case nil, .null?: options = JSONMembers()
    case _?:
      options = JSONMembers()
      throw error("compilerOptions", "must be an object")
    }
  }

  /// The specifiers of the files that this one extends.
  func extended() throws(ModuleError) -> [String] {
    switch members["extends"] {
    case nil, .null?: return []
    case .string(let text)?: return [text]
    case .array(let elements)?:
      var texts: [String] = []
      for element in elements {
        guard let text = element.string else { throw error("extends", "must be a string or an array of strings") }
        texts.append(text)
      }
      return texts
    case _?: throw error("extends", "must be a string or an array of strings")
    }
  }

  /// Sets the options that the file has.
  func apply(to configuration: inout TypeScriptConfiguration) throws(ModuleError) {
    try applyJSX(to: &configuration.compilerOptions)
    try applyResolution(to: &configuration)
    if let value = try flag("verbatimModuleSyntax") { configuration.compilerOptions.verbatimModuleSyntax = value }
    if let value = try flag("experimentalDecorators") { configuration.compilerOptions.experimentalDecorators = value }
    if let value = try flag("emitDecoratorMetadata") { configuration.compilerOptions.emitDecoratorMetadata = value }
    if try flag("preserveValueImports") == true {
      throw unsupported("preserveValueImports", "set verbatimModuleSyntax, and write 'import type' for types")
    }
    if let value = try string("importsNotUsedAsValues"), value.lowercased() != "remove" {
      throw unsupported("importsNotUsedAsValues", "set verbatimModuleSyntax, and write 'import type' for types")
    }
    try applyFields(to: &configuration)
  }

  /// Whether the fields of classes are defined: TypeScript assigns them for targets before ES2022.
  private func applyFields(to configuration: inout TypeScriptConfiguration) throws(ModuleError) {
    if let value = try flag("useDefineForClassFields") { configuration.definesFields.option = value }
    if let target = try string("target") {
      switch target.lowercased() {
      case "esnext": configuration.definesFields.target = true
      case "es3", "es5", "es6": configuration.definesFields.target = false
      case let version:
        guard version.hasPrefix("es"), let year = Int(version.dropFirst(2)), (2015...2099).contains(year) else {
          throw error("compilerOptions.target", "must be a version such as es2022 or esnext, not \(target)")
        }
        configuration.definesFields.target = year >= 2022
      }
    }
    let (option, target) = configuration.definesFields
    configuration.compilerOptions.useDefineForClassFields = option ?? target ?? true
  }

  // MARK: JSX

  private func applyJSX(to options: inout CompilerOptions) throws(ModuleError) {
    if let value = self.options["jsx"] {
      switch try string("jsx")?.lowercased() {
      // What another program does with the elements is up to this one.
      case "preserve", "react-native", nil: options.jsx = nil
      case let name?:
        guard let jsx = CompilerOptions.JSX(rawValue: name) else {
          let names = "react-jsx, react-jsxdev, react, preserve or react-native"
          throw error("compilerOptions.jsx", "must be \(names), not \(value.string ?? "")")
        }
        options.jsx = jsx
      }
    }
    if self.options["jsxImportSource"] != nil { options.jsxImportSource = try string("jsxImportSource") }
    if let namespace = try names("reactNamespace") {
      options.jsxFactory = namespace + ".createElement"
      options.jsxFragmentFactory = namespace + ".Fragment"
    }
    if self.options["jsxFactory"] != nil { options.jsxFactory = try names("jsxFactory") }
    if self.options["jsxFragmentFactory"] != nil { options.jsxFragmentFactory = try names("jsxFragmentFactory") }
  }

  /// A name, or names with dots between them.
  private func names(_ option: String) throws(ModuleError) -> String? {
    guard let text = try string(option) else { return nil }
    guard JSXOptions.isNameList(text) else {
      throw error("compilerOptions.\(option)", "must be a name, or names with dots between them, not \(text)")
    }
    return text
  }

  // MARK: Resolution

  private func applyResolution(to configuration: inout TypeScriptConfiguration) throws(ModuleError) {
    if options["baseUrl"] != nil {
      configuration.base = try string("baseUrl").map { (text) throws(ModuleError) in
        let path = try path(text, in: directory, "baseUrl")
        return path == "/" ? path : path + "/"
      }
    }
    if let name = try string("moduleResolution") {
      switch name.lowercased() {
      case "bundler", "node", "node10": configuration.allowsShortNames = true
      case "node16", "nodenext": configuration.allowsShortNames = false
      case "classic": throw unsupported("moduleResolution", "set it to bundler or nodenext")
      default:
        throw error("compilerOptions.moduleResolution", "must be bundler, nodenext, node16 or node10, not \(name)")
      }
    }
    if case .array(let suffixes)? = options["moduleSuffixes"], suffixes != [.string("")] {
      throw unsupported("moduleSuffixes", "write the whole name of a file, or use paths")
    }
  }

  /// Whether the file has its own `paths`, in place of those of the files that it extends.
  var hasPaths: Bool { options["paths"] != nil }

  /// Sets the `paths`, which are relative to the last `baseUrl`, or to the file.
  func applyPaths(to configuration: inout TypeScriptConfiguration) throws(ModuleError) {
    switch options["paths"] {
    case nil, .null?: break
    case .object(let members)?:
      configuration.mappings = try mappings(members, base: configuration.base ?? directory)
    case _?: throw error("compilerOptions.paths", "must be an object")
    }
  }

  private func mappings(
    _ members: JSONMembers, base: String
  ) throws(ModuleError) -> [TypeScriptConfiguration.Mapping] {
    var mappings: [TypeScriptConfiguration.Mapping] = []
    for pattern in members.names {
      guard case .array(let elements)? = members[pattern], !elements.isEmpty else {
        throw error("compilerOptions.paths", "must have an array of strings for \(pattern)")
      }
      var targets: [String] = []
      for element in elements {
        guard let text = element.string else {
          throw error("compilerOptions.paths", "must have an array of strings for \(pattern)")
        }
        guard pattern.parts(between: "*").count <= 2, text.parts(between: "*").count <= 2 else {
          throw error("compilerOptions.paths", "must have at most one star in \(pattern) and in \(text)")
        }
        // Declarations are no modules.
        if [".d.ts", ".d.mts", ".d.cts"].contains(where: { text.ends(with: $0) }) { continue }
        targets.append(try path(text, in: base, "paths"))
      }
      mappings.append(TypeScriptConfiguration.Mapping(pattern: pattern, targets: targets))
    }
    return mappings
  }

  /// A path beneath the root.
  private func path(_ text: String, in directory: String, _ option: String) throws(ModuleError) -> String {
    let variable = "${configDir}"
    let path =
      text.begins(with: variable)
      ? TreePath.join(outermost, "./" + text.from(byte: variable.utf8.count)) : TreePath.join(directory, text)
    guard let path, text.begins(with: variable) || !text.begins(with: "/") else {
      throw error(
        "compilerOptions.\(option)", "must be a relative path beneath the root of the program's modules, not \(text)",
        .permissionDenied)
    }
    return path
  }

  // MARK: Values

  private func string(_ option: String) throws(ModuleError) -> String? {
    switch options[option] {
    case nil, .null?: return nil
    case .string(let text)?: return text
    case _?: throw error("compilerOptions.\(option)", "must be a string")
    }
  }

  private func flag(_ option: String) throws(ModuleError) -> Bool? {
    switch options[option] {
    case nil, .null?: return nil
    case .boolean(let value)?: return value
    case _?: throw error("compilerOptions.\(option)", "must be true or false")
    }
  }

  private func unsupported(_ option: String, _ advice: String) -> ModuleError {
    error("compilerOptions.\(option)", "is not supported with this value: \(advice)", .unimplemented)
  }

  /// An error at the value of a member.
  func error(_ member: String, _ problem: String, _ code: ModuleError.Code = .invalidArgument) -> ModuleError {
    let (line, column) = JSONText.position(of: offsets[ExactText(member)] ?? 0, in: bytes)
    return ModuleError(
      code, "\(member) in \(shown) \(problem).", referrer: shown, line: line, column: column
    ).showing(bytes)
  }
}
