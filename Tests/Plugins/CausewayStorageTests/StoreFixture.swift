#if Plugins
import Causeway
@testable import CausewayStorage
import CausewayTesting
import Foundation

/// A store in a temporary folder, with a connection to its plugin; removed with this object.
final class StoreFixture {
  let path: String
  let store: KeyValueStore
  let caller: Connection
  let served: Connection
  private let folder: URL

  init(permissions: Permissions = .all, limits: StorageLimits = StorageLimits()) throws {
    folder = try StoreFixture.makeFolder()
    path = folder.appending(path: "store.db").path
    store = try KeyValueStore(at: path, limits: limits)
    let bridge = Bridge()
    bridge.register(StoragePlugin(store))
    let (left, right) = LoopbackTransport.pair()
    served = bridge.connect(left, permissions: permissions)
    caller = Bridge().connect(right, permissions: .all)
  }

  deinit {
    caller.close()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Contains the folders of all tests, until the process ends.
  private static let folders: URL = {
    atexit { try? FileManager.default.removeItem(at: StoreFixture.folders) }
    return FileManager.default.temporaryDirectory.appending(path: "causeway-storage-\(getpid())")
  }()

  static func makeFolder() throws -> URL {
    let folder = folders.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  @discardableResult
  func call(_ method: String, _ params: BridgeValue = [:]) async throws -> BridgeValue {
    try await caller.call("storage.\(method)", params, returning: BridgeValue.self)
  }

  /// The error of a call that must fail.
  func failure(_ method: String, _ params: BridgeValue = [:]) async -> BridgeError? {
    do {
      try await call(method, params)
      return nil
    } catch {
      return error as? BridgeError
    }
  }

  func value(_ key: String) async throws -> BridgeValue { try await store.entry(key).value.value }
}

extension KeyValueStore {
  /// Stores a dynamic value.
  @discardableResult
  func put(_ key: String, _ value: BridgeValue, group: String? = nil) async throws -> Int {
    try await set(key, RawJSON(value), group: group)
  }
}
#endif
