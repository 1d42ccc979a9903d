#if Plugins
import Synchronization

/// The keys that the scripts of one context hold.
///
/// A script holds a ``KeyHandle``, an object without properties; the store has the key.
final class KeyStore: Sendable {
  private struct State {
    var keys: [Int: StoredKey] = [:]
    var bytes = 0
    var next = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let limits: SubtleCryptoLimits

  init(limits: SubtleCryptoLimits) { self.limits = limits }

  /// Whether a key of this many bytes would exceed a limit.
  func isFull(adding count: Int, bytes: Int) -> Bool {
    state.withLock { $0.keys.count + count > limits.keys || $0.bytes + bytes > limits.keyBytes }
  }

  /// Keeps a key until its handle is released.
  func add(_ key: StoredKey) -> KeyHandle {
    let id = state.withLock { state in
      state.next += 1
      guard !state.isClosed else { return state.next }
      state.keys[state.next] = key
      state.bytes += key.byteCount
      return state.next
    }
    return KeyHandle(id: id, store: self)
  }

  /// The key; nil after the store was closed.
  func key(_ id: Int) -> StoredKey? { state.withLock { $0.keys[id] } }

  func remove(_ id: Int) {
    // The material is released after the lock.
    _ = state.withLock { state in
      let key = state.keys.removeValue(forKey: id)
      state.bytes -= key?.byteCount ?? 0
      return key
    }
  }

  /// Releases all keys.
  func close() {
    let keys = state.withLock { state in
      state.isClosed = true
      state.bytes = 0
      defer { state.keys = [:] }
      return state.keys
    }
    withExtendedLifetime(keys) {}
  }

  var count: Int { state.withLock { $0.keys.count } }
}

/// A reference to a key, which the garbage collector releases on any thread.
final class KeyHandle: Sendable {
  private let id: Int
  private let store: KeyStore

  fileprivate init(id: Int, store: KeyStore) {
    self.id = id
    self.store = store
  }

  deinit { store.remove(id) }

  /// The key, if it is one of this store's; nil after the store was closed.
  func key(in store: KeyStore) -> StoredKey? { self.store === store ? store.key(id) : nil }
}
#endif
