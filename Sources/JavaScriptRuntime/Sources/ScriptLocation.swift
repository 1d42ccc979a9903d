/// Finds the location of a program's code in a stack trace.
enum ScriptLocation {
  /// The first frame that is neither native code nor Causeway's, as `load (app.js:3:20)`; nil if there is none.
  static func first(in stack: String) -> String? {
    for line in stack.split(separator: "\n") {
      guard let at = line.firstIndex(of: "@") else { continue }
      let (function, location) = (line[..<at], line[line.index(after: at)...])
      if location.isEmpty || location.hasPrefix("causeway:") || location.hasPrefix("[native") { continue }
      return function.isEmpty || function.hasSuffix(" code") ? String(location) : "\(function) (\(location))"
    }
    return nil
  }
}
