#if Plugins
/// Opens a store on first use, and forwards its changes.
actor StoreOpener {
  private let open: @Sendable () throws -> KeyValueStore
  private let onChange: @Sendable (StorageChange) -> Void
  private var opened: (store: KeyValueStore, relay: Task<Void, Never>)?

  init(
    _ store: KeyValueStore?, _ open: @escaping @Sendable () throws -> KeyValueStore,
    onChange: @escaping @Sendable (StorageChange) -> Void
  ) {
    self.open = open
    self.onChange = onChange
    opened = store.map { ($0, StoreOpener.relay($0, onChange)) }
  }

  deinit { opened?.relay.cancel() }

  /// The store; opened once.
  var store: KeyValueStore {
    get throws {
      if let opened { return opened.store }
      let store = try open()
      opened = (store, StoreOpener.relay(store, onChange))
      return store
    }
  }

  private static func relay(
    _ store: KeyValueStore, _ onChange: @escaping @Sendable (StorageChange) -> Void
  ) -> Task<Void, Never> {
    let changes = store.changes()
    // Detached, since the task would otherwise retain the first call, and through it the bridge that retains this
    // opener.
    return Task.detached { for await change in changes { onChange(change) } }
  }
}
#endif
