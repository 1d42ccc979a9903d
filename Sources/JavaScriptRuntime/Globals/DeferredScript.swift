import JavaScriptEngine

/// A script in parts.
///
/// The first part is evaluated at once, each other part when it is first used.
///
/// `bridge-js/build.mjs` generates the parts. The value of each part is a function. The first part's function takes a
/// function that evaluates a part by number; no other script can reach that function. All parts have one URL, by which
/// stack traces are filtered.
package struct DeferredScript: Sendable {
  private let texts: [JSText]
  private let url: String

  package init(_ parts: [String], url: String) {
    texts = parts.map { JSText($0) }
    self.url = url
  }

  func evaluate(part number: Int, in realm: JSRealm) throws(JSException) -> JSLocal {
    precondition(texts.indices.contains(number), "\(url) has no part \(number)")
    return try realm.evaluate(texts[number], url: url)
  }
}

extension RuntimeGlobals {
  /// The runtime's globals.
  static let script = DeferredScript(parts, url: "causeway:globals")
}
