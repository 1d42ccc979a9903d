import JavaScriptEngine
import Synchronization

/// A script in parts.
///
/// The first part is evaluated at once, each other part when it is first used.
///
/// `bridge-js/build.mjs` generates the parts. The value of each part is a function. The first part's function takes a
/// function that evaluates a part by number, and the built-ins; no other script can reach either. All parts have one URL,
/// by which stack traces are filtered.
package final class DeferredScript: Sendable {
  private let parts: [String]
  /// The engine's strings of the parts that were used, which all contexts share.
  private let texts: Mutex<[JSText?]>
  private let url: String

  package init(_ parts: [String], url: String) {
    self.parts = parts
    texts = Mutex(Array(repeating: nil, count: parts.count))
    self.url = url
  }

  func evaluate(part number: Int, in realm: JSRealm) throws(JSException) -> JSLocal {
    precondition(parts.indices.contains(number), "\(url) has no part \(number)")
    return try realm.evaluate(parsed: text(number), url: url)
  }

  private func text(_ number: Int) -> JSText {
    if let known = texts.withLock({ $0[number] }) { return known }
    let made = JSText(parts[number])
    return texts.withLock { texts in
      let text = texts[number] ?? made
      texts[number] = text
      return text
    }
  }
}

extension RuntimeGlobals {
  static let url = "causeway:globals"
  /// The runtime's globals.
  static let script = DeferredScript(parts, url: url)
}
