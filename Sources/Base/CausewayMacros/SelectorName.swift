#if Macros
/// The JavaScript name of a method by Apple's rule: its Objective-C selector in camel case.
///
/// The first label is joined by "With", unless it begins with a preposition or the method's name ends with one.
///
/// Source: Swift's lib/AST/Decl.cpp (`getObjCSelector`) and include/swift/Basic/PartsOfSpeech.def.
func selectorName(of method: String, labels: [String?]) -> String {
  var name = method
  for (index, label) in labels.enumerated() {
    guard let label else { continue }
    if index == 0, !isPreposition(firstWord(of: label)), !isPreposition(lastWord(of: method)) { name += "With" }
    name += label.prefix(1).uppercased() + label.dropFirst()
  }
  return name
}

private let prepositions: Set<String> = [
  "above", "after", "along", "alongside", "as", "at", "before", "below", "by", "following", "for", "from", "given",
  "in", "including", "inside", "into", "matching", "of", "on", "passing", "preceding", "since", "to", "until", "using",
  "via",
  "when", "with", "within",
]

private func isPreposition(_ word: some StringProtocol) -> Bool { prepositions.contains(word.lowercased()) }

private func firstWord(of name: String) -> String {
  String(name.prefix(1) + name.dropFirst().prefix { !$0.isUppercase })
}

private func lastWord(of name: String) -> String {
  guard let start = name.lastIndex(where: \.isUppercase) else { return name }
  return String(name[start...])
}
#endif
