import ArgumentParser
import FoundationEssentials
import JavaScriptModules

extension ModuleConfiguration {
  /// The configuration with environment variables, as `process.env` of Node's modules.
  func adding(_ environment: [String: String]) -> ModuleConfiguration {
    var result = self
    result.environment.merge(environment) { $1 }
    return result
  }
}

/// Where a program's modules come from.
struct ModuleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The directory that contains the program and its packages; nothing outside it is read.", valueName: "directory"))
  var root: String?

  @Option(help: ArgumentHelp("An import map, which maps module specifiers to modules.", valueName: "file"))
  var importMap: String?

  /// The modules of a program, and the specifier of its entry.
  ///
  /// - Parameter changes: follows every file that is looked at; nil for a program that runs once.
  /// - Throws: for an invalid root or import map.
  func modules(
    of source: ScriptSource, text: String, following changes: FileChanges? = nil
  ) throws(ModuleError) -> (configuration: ModuleConfiguration, entry: String) {
    var path: String?
    if case .file(let file) = source { path = URL(fileURLWithPath: file).path }
    let directory = directory(of: source)
    let files = try ModuleOptions.files(under: root(of: directory), following: changes)
    var configuration: ModuleConfiguration
    let entry: String
    if let path {
      configuration = ModuleConfiguration(files)
      entry = ModuleOptions.url(ofFile: path).description
    } else {
      // Relative specifiers begin in the directory that the command runs in.
      let here = ModuleURL(filePath: currentDirectory + "/")
      let name = files.base == here ? source.url : here.description.dropFirst(files.base.description.count) + source.url
      var loader = EntryModuleLoader(String(name), text: text, others: files)
      if ProgramText.isTypeScript(text) { loader.language = .typeScript }
      configuration = ModuleConfiguration(loader)
      entry = loader.entry.description
    }
    let map = try importMap(in: directory, following: changes)
    if let map { changes?.follow(URL(fileURLWithPath: map).path) }
    configuration.importMap = try ModuleOptions.readImportMap(map, files)
    return (configuration, entry)
  }

  /// The modules beneath a root.
  ///
  /// - Throws: for an invalid root or import map.
  static func configuration(under root: String, importMap: String?) throws(ModuleError) -> ModuleConfiguration {
    let files = try TreeModuleLoader.files(under: root)
    var configuration = ModuleConfiguration(files)
    configuration.importMap = try readImportMap(importMap, files)
    return configuration
  }

  /// The import map for the programs in a directory: that of the option, else that of their causeway.json.
  func importMap(in directory: String, following changes: FileChanges? = nil) throws(ModuleError) -> String? {
    if let importMap { return importMap }
    return try project(in: directory, following: changes)?.importMap
  }

  /// The causeway.json of the programs in a directory.
  func project(
    in directory: String, following changes: FileChanges? = nil
  ) throws(ModuleError) -> ProjectConfiguration? {
    try .nearest(to: directory, root: root(of: directory)) { changes?.follow($0) }
  }

  /// Permissions with those of the causeway.json of a program, if -P asks for them.
  func resolve(_ options: PermissionOptions, for source: ScriptSource) throws -> PermissionOptions {
    let directory = directory(of: source)
    return try options.resolved(in: directory, root: root(of: directory))
  }

  /// The files that the errors of a program without modules may quote.
  func sourceFiles(of source: ScriptSource) -> SourceFiles {
    SourceFiles(in: currentDirectory, try? TreeModuleLoader.files(under: root(of: directory(of: source))))
  }

  /// The directory of a program; the current one for a program without a file.
  func directory(of source: ScriptSource) -> String {
    guard case .file(let path) = source else { return currentDirectory }
    return URL(fileURLWithPath: path).deletingLastPathComponent().path
  }

  /// The root of the program in a directory.
  func root(of directory: String) -> String { root ?? ProjectConfiguration.root(above: directory) }

  /// The URL of a file, links followed.
  static func url(ofFile path: String) -> ModuleURL {
    ModuleURL(filePath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
  }

  private static func readImportMap(_ path: String?, _ files: TreeModuleLoader) throws(ModuleError) -> ImportMap? {
    guard let path else { return nil }
    return try ImportMap(try read(path), url: url(ofFile: path)) { (url) throws(ModuleError) in
      try files.check(url)
    }
  }

  private static func files(
    under root: String, following changes: FileChanges?
  ) throws(ModuleError) -> TreeModuleLoader {
    guard let changes else { return try .files(under: root) }
    let files = try DirectoryFiles(root)
    let path = files.root.hasSuffix("/") ? files.root : files.root + "/"
    return TreeModuleLoader(FollowedFiles(files: files, changes: changes), base: ModuleURL(filePath: path))
  }

  private var currentDirectory: String {
    URL(fileURLWithPath: FileManager.default.currentDirectoryPath).resolvingSymlinksInPath().path
  }

  private static func read(_ path: String) throws(ModuleError) -> [UInt8] {
    let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let files = try DirectoryFiles(directory)
    return try files.read("/" + URL(fileURLWithPath: path).lastPathComponent, maximum: ModuleLimits().manifestBytes)
  }
}
