import ArgumentParser
import Causeway
import CausewayTesting
import FoundationEssentials
import Glibc
import JavaScriptModules

/// The file causeway.json: options that the programs of a project need each time.
///
/// It may come with a program from elsewhere, so a file that is only there grants nothing: its permissions count where the user
/// passes -P.
struct ProjectConfiguration {
  static let fileName = "causeway.json"
  /// Larger than any file that a person writes.
  private static let maximumBytes = 1 << 20
  private static let maximumValues = 1000

  /// A permission, as an option of a command line.
  private struct Permission {
    let name: String
    let option: String
    let place: PositionedJSON

    func refusal(_ error: any Error) -> ModuleError {
      ModuleError(
        .invalidArgument, place.error("\(name): \(PermissionOptions.message(for: error))").description)
    }
  }

  /// The path of the file.
  let path: String
  /// The number of the user to whom it belongs.
  private let owner: UInt32
  /// The folder of the programs for which it was found.
  private let directory: String
  /// The import map; nil if the file names none.
  private(set) var importMap: String?
  private var permissions: [Permission]?

  /// The option for each permission.
  private static let options = [
    "allow": "allow", "env": "env", "folders": "folder", "localOrigins": "local-origin", "origins": "origin",
    "store": "store",
  ]

  /// Reads the nearest file for programs in a directory, from there upwards to the root of their modules.
  ///
  /// - Parameter looking: called with the path of each file before it is opened, whether it exists or not.
  /// - Returns: nil if there is none.
  static func nearest(
    to directory: String, root: String, looking: (String) -> Void = { _ in }
  ) throws(ModuleError) -> ProjectConfiguration? {
    let root = URL(fileURLWithPath: root).resolvingSymlinksInPath().path
    var folder = URL(fileURLWithPath: directory).resolvingSymlinksInPath()
    while folder.path == root || folder.path.hasPrefix(root == "/" ? "/" : root + "/") {
      let path = folder.path == "/" ? "/\(fileName)" : "\(folder.path)/\(fileName)"
      looking(path)
      let files = try DirectoryFiles(folder.path)
      if files.kind(of: "/\(fileName)") != nil { return try ProjectConfiguration(at: path, in: files, of: directory) }
      if folder.path == root || folder.path == "/" { return nil }
      folder.deleteLastPathComponent()
    }
    return nil
  }

  private init(at path: String, in files: DirectoryFiles, of directory: String) throws(ModuleError) {
    self.path = path
    self.directory = directory
    let bytes: [UInt8]
    do throws(ModuleError) {
      (bytes, owner) = try files.readWithOwner(
        "/\(ProjectConfiguration.fileName)", maximum: ProjectConfiguration.maximumBytes)
    } catch {
      throw ModuleError(error.code, error.message.replacing("/\(ProjectConfiguration.fileName)", with: path))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ModuleError(.invalidArgument, "\(path) is not valid UTF-8.")
    }
    do throws(FormatError) { try read(PositionedJSON(PositionedText(text, source: path)), files) } catch {
      throw ModuleError(.invalidArgument, error.description)
    }
  }

  private mutating func read(_ json: PositionedJSON, _ files: DirectoryFiles) throws(FormatError) {
    for (name, value) in try json.members(ProjectConfiguration.fileName, named: ["importMap", "permissions"]) {
      if name.text == "permissions" {
        permissions = try readPermissions(value)
      } else {
        let path = try ProjectConfiguration.text(value, of: name.text)
        guard let file = files.canonicalFile(at: "/\(path)") else {
          throw value.error("importMap: there is no file \(path) in the folder of causeway.json or below it.")
        }
        importMap = files.root + file
      }
    }
  }

  private func readPermissions(_ json: PositionedJSON) throws(FormatError) -> [Permission] {
    var permissions: [Permission] = []
    for (name, value) in try json.members("permissions", named: ProjectConfiguration.options.keys.sorted()) {
      let name = name.text
      func add(_ text: String, at place: PositionedJSON) {
        let option = "--\(ProjectConfiguration.options[name] ?? name)=\(text)"
        permissions.append(Permission(name: name, option: option, place: place))
      }
      switch name {
      case "folders":
        for (folder, place) in try value.object(name) {
          if folder.text.contains("=") { throw place.error("folders: the name of a folder has no \"=\".") }
          add("\(folder.text)=\(absolute(try ProjectConfiguration.text(place, of: name)))", at: place)
        }
      case "store": add(absolute(try ProjectConfiguration.text(value, of: name)), at: value)
      default: for place in try value.array(name) { add(try ProjectConfiguration.text(place, of: name), at: place) }
      }
    }
    guard permissions.count <= ProjectConfiguration.maximumValues else {
      throw json.error("permissions: more than \(ProjectConfiguration.maximumValues.grouped) values.")
    }
    return permissions
  }

  private static func text(_ json: PositionedJSON, of name: String) throws(FormatError) -> String {
    guard case .string(let text) = json.content else { throw json.error("\(name): expected a text, got \(json.kind).") }
    if text.isEmpty { throw json.error("\(name): the text is empty.") }
    // A path ends at a NUL.
    if text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
      throw json.error("\(name): the text has a control character.")
    }
    return text
  }

  /// Paths are relative to the folder of the file.
  private func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : self.path.dropLast(ProjectConfiguration.fileName.count) + path
  }

  /// The permissions as options, each checked as on a command line; nil if the file lists none.
  ///
  /// - Throws: `INVALID_ARGUMENT` with the position of a value that its option refuses.
  func permissionOptions() throws(ModuleError) -> PermissionOptions? {
    guard let permissions else { return nil }
    guard isTrusted else {
      throw ModuleError(
        .permissionDenied,
        "\(path) belongs to another user, and cannot grant permissions: take it over, or pass the options.")
    }
    // Alone, so that an error has its position.
    for permission in permissions {
      #if !Plugins
      guard permission.name == "allow" else {
        throw ModuleError(
          .invalidArgument,
          permission.place.error("\(permission.name) needs a build with the trait Plugins.").description)
      }
      #endif
      do { _ = try PermissionOptions.parse([permission.option]) } catch { throw permission.refusal(error) }
    }
    do { return try PermissionOptions.parse(permissions.map(\.option)) } catch {
      throw ModuleError(.invalidArgument, "\(path): \(PermissionOptions.message(for: error))")
    }
  }

  /// Whether another user could not have put the file above the program, as in /tmp: it belongs to the user, to root or to
  /// the owner of the program's folder.
  private var isTrusted: Bool {
    var status = stat()
    guard unsafe stat(directory, &status) == 0 else { return false }
    return [geteuid(), 0, status.st_uid].contains(owner)
  }

  /// Whether the permissions allow a method.
  ///
  /// Folders do not count, so that none is opened without -P.
  func allows(_ name: String) -> Bool {
    let options = (permissions ?? []).filter { $0.name != "folders" }.map(\.option)
    return (try? PermissionOptions.parse(options))?.permissions.allows(name) ?? false
  }

  /// The nearest directory above with a repository; else with a package.json or node_modules; else the directory itself.
  static func root(above directory: String) -> String {
    var candidates: [String] = []
    var url = URL(fileURLWithPath: directory).resolvingSymlinksInPath()
    while url.path != "/" {
      candidates.append(url.path)
      url.deleteLastPathComponent()
    }
    func first(_ names: [String]) -> String? {
      candidates.first { candidate in names.contains { FileManager.default.fileExists(atPath: candidate + "/" + $0) } }
    }
    return first([".git"]) ?? first(["package.json", "node_modules"]) ?? directory
  }
}
