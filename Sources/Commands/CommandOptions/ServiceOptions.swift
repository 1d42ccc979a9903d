#if Plugins
import ArgumentParser
package import Causeway
import CausewayHTTP
import CausewayStorage

/// The external resources of a program: servers, and a store.
package struct ServiceOptions: ParsableArguments {
  package init() {}

  @Option(
    name: .customLong("origin"),
    help: ArgumentHelp(
      "Public servers that http.* may connect to, such as https://api.example.org,https://*.example.net.",
      valueName: "list"))
  var origins: [String] = []

  @Option(
    name: .customLong("local-origin"),
    help: ArgumentHelp(
      "Servers in any network that http.* may connect to, such as http://localhost:8080.", valueName: "list"))
  var localOrigins: [String] = []

  @Option(
    help: ArgumentHelp(
      "The database file of storage.*; $XDG_STATE_HOME/causeway/storage.db by default.",
      valueName: "file"))
  var store: String?

  /// Adds servers, and the store of the others where these options have none.
  package mutating func add(_ others: ServiceOptions) {
    origins += others.origins
    localOrigins += others.localOrigins
    store = store ?? others.store
  }

  package func validate() throws {
    do throws(BridgeError) { _ = try allowed } catch { throw ValidationError(error.message) }
  }

  /// The options imply the permissions for their plugins.
  package var patterns: [String] {
    (origins.isEmpty && localOrigins.isEmpty ? [] : ["http.*"]) + (store == nil ? [] : ["storage.*"])
  }

  /// Registers the plugins; the store is opened on first use.
  package func register(on bridge: Bridge) throws(BridgeError) {
    bridge.register(HTTPPlugin(origins: try allowed))
    bridge.register(
      StoragePlugin(opening: { [store] in
        try store.map { try KeyValueStore(at: $0) } ?? KeyValueStore.ofProgram("causeway")
      }))
  }

  private var allowed: HTTPOrigins {
    get throws(BridgeError) {
      try HTTPOrigins(origins.listed, local: localOrigins.listed)
    }
  }
}
#endif
