#if Plugins
/// Opens a store when it is first needed, and passes its changes on.
actor StoreOpener {
  private let open: @Sendable () throws -> KeyValueStore
  private let heard: @Sendable (StorageChange) -> Void
  private var opened: (store: KeyValueStore, relay: Task<Void, Never>)?

  init(
    _ store: KeyValueStore?, _ open: @escaping @Sendable () throws -> KeyValueStore,
    heard: @escaping @Sendable (StorageChange) -> Void
  ) {
    self.open = open
    self.heard = heard
    opened = store.map { ($0, StoreOpener.relay($0, heard)) }
  }

  deinit { opened?.relay.cancel() }

  /// The store; one opening at a time.
  var store: KeyValueStore {
    get throws {
      if let opened { return opened.store }
      let store = try open()
      opened = (store, StoreOpener.relay(store, heard))
      return store
    }
  }

  private static func relay(
    _ store: KeyValueStore, _ heard: @escaping @Sendable (StorageChange) -> Void
  ) -> Task<Void, Never> {
    let changes = store.changes()
    // Detached, or it would hold the call that first needed the store, and by it the bridge that holds this opener.
    return Task.detached { for await change in changes { heard(change) } }
  }
}
#endif
