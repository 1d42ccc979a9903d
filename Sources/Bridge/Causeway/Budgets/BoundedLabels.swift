/// Names that peers may invent, as labels of which there is a limited number.
enum BoundedLabels {
  /// Labels over a limit are counted together.
  static let others = "(others)"
  /// Methods: Swift and forwarded peers may call names that they make up.
  static let methodLimit = 1_000
  /// The codes of one method.
  static let codeLimit = 32

  /// An error's code, which is any text of a peer's.
  static func code(_ code: BridgeError.Code) -> String { BridgeError.short(code.rawValue, most: 64) }

  /// The methods with labels of their own, and the codes of each.
  struct Methods {
    private var codes: [String: Set<String>] = [:]

    /// - Parameter code: nil for a result.
    mutating func labels(_ method: String, _ code: BridgeError.Code?) -> (method: String, code: String) {
      let isKnown = codes[method] != nil || codes.count < BoundedLabels.methodLimit
      let method = isKnown ? method : BoundedLabels.others
      guard let code else {
        if codes[method] == nil { codes[method] = [] }
        return (method, "OK")
      }
      let text = BoundedLabels.code(code)
      var known = codes[method, default: []]
      guard known.contains(text) || known.count < BoundedLabels.codeLimit else { return (method, BoundedLabels.others) }
      if known.insert(text).inserted { codes[method] = known }
      return (method, text)
    }
  }
}
