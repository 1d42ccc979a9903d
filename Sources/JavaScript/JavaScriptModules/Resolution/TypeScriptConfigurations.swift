import JavaScriptSyntax
import Synchronization

/// The options of tsconfig.json files that were read, by directory; nil for a directory without one.
final class TypeScriptConfigurations: Sendable {
  private struct State {
    var known: [ExactText: TypeScriptConfiguration?] = [:]
    /// The bytes of the files and of the directories' names.
    var bytes = 0
  }

  private let state = Mutex(State())
  /// Beyond it they are read anew.
  private static let mostBytes = 16 << 20

  /// The options for a directory; nil if they are unknown.
  func find(_ directory: String) -> TypeScriptConfiguration?? {
    state.withLock { $0.known[ExactText(directory)] }
  }

  func keep(_ configuration: TypeScriptConfiguration?, in directory: String, _ size: Int) {
    state.withLock { state in
      state.bytes += 256 + directory.utf8.count + size
      if state.bytes > TypeScriptConfigurations.mostBytes { state = State() }
      state.known[ExactText(directory)] = .some(configuration)
    }
  }

  /// Reads each file anew from now on.
  func forget() { state.withLock { $0 = State() } }
}
