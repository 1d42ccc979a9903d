import JavaScriptSyntax
import Synchronization

/// Parsed modules that several runtimes share, by their URL and bytes.
package final class ParsedModules: Sendable {
  private struct Key: Hashable {
    let url: ModuleURL
    let format: ModuleFormat?
    let language: ModuleLanguage
  }

  private struct Entry {
    let bytes: [UInt8]
    let content: ModuleContent
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var size = 0
  }

  /// How many bytes of text are kept; all are forgotten when there are more.
  private static let limit = 64 << 20
  private let state = Mutex(State())

  init() {}

  /// What the source has become, now or earlier.
  func content(of source: ModuleSource) throws(ModuleError) -> ModuleContent {
    let key = Key(url: source.url, format: source.format, language: source.language)
    if let entry = state.withLock({ $0.entries[key] }), entry.bytes == source.bytes { return entry.content }
    let content = try ModuleParser.parse(source)
    guard source.bytes.count < ParsedModules.limit / 4 else { return content }
    state.withLock { state in
      if state.size + source.bytes.count > ParsedModules.limit { state = State() }
      let old = state.entries.updateValue(Entry(bytes: source.bytes, content: content), forKey: key)
      state.size += source.bytes.count - (old?.bytes.count ?? 0)
    }
    return content
  }
}
