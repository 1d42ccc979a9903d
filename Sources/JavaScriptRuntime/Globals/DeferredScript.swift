import JavaScriptEngine

/// A script in parts, of which JavaScript needs the first at once and each other one when it comes to it.
///
/// `bridge-js/build.mjs` makes the parts. The value of each is a function: the first takes one that evaluates a part by
/// its number, and keeps it to itself. All have one URL, so that whoever reads a stack knows them.
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
  /// The runtime's own globals.
  static let script = DeferredScript(parts, url: "causeway:globals")
}
