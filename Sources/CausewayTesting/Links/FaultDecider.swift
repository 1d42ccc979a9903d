import Causeway
import CausewayConcurrency

/// What a plan does to one message.
struct Fate: Equatable {
  /// When each copy arrives, counted from the link's beginning; none for a message that is lost.
  var arrivals: [Duration]
  /// Whether it stays behind the earlier messages of its call.
  var keepsOrder = true
  var isLate = false
  /// Whether the link is lost with it.
  var cutsLink = false
}

/// Asks the rules of a plan about messages.
struct FaultDecider {
  private struct Rule {
    let rule: FaultRule
    let methods: Permissions?

    func concerns(_ facts: CallTracker.Facts) -> Bool {
      // The bridge's own methods (`$/subscribe`) keep working unless a rule names them.
      if facts.method.hasPrefix("$/"), !rule.methods.hasPrefix("$/") { return false }
      if let direction = rule.direction, direction != facts.direction { return false }
      if !rule.only.isEmpty, !rule.only.contains(facts.kind) { return false }
      if let calls = rule.calls, !calls.contains(facts.number) { return false }
      return methods?.allows(facts.method) ?? true
    }

    func holds(at moment: Duration) -> Bool { rule.during?.contains(moment) ?? true }
  }

  /// A nanosecond less the smallest step of a duration.
  private let roundingUp = Duration(secondsComponent: 0, attosecondsComponent: 999_999_999)
  private let seed: UInt64
  private let rules: [Rule]
  /// When each way is free again, for rules that limit the bandwidth.
  private var free: [FaultRule.Direction: Duration] = [:]
  /// When the link is lost by itself; nil for never.
  let cutAfter: Duration?

  init(_ plan: FaultPlan) {
    seed = plan.seed
    rules = plan.rules.map { Rule(rule: $0, methods: $0.methods == "*" ? nil : Permissions([$0.methods])) }
    cutAfter = plan.rules.compactMap(\.cutAfter).min()
  }

  mutating func fate(of facts: CallTracker.Facts, at now: Duration) -> Fate {
    let concerned = rules.filter { $0.concerns(facts) }
    let active = concerned.filter { $0.holds(at: now) }.map(\.rule)
    guard !active.isEmpty || concerned.contains(where: { $0.rule.freeze != nil }) else { return Fate(arrivals: [now]) }
    /// The setting of the last rule that makes it.
    func setting<Value>(_ property: KeyPath<FaultRule, Value?>) -> Value? {
      active.lazy.reversed().compactMap { $0[keyPath: property] }.first
    }
    /// A sequence for one question about this message.
    func random(_ question: String) -> StableRandom {
      StableRandom(
        seed: seed, question, facts.direction.rawValue, facts.label, facts.method, String(facts.number),
        String(facts.part))
    }
    func happens(_ property: KeyPath<FaultRule, Double?>, _ question: String) -> Bool {
      guard let probability = setting(property), probability > 0 else { return false }
      var random = random(question)
      return random.unit() < probability
    }

    if happens(\.cut, "cut") { return Fate(arrivals: [], cutsLink: true) }
    if happens(\.drop, "drop") { return Fate(arrivals: []) }
    var departure = now
    if let bandwidth = setting(\.bandwidth) {
      // Of a line on which nothing would ever arrive a duration cannot tell.
      let seconds = min(Quantity.always / .seconds(1), Double(facts.bytes) / bandwidth)
      departure = max(now, free[facts.direction] ?? .zero) + .seconds(seconds)
      free[facts.direction] = departure
    }
    /// How long one copy takes.
    func travel(_ copy: String) -> Duration {
      var time = Duration.zero
      if let delay = setting(\.delay) {
        var random = random("delay" + copy)
        time = delay.draw(&random)
      }
      if let jitter = setting(\.jitter) {
        var random = random("jitter" + copy)
        time += .nanoseconds(Int64((random.unit() * 2 - 1) * Double(jitter.clampedNanoseconds)))
      }
      return max(.zero, time)
    }
    var fate = Fate(arrivals: [departure + travel("")])
    if !facts.isOrdered, happens(\.reorder, "reorder") {
      var random = random("overtaken")
      fate.keepsOrder = false
      // Long enough for others to pass: up to twice its own way, and 10 ms at least.
      fate.arrivals[0] += max(.milliseconds(10), fate.arrivals[0] - now) * (1 + random.unit())
    }
    if facts.label == "answer", let deadline = facts.deadline, happens(\.late, "late") {
      var random = random("lateness")
      fate.isLate = true
      fate.keepsOrder = false
      // Well after the deadline, whatever the two sides' clocks say.
      fate.arrivals[0] = max(fate.arrivals[0], deadline + .milliseconds(1001) + .seconds(1) * random.unit())
    }
    if !facts.isOrdered, happens(\.duplicate, "duplicate") { fate.arrivals.append(departure + travel(" of the copy")) }
    // Whole nanoseconds, rounded up: a timer that fired a fraction early would find nothing due.
    fate.arrivals = fate.arrivals.map { thaw(.nanoseconds(($0 + roundingUp).clampedNanoseconds), concerned) }
    return fate
  }

  /// The end of the frost that a message would arrive in.
  private func thaw(_ arrival: Duration, _ concerned: [Rule]) -> Duration {
    var arrival = arrival
    while let frost = concerned.last(where: { $0.holds(at: arrival) && $0.rule.freeze != nil })?.rule,
      frost.freeze == true
    {
      guard let end = frost.during?.upperBound, end != Quantity.always else { return Quantity.always }
      arrival = end
    }
    return arrival
  }
}
