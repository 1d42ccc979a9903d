import BridgeValues

/// A documentation comment of Swift's, taken apart.
struct DocumentationComment {
  private(set) var text = ""
  private(set) var parameters: [String: String] = [:]
  private(set) var returns = ""
  private(set) var throwsWhat = ""

  private enum Place {
    case text, parameter(String), returns, throwsWhat
  }

  init(_ comment: String) {
    var place = Place.text
    for line in comment.split(separator: "\n", omittingEmptySubsequences: false) {
      var rest = line.drop { $0 == " " }
      guard rest.hasPrefix("- ") else {
        add(rest.isEmpty ? "" : String(rest), to: place, isContinued: true)
        continue
      }
      rest = rest.dropFirst(2)
      if rest.hasPrefix("Parameters:") { continue }
      guard let colon = rest.firstIndex(of: ":") else {
        add(String(line), to: place, isContinued: true)
        continue
      }
      let head = rest[..<colon]
      let body = String(rest[rest.index(after: colon)...].drop { $0 == " " })
      switch head {
      case "Returns": place = .returns
      case "Throws": place = .throwsWhat
      case _ where head.hasPrefix("Parameter "): place = .parameter(String(head.dropFirst(10)))
      case _ where line.first == " " && !head.contains(" "): place = .parameter(String(head))
      default:
        add(String(line), to: place, isContinued: true)
        continue
      }
      add(body, to: place, isContinued: false)
    }
    while text.last == "\n" { text.removeLast() }
  }

  private mutating func add(_ line: String, to place: Place, isContinued: Bool) {
    func joined(_ before: String) -> String { before.isEmpty || line.isEmpty ? before + line : "\(before) \(line)" }
    switch place {
    case .text: text += text.isEmpty ? line : "\n\(line)"
    case .parameter(let name): parameters[name] = joined(parameters[name] ?? "")
    case .returns: returns = joined(returns)
    case .throwsWhat: throwsWhat = joined(throwsWhat)
    }
  }

  /// The comment's first sentence or line.
  var summary: String { String(text.prefix { $0 != "\n" }) }

  /// As a comment of JavaScript's, on one line where it fits; empty when there is nothing to say.
  static func block(_ text: String, tags: [String] = [], indent: String) -> String {
    let lines =
      (text.isEmpty ? [] : text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)) + tags
    let safe = lines.map { $0.replacing("*/", with: "*\\/") }
    guard !safe.isEmpty else { return "" }
    if safe.count == 1 { return "\(indent)/** \(safe[0]) */\n" }
    return "\(indent)/**\n" + safe.map { $0.isEmpty ? "\(indent) *\n" : "\(indent) * \($0)\n" }.joined()
      + "\(indent) */\n"
  }

  /// The result and the errors.
  func tags(of member: MemberDescription) -> [String] {
    var tags = returns.isEmpty ? [] : ["@returns \(returns)"]
    if !throwsWhat.isEmpty { tags.append("@throws \(throwsWhat)") }
    // What the comment says already is not said twice.
    for code in member.errors.codes where !throwsWhat.contains(code.value.dropFirst().dropLast()) {
      let text = code.documentation.split(separator: "\n").joined(separator: " ")
      tags.append("@throws `\(code.value.dropFirst().dropLast())`\(text.isEmpty ? "" : " \(text)")")
    }
    return tags
  }
}
