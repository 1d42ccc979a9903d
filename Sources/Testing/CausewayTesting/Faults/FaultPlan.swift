/// The faults of a simulated link: rules, and a seed for random decisions.
///
/// A plan is a value. Its text form has one rule after the other, separated by line breaks or `;`, with comments after
/// `#`:
///
///     wifi.*: delay=200ms±50ms drop=2% seed=7
///     rows.query: only=answers calls=3 late=100%
///     *: freeze during=10s..12s
///
/// or as JSON, with the same names and values:
///
///     {"seed": 7, "rules": [{"methods": "wifi.*", "delay": "200ms±50ms", "drop": "2%"}]}
///
/// If several rules match a message, each setting comes from the last rule that has it. A plan has the same effect on
/// the same calls: whether the third call of `wifi.ssid` is lost depends only on the seed, that name and that number.
/// Messages of one call keep their order, unless `reorder` applies; messages of different calls are independent.
public struct FaultPlan: Sendable, Equatable, CustomStringConvertible {
  /// The seed of all random decisions.
  public var seed: UInt64
  /// The rules, in order.
  public var rules: [FaultRule]

  /// Creates a plan from rules.
  public init(seed: UInt64, _ rules: [FaultRule] = []) {
    self.seed = seed
    self.rules = rules
  }

  /// Parses a plan in its text form or as JSON.
  ///
  /// - Parameters:
  ///   - source: the name of the text in errors.
  ///   - seed: the seed if the plan has none; nil for a random one.
  /// - Throws: ``FormatError`` with line and column.
  public init(parsing text: String, source: String = "plan", seed: UInt64? = nil) throws(FormatError) {
    let isJSON = text.first { !$0.isWhitespace } == "{"
    var parser = FaultPlanParser(text, source: source)
    self = try isJSON ? parser.readJSON() : parser.readText()
    self.seed = parser.seed ?? seed ?? UInt64.random(in: 0...9_999_999_999)
  }

  /// The plan as one line of text, which parses to the same plan.
  public var description: String {
    let lines = rules.map { rule in
      "\(rule.methods): "
        + rule.texts.map { $0.value == "yes" ? $0.name : "\($0.name)=\($0.value)" }.joined(separator: " ")
    }
    return (lines + ["seed=\(seed)"]).joined(separator: "; ")
  }
}

extension FaultPlan: Codable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Encodes the plan as an object with `seed` and `rules`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    try container.encode(seed, forKey: Name(stringValue: "seed"))
    var list = container.nestedUnkeyedContainer(forKey: Name(stringValue: "rules"))
    for rule in rules {
      var object = list.nestedContainer(keyedBy: Name.self)
      try object.encode(rule.methods, forKey: Name(stringValue: "methods"))
      for (name, value) in rule.texts { try object.encode(value, forKey: Name(stringValue: name)) }
    }
  }

  /// Decodes the result of ``encode(to:)``; unknown names and invalid values are errors with their path.
  ///
  /// ``init(parsing:source:seed:)`` also reports line and column.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    for key in container.allKeys where !["seed", "rules"].contains(key.stringValue) {
      throw FaultPlan.corrupted(FaultPlan.unknownPart(key.stringValue), container.codingPath + [key])
    }
    seed = try container.decode(UInt64.self, forKey: Name(stringValue: "seed"))
    rules = []
    var list = try container.nestedUnkeyedContainer(forKey: Name(stringValue: "rules"))
    while !list.isAtEnd {
      let object = try list.nestedContainer(keyedBy: Name.self)
      var rule = FaultRule()
      for key in object.allKeys {
        let value = try object.decode(String.self, forKey: key)
        do throws(InvalidText) {
          if key.stringValue == "methods" {
            rule.methods = value
            if let complaint = FaultRule.complaint(about: value) { throw complaint }
          } else {
            try rule.set(key.stringValue, value[...])
          }
        } catch {
          throw FaultPlan.corrupted(error.message, object.codingPath + [key])
        }
      }
      rules.append(rule)
    }
  }

  static func unknownPart(_ name: String) -> String { "A plan has no \(name.quoted): it has seed and rules." }

  private static func corrupted(_ message: String, _ path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(.init(codingPath: path, debugDescription: message))
  }
}
