import ArgumentParser
import Causeway
import CausewayNetwork
import CommandOptions
import FoundationEssentials
import JavaScriptModules
import StandardStreams

#if Plugins
import CausewayPlugins
#endif

/// The permissions of a program, in addition to reading the network.
struct PermissionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Methods that may be called in addition to network.* and wifi.*, such as storage.*,device.getInfo.",
      valueName: "list"))
  var allow: [String] = []

  @Flag(
    name: [.customShort("P"), .long],
    help: "Grant the permissions that the causeway.json of the program lists, in addition to those of the options.")
  var projectPermissions = false

  #if Plugins
  @Option(
    help: ArgumentHelp(
      "A folder that files.* may read, with its name for the program; append :rw to allow changes.",
      valueName: "name=path[:rw]"))
  var folder: [FolderArgument] = []

  @Option(
    help: ArgumentHelp(
      "Environment variables for the program: process.env of Node's modules, and the method process.env.",
      valueName: "list"))
  var env: [String] = []

  @OptionGroup var services: ServiceOptions

  func validate() throws {
    for (index, folder) in folder.enumerated() where self.folder[..<index].contains(where: { $0.name == folder.name }) {
      throw ValidationError("Two folders have the name \(folder.name): rename one.")
    }
    do throws(BridgeError) { _ = try scopes } catch { throw ValidationError(error.message.printable) }
  }

  /// The options imply the permissions for their plugins.
  var permissions: Permissions {
    var patterns = Permissions.network.patterns + allow.listed + services.patterns
    for folder in folder {
      patterns += folder.access.flatMap { ["files.\($0.rawValue)", "files.\($0.rawValue).\(folder.name)"] }
    }
    if !env.isEmpty { patterns.append("process.env") }
    return Permissions(patterns)
  }

  /// The variables of --env that are set, for `process.env` of Node's modules.
  var environment: [String: String] {
    let names = Set(env.listed)
    return names.isEmpty ? [:] : ProcessInfo.processInfo.environment.filter { names.contains($0.key) }
  }

  /// A bridge with all plugins.
  ///
  /// - Throws: if a folder cannot be opened.
  func bridge(_ configuration: Bridge.Configuration = Bridge.Configuration()) throws(BridgeError) -> Bridge {
    let bridge = Bridge(configuration.forPrograms)
    bridge.addNetwork()
    bridge.register(DevicePlugin())
    bridge.register(FilePickerPlugin())
    bridge.register(EnvironmentPlugin(allowing: Set(env.listed)))
    bridge.register(FilesPlugin(try scopes))
    bridge.register(NotificationsPlugin(application: "causeway"))
    try services.register(on: bridge)
    return bridge
  }

  private var scopes: [FileScope] {
    get throws(BridgeError) {
      var scopes: [FileScope] = []
      for folder in folder {
        do {
          scopes.append(try FileScope(folder.name, at: folder.path, allowing: folder.access))
        } catch {
          throw BridgeError(error.code, "--folder \(folder.name)=\(folder.path): \(error.message)")
        }
      }
      return scopes
    }
  }
  /// These options and others; of folders with one name, and of stores, those of these options count.
  func adding(_ others: PermissionOptions) -> PermissionOptions {
    var all = self
    all.allow += others.allow
    all.env += others.env
    all.folder += others.folder.filter { other in !folder.contains { $0.name == other.name } }
    all.services.add(others.services)
    return all
  }
  #else
  /// The options of a build with the trait Plugins.
  static let absent = ["env", "folder", "local-origin", "origin", "store"]

  /// These options and others.
  func adding(_ others: PermissionOptions) -> PermissionOptions {
    var all = self
    all.allow += others.allow
    return all
  }

  /// The permissions to read the network, and those of --allow.
  var permissions: Permissions { Permissions(Permissions.network.patterns + allow.listed) }

  /// No variables: the plugin that reads them is in a build with the trait Plugins.
  var environment: [String: String] { [:] }

  /// A bridge with the network plugins.
  func bridge(_ configuration: Bridge.Configuration = Bridge.Configuration()) throws(BridgeError) -> Bridge {
    let bridge = Bridge(configuration.forPrograms)
    bridge.addNetwork()
    return bridge
  }
  #endif
}

extension PermissionOptions {
  /// These options with the permissions of the causeway.json that belongs to a program, if -P asks for them.
  ///
  /// A program may change that file: it is read before the program runs, and not again.
  ///
  /// - Parameter directory: that of the program; the current directory by default, with its root.
  func resolved(
    in directory: String = FileManager.default.currentDirectoryPath, root: String? = nil
  ) throws -> PermissionOptions {
    guard projectPermissions else { return self }
    let root = root ?? ProjectConfiguration.root(above: directory)
    do throws(ModuleError) {
      guard let project = try ProjectConfiguration.nearest(to: directory, root: root) else {
        let above = root == directory ? "" : ", or above it up to \(root)"
        throw ModuleError(.notFound, "-P: there is no causeway.json in \(directory)\(above).")
      }
      guard let others = try project.permissionOptions() else {
        throw ModuleError(.notFound, "-P: \(project.path) has no permissions.")
      }
      return adding(others)
    } catch {
      Terminal.reportError("causeway: \(error.description.printable)")
      throw WrongUsage.exitCode
    }
  }
}

extension Bridge.Configuration {
  /// The configuration for the user's own programs, which may see complete error descriptions.
  fileprivate var forPrograms: Self {
    var configuration = self
    configuration.exposesErrorDescriptions = true
    return configuration
  }
}

#if Plugins
/// `NAME=PATH`, or `NAME=PATH:rw`.
struct FolderArgument: ExpressibleByArgument {
  let name: String
  let path: String
  let access: Set<FileAccess>

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else { return nil }
    name = String(argument[..<equals])
    guard name.utf8.allSatisfy({ FileScope.isPlain($0) }) else { return nil }
    let rest = argument[argument.index(after: equals)...]
    let isWritable = rest.hasSuffix(":rw")
    path = String(isWritable ? rest.dropLast(3) : rest)
    access = isWritable ? Set(FileAccess.allCases) : [.read]
    if path.isEmpty { return nil }
  }
}
#endif
