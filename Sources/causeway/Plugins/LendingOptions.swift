import ArgumentParser
import Causeway
import CausewayNetwork

#if Plugins
import CausewayPlugins
#endif

/// What a program may use besides what reads the network.
struct LendingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Methods that may be called besides those that read the network, such as storage.*,device.getInfo.",
      valueName: "list"))
  var allow: [String] = []

  #if Plugins
  @Option(
    help: ArgumentHelp(
      "A folder that files.* may read, by the name that the program gives it; with :rw behind it, that it may change.",
      valueName: "name=path[:rw]"))
  var folder: [LentFolder] = []

  @Option(help: ArgumentHelp("Variables that process.env may tell.", valueName: "list"))
  var env: [String] = []

  @OptionGroup var reach: ReachOptions

  func validate() throws {
    for (index, folder) in folder.enumerated() where self.folder[..<index].contains(where: { $0.name == folder.name }) {
      throw ValidationError("Two folders are called \(folder.name): give one another name.")
    }
    do throws(BridgeError) { _ = try scopes } catch { throw ValidationError(error.message.printable) }
  }

  /// What is lent is allowed as well.
  var permissions: Permissions {
    var patterns = Permissions.network.patterns + LendingOptions.parts(allow) + reach.patterns
    for folder in folder {
      patterns += folder.verbs.flatMap { ["files.\($0.rawValue)", "files.\($0.rawValue).\(folder.name)"] }
    }
    if !env.isEmpty { patterns.append("process.env") }
    return Permissions(patterns)
  }

  /// A bridge to everything that ships.
  ///
  /// - Throws: when a folder cannot be opened.
  func bridge(_ configuration: Bridge.Configuration = Bridge.Configuration()) throws(BridgeError) -> Bridge {
    let bridge = Bridge(configuration.forPrograms)
    bridge.addNetwork()
    bridge.register(DevicePlugin())
    bridge.register(FilePickerPlugin())
    bridge.register(EnvironmentPlugin(allowing: Set(LendingOptions.parts(env))))
    bridge.register(FilesPlugin(try scopes))
    bridge.register(NotificationsPlugin(application: "causeway"))
    try reach.register(on: bridge)
    return bridge
  }

  private var scopes: [FileScope] {
    get throws(BridgeError) {
      var scopes: [FileScope] = []
      for folder in folder {
        do {
          scopes.append(try FileScope(folder.name, at: folder.path, allowing: folder.verbs))
        } catch {
          throw BridgeError(error.code, "--folder \(folder.name)=\(folder.path): \(error.message)")
        }
      }
      return scopes
    }
  }
  #else
  /// What reads the network, and what is listed.
  var permissions: Permissions { Permissions(Permissions.network.patterns + LendingOptions.parts(allow)) }

  /// A bridge to the network.
  func bridge(_ configuration: Bridge.Configuration = Bridge.Configuration()) throws(BridgeError) -> Bridge {
    let bridge = Bridge(configuration.forPrograms)
    bridge.addNetwork()
    return bridge
  }
  #endif

  /// The parts of lists that commas separate.
  private static func parts(_ lists: [String]) -> [String] {
    lists.flatMap { $0.split { $0 == "," || $0.isWhitespace } }.map(String.init)
  }
}

extension Bridge.Configuration {
  /// The same for a program of whoever types the command: it may see all that an error says.
  fileprivate var forPrograms: Self {
    var configuration = self
    configuration.exposesErrorDescriptions = true
    return configuration
  }
}

#if Plugins
/// `NAME=PATH`, or `NAME=PATH:rw`.
struct LentFolder: ExpressibleByArgument {
  let name: String
  let path: String
  let verbs: Set<FileVerb>

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else { return nil }
    name = String(argument[..<equals])
    guard name.utf8.allSatisfy({ FileScope.isPlain($0) }) else { return nil }
    let rest = argument[argument.index(after: equals)...]
    let isWritable = rest.hasSuffix(":rw")
    path = String(isWritable ? rest.dropLast(3) : rest)
    verbs = isWritable ? Set(FileVerb.allCases) : [.read]
    if path.isEmpty { return nil }
  }
}
#endif
