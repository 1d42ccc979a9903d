/// Finds the location of a program's code in a stack trace.
enum ScriptLocation {
  /// The first frame that is neither native code nor Causeway's, as `load (app.js:3:20)`; nil if there is none.
  ///
  /// - Parameter prefixLength: how many UTF-16 units the script of a URL has before its source, on its first line.
  static func first(in stack: String, prefixLength: (String) -> Int) -> String? {
    for line in stack.split(separator: "\n") {
      guard let at = line.firstIndex(of: "@") else { continue }
      let (function, location) = (line[..<at], line[line.index(after: at)...])
      if location.isEmpty || location.hasPrefix("causeway:") || location.hasPrefix("[native") { continue }
      let place = withoutPrefix(location, prefixLength)
      return function.isEmpty || function.hasSuffix(" code") ? place : "\(function) (\(place))"
    }
    return nil
  }

  /// A place in the source, for one in the text that the engine runs.
  private static func withoutPrefix(_ location: Substring, _ prefixLength: (String) -> Int) -> String {
    let parts = location.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count > 2, parts[parts.count - 2] == "1", let column = Int(parts[parts.count - 1]) else {
      return String(location)
    }
    let url = parts.dropLast(2).joined(separator: ":")
    return "\(url):1:\(max(1, column - prefixLength(url)))"
  }
}
