import Synchronization

/// The modules that one import is loading at this moment.
package final class OpenLoads: Sendable {
  private struct State {
    var urls: [Int: ModuleURL] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// The URLs, starting with the one that has been loading longest.
  package var urls: [ModuleURL] { state.withLock { $0.urls.sorted { $0.key < $1.key }.map(\.value) } }

  func begin(_ url: ModuleURL) -> Int {
    state.withLock { state in
      state.urls[state.next] = url
      state.next += 1
      return state.next - 1
    }
  }

  func end(_ place: Int) { state.withLock { _ = $0.urls.removeValue(forKey: place) } }
}
