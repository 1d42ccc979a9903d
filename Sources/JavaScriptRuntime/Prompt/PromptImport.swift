/// An `import` declaration typed at a prompt, as statements that a script may have.
///
/// The names become globals with the values of that moment; they are not live.
enum PromptImport {
  /// The body of an asynchronous function that does what the declaration says; nil for an input that is none.
  static func statements(for source: String) -> String? {
    guard source.firstMatch(of: #/^\s*import\b/#) != nil else { return nil }
    let tail = #/(?<specifier>"[^"\n]*"|'[^'\n]*')(?:\s*with\s*(?<attributes>\{[^{}]*\}))?\s*;?\s*/#
    if let match = source.wholeMatch(of: #/\s*import\s*(?<rest>["'].*)/#.dotMatchesNewlines()),
      let end = match.rest.wholeMatch(of: tail)
    {
      return "await \(call(end.specifier, end.attributes));"
    }
    let head = #/\s*import\s*(?<clause>[^"']*?(?:\{[^}]*\})?)\s*\bfrom\s*(?<rest>["'].*)/#.dotMatchesNewlines()
    guard let match = source.wholeMatch(of: head), let end = match.rest.wholeMatch(of: tail),
      let targets = targets(of: match.clause)
    else { return nil }
    let assignments = targets.map { target in
      target.name.map { "\(target.local) = module[\($0)];" } ?? "\(target.local) = module;"
    }
    return "const module = await \(call(end.specifier, end.attributes)); \(assignments.joined(separator: " "))"
  }

  private static func call(_ specifier: Substring, _ attributes: Substring?) -> String {
    "import(\(specifier)\(attributes.map { ", { with: \($0) }" } ?? ""))"
  }

  /// The globals that a clause defines, each with the text of the export's name; nil for the namespace.
  private static func targets(of clause: Substring) -> [(local: Substring, name: String?)]? {
    let name = #/[\p{L}_$][\p{L}\p{N}_$]*/#
    var rest = clause.trimmingPrefix(while: \.isWhitespace)
    var targets: [(local: Substring, name: String?)] = []
    if let match = rest.prefixMatch(of: name) {
      targets.append((match.output, "\"default\""))
      rest = rest[match.range.upperBound...].trimmingPrefix(while: \.isWhitespace)
      if rest.isEmpty { return targets }
      guard rest.first == "," else { return nil }
      rest = rest.dropFirst().trimmingPrefix(while: \.isWhitespace)
    }
    if let match = rest.wholeMatch(of: #/\*\s*as\s+([\p{L}_$][\p{L}\p{N}_$]*)\s*/#) {
      targets.append((match.1, nil))
      return targets
    }
    guard let list = rest.wholeMatch(of: #/\{(.*)\}\s*/#.dotMatchesNewlines()) else { return nil }
    for item in list.1.split(separator: ",") {
      let words = item.split(whereSeparator: \.isWhitespace)
      switch (words.count, words.dropFirst().first) {
      case (0, _): continue
      case (1, _): targets.append((words[0], "\"\(words[0])\""))
      case (3, "as"?):
        targets.append(
          (words[2], words[0].first == "\"" || words[0].first == "'" ? String(words[0]) : "\"\(words[0])\""))
      default: return nil
      }
    }
    return targets.allSatisfy { $0.local.wholeMatch(of: name) != nil } ? targets : nil
  }
}
