import JavaScriptEngine

/// Evaluation results and completions for a prompt.
extension RuntimeHost {
  /// Stores a value in the global `_`.
  func remember(_ value: JSLocal) { realm.define("_", as: value, in: realm.global) }

  func inspect(_ value: JSLocal) -> String {
    let colors = realm.make(configuration.colors)
    guard let globals, let text = try? realm.call(globals.inspect.local, value, colors) else { return "" }
    return realm.text(text)?.string ?? ""
  }

  func complete(_ input: String) -> (candidates: [String], partial: String) {
    guard let globals, let pair = try? realm.call(globals.complete.local, realm.make(input)),
      let list = try? realm.get(0, of: pair), let partial = try? realm.get(1, of: pair),
      let length = try? realm.get("length", of: list)
    else { return ([], "") }
    let candidates = (0..<Int(realm.number(length))).compactMap { index in
      (try? realm.get(index, of: list)).flatMap { realm.text($0)?.string }
    }
    return (candidates, realm.text(partial)?.string ?? "")
  }
}
