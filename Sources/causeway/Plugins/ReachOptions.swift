#if Plugins
import ArgumentParser
import Causeway
import CausewayCrypto
import CausewayHTTP
import CausewayStorage

/// What a program may reach outside of itself: servers, and a store.
struct ReachOptions: ParsableArguments {
  @Option(
    name: .customLong("origin"),
    help: ArgumentHelp(
      "Servers on the Internet that http.* may ask, such as https://api.example.org,https://*.example.net.",
      valueName: "list"))
  var origins: [String] = []

  @Option(
    name: .customLong("local-origin"),
    help: ArgumentHelp(
      "Servers that http.* may ask wherever they are, such as http://localhost:8080.", valueName: "list"))
  var localOrigins: [String] = []

  @Option(
    help: ArgumentHelp(
      "The file that storage.* keeps its values in; $XDG_STATE_HOME/causeway/storage.db when left out.",
      valueName: "file"))
  var store: String?

  func validate() throws {
    do throws(BridgeError) { _ = try allowed } catch { throw ValidationError(error.message) }
  }

  /// What is lent is allowed as well.
  var patterns: [String] {
    (origins.isEmpty && localOrigins.isEmpty ? [] : ["http.*"]) + (store == nil ? [] : ["storage.*"])
  }

  /// Registers the plugins; the store is opened when a program first needs it.
  func register(on bridge: Bridge) throws(BridgeError) {
    bridge.register(CryptoPlugin())
    bridge.register(HTTPPlugin(origins: try allowed))
    bridge.register(
      StoragePlugin(opening: { [store] in
        try store.map { try KeyValueStore(at: $0) } ?? KeyValueStore.ofProgram("causeway")
      }))
  }

  private var allowed: HTTPOrigins {
    get throws(BridgeError) {
      try HTTPOrigins(ReachOptions.parts(origins), local: ReachOptions.parts(localOrigins))
    }
  }

  private static func parts(_ lists: [String]) -> [String] {
    lists.flatMap { $0.split { $0 == "," || $0.isWhitespace } }.map(String.init)
  }
}
#endif
