import JavaScriptSyntax
import Synchronization

/// A cache of parsed modules that all runtimes of a process share, keyed by the bytes of their texts.
///
/// A text is parsed once, even if several runtimes load it at the same time. The number of bytes is bounded; the least
/// recently used texts are evicted first.
package final class ParsedModules: Sendable {
  /// The modules of this process.
  package static let shared = ParsedModules()

  private struct Key: Hashable {
    let bytes: [UInt8]
    let format: ModuleFormat?
    /// Without the limits of a thread.
    let options: ParserOptions
    /// Made once, and outside of the lock.
    private let bytesHash: Int

    init(_ source: ModuleSource) {
      bytes = source.bytes
      format = source.format
      options = source.parserOptions
      var hasher = Hasher()
      unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
      bytesHash = hasher.finalize()
    }

    func hash(into hasher: inout Hasher) { hasher.combine(bytesHash) }
  }

  /// One text, whose first user parses it while the others wait.
  private final class Entry: Sendable {
    let content = Mutex<ModuleContent?>(nil)
  }

  private struct State {
    /// The entries that were used since the last change of generations, and before.
    var recent: [Key: Entry] = [:]
    var older: [Key: Entry] = [:]
    var recentBytes = 0
    var parses = 0
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: the largest number of bytes of texts that are kept; their parsed forms take about the same
  ///   again.
  package init(limit: Int = 64 << 20) { self.limit = limit }

  /// How many texts have been parsed so far.
  package var parses: Int { state.withLock { $0.parses } }

  /// The parsed form of a source, from the cache or parsed now.
  ///
  /// - Throws: an error of the text, which is not kept: it names the URL.
  func content(
    of source: ModuleSource, _ cancellation: ParserCancellation? = nil
  ) throws(ModuleError) -> ModuleContent {
    // Nothing is saved by keeping bytes, nor a text as it is.
    if source.format == .bytes || source.format == .text || source.bytes.count > limit / 4 {
      return try parse(source, cancellation)
    }
    let key = Key(source)
    let entry = entry(key)
    let result = entry.content.withLock { content -> Result<ModuleContent, ModuleError> in
      if let content { return .success(content) }
      do throws(ModuleError) {
        let made = try parse(source, cancellation)
        content = made
        return .success(made)
      } catch {
        return .failure(error)
      }
    }
    if case .failure = result { remove(key) }
    return try result.get()
  }

  private func parse(
    _ source: ModuleSource, _ cancellation: ParserCancellation?
  ) throws(ModuleError) -> ModuleContent {
    state.withLock { $0.parses += 1 }
    return try ModuleParser.parse(source, cancellation)
  }

  private func entry(_ key: Key) -> Entry {
    state.withLock { state in
      if let entry = state.recent[key] { return entry }
      let entry = state.older.removeValue(forKey: key) ?? Entry()
      state.recentBytes += key.bytes.count
      // Half of the limit each: with the older generation the whole.
      if state.recentBytes > limit / 2 {
        state.older = state.recent
        state.recent = [:]
        state.recentBytes = key.bytes.count
      }
      state.recent[key] = entry
      return entry
    }
  }

  private func remove(_ key: Key) {
    state.withLock { state in
      state.older[key] = nil
      if state.recent.removeValue(forKey: key) != nil { state.recentBytes -= key.bytes.count }
    }
  }
}
