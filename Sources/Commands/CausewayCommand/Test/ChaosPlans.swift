import Causeway
import CausewayTesting

/// The fault plans for one file, made of the calls of its ordinary run and of a seed.
///
/// As long as there are enough, each plan has one fault of one call; later plans combine two or three of them.
struct ChaosPlans {
  /// The delays that a plan may have: one is longer than the deadline of a call without its own.
  static let delays: [Duration] = [.milliseconds(100), .seconds(1), .seconds(6), .seconds(40)]

  /// What happens to one call.
  private enum Fault: CaseIterable {
    case lostAnswer, cutAtAnswer, delayedAnswer, lostCall, doubledCall, lateAnswer, cutAtCall, overtaken
  }

  /// A lost answer is what programs forget most.
  private static let order: [Fault] = [
    .lostAnswer, .cutAtAnswer, .lostAnswer, .delayedAnswer, .lostCall, .lostAnswer, .doubledCall, .lateAnswer,
    .cutAtCall, .overtaken,
  ]
  private static let mostMethods = 1000
  /// How many calls of a method have faults of their own.
  private static let mostCalls = 8

  private let seed: UInt64
  private let rules: [FaultRule]

  /// - Parameters:
  ///   - calls: the methods, each with the number of its calls.
  ///   - patterns: of the methods that have faults; nil for all.
  init(calls: [(method: String, count: Int)], patterns: [String]?, seed: UInt64) {
    self.seed = seed
    let permissions = patterns.map { Permissions($0) }
    let chosen = calls.sorted { $0.method < $1.method }
      .filter { $0.count > 0 && !$0.method.hasPrefix("$/") && permissions?.allows($0.method) ?? true }
      .prefix(ChaosPlans.mostMethods)
    var random = StableRandom(seed: seed, "chaos")
    var waiting: [Fault: [FaultRule]] = [:]
    for fault in Fault.allCases {
      waiting[fault] = chosen.flatMap { call in
        (1...min(call.count, ChaosPlans.mostCalls)).map { ChaosPlans.rule(fault, call.method, $0, &random) }
      }.shuffled(using: &random)
    }
    var rules: [FaultRule] = []
    while waiting.values.contains(where: { !$0.isEmpty }) {
      for fault in ChaosPlans.order { if let rule = waiting[fault]?.popLast() { rules.append(rule) } }
    }
    self.rules = rules
  }

  /// Whether there is no call that could have a fault.
  var isEmpty: Bool { rules.isEmpty }

  /// A plan by its number, counted from 0.
  func plan(_ number: Int) -> FaultPlan {
    let seed = self.seed &+ UInt64(number)
    if number < rules.count { return FaultPlan(seed: seed, [rules[number]]) }
    var random = StableRandom(seed: self.seed, "combination", String(number))
    let count = random.integer(in: 2...3)
    return FaultPlan(seed: seed, (0..<count).map { _ in rules[random.integer(in: 0...rules.count - 1)] })
  }

  private static func rule(
    _ fault: Fault, _ method: String, _ call: Int, _ random: inout StableRandom
  ) -> FaultRule {
    var rule = FaultRule(method)
    rule.calls = call...call
    switch fault {
    case .lostAnswer: (rule.only, rule.drop) = ([.answers], 1)
    case .lostCall: (rule.only, rule.drop) = ([.calls], 1)
    case .cutAtAnswer: (rule.only, rule.cut) = ([.answers], 1)
    case .cutAtCall: (rule.only, rule.cut) = ([.calls], 1)
    case .lateAnswer: (rule.only, rule.late) = ([.answers], 1)
    case .doubledCall: (rule.only, rule.duplicate) = ([.calls], 1)
    case .overtaken: rule.reorder = 1
    case .delayedAnswer:
      rule.only = [.answers]
      rule.delay = .fixed(delays[random.integer(in: 0...delays.count - 1)])
    }
    return rule
  }
}
