import Causeway
import CausewayConcurrency

/// The delivery of one message.
struct Delivery: Equatable {
  /// The arrival time of each copy, counted from the link's start; empty for a lost message.
  var arrivals: [Duration]
  /// Whether it must not overtake earlier messages of its call.
  var keepsOrder = true
  var isLate = false
  /// Whether the link is lost with it.
  var cutsLink = false
}

/// Applies the rules of a plan to messages.
struct FaultDecider {
  private struct Rule {
    let rule: FaultRule
    let methods: Permissions?

    func concerns(_ info: CallTracker.MessageInfo) -> Bool {
      // The bridge's own methods (`$/subscribe`) are unaffected, unless a rule names them.
      if info.method.hasPrefix("$/"), !rule.methods.hasPrefix("$/") { return false }
      if let direction = rule.direction, direction != info.direction { return false }
      if !rule.only.isEmpty, !rule.only.contains(info.kind) { return false }
      if let calls = rule.calls, !calls.contains(info.number) { return false }
      return methods?.allows(info.method) ?? true
    }

    func holds(at time: Duration) -> Bool { rule.during?.contains(time) ?? true }
  }

  /// A nanosecond minus the smallest step of a duration.
  private let roundingUp = Duration(secondsComponent: 0, attosecondsComponent: 999_999_999)
  private let seed: UInt64
  private let rules: [Rule]
  /// The time at which each direction is free again, for bandwidth limits.
  private var free: [FaultRule.Direction: Duration] = [:]
  /// For each rule of the plan, how many messages it has applied to.
  private(set) var matches: [Int]
  /// The time at which the link is lost; nil for never.
  let cutAfter: Duration?

  init(_ plan: FaultPlan) {
    seed = plan.seed
    rules = plan.rules.map { Rule(rule: $0, methods: $0.methods == "*" ? nil : Permissions([$0.methods])) }
    matches = plan.rules.map { _ in 0 }
    cutAfter = plan.rules.compactMap(\.cutAfter).min()
  }

  mutating func delivery(of info: CallTracker.MessageInfo, at now: Duration) -> Delivery {
    let indices = rules.indices.filter { rules[$0].concerns(info) }
    // A rule that freezes may apply to the arrival: it counts as soon as it concerns the message.
    for index in indices where rules[index].rule.freeze != nil || rules[index].holds(at: now) { matches[index] += 1 }
    let concerned = indices.map { rules[$0] }
    let active = concerned.filter { $0.holds(at: now) }.map(\.rule)
    guard !active.isEmpty || concerned.contains(where: { $0.rule.freeze != nil }) else {
      return Delivery(arrivals: [now])
    }
    /// The value of the last rule that has this setting.
    func setting<Value>(_ property: KeyPath<FaultRule, Value?>) -> Value? {
      active.lazy.reversed().compactMap { $0[keyPath: property] }.first
    }
    /// The random generator for one decision about this message.
    func random(_ question: String) -> StableRandom {
      StableRandom(
        seed: seed, question, info.direction.rawValue, info.label, info.method, String(info.number),
        String(info.part))
    }
    func happens(_ property: KeyPath<FaultRule, Double?>, _ question: String) -> Bool {
      guard let probability = setting(property), probability > 0 else { return false }
      var random = random(question)
      return random.unit() < probability
    }

    if happens(\.cut, "cut") { return Delivery(arrivals: [], cutsLink: true) }
    if happens(\.drop, "drop") { return Delivery(arrivals: []) }
    var departure = now
    if let bandwidth = setting(\.bandwidth) {
      // Bounded, because a duration cannot express a line on which nothing arrives.
      let seconds = min(Quantity.always / .seconds(1), Double(info.bytes) / bandwidth)
      departure = max(now, free[info.direction] ?? .zero) + .seconds(seconds)
      free[info.direction] = departure
    }
    /// The transit time of one copy.
    func transitTime(_ copy: String) -> Duration {
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
    var delivery = Delivery(arrivals: [departure + transitTime("")])
    if !info.isOrdered, happens(\.reorder, "reorder") {
      var random = random("overtaken")
      delivery.keepsOrder = false
      // Long enough to be overtaken: up to twice its own delay, and at least 10 ms.
      delivery.arrivals[0] += max(.milliseconds(10), delivery.arrivals[0] - now) * (1 + random.unit())
    }
    if info.label == "answer", let deadline = info.deadline, happens(\.late, "late") {
      var random = random("lateness")
      delivery.isLate = true
      delivery.keepsOrder = false
      // Well after the deadline on the clocks of both sides.
      delivery.arrivals[0] = max(delivery.arrivals[0], deadline + .milliseconds(1001) + .seconds(1) * random.unit())
    }
    if !info.isOrdered, happens(\.duplicate, "duplicate") {
      delivery.arrivals.append(departure + transitTime(" of the copy"))
    }
    // Rounded up to whole nanoseconds: a timer that fires a fraction early would find no due message.
    delivery.arrivals = delivery.arrivals.map {
      endOfFreeze(.nanoseconds(($0 + roundingUp).clampedNanoseconds), concerned)
    }
    return delivery
  }

  /// The end of the freeze in which a message would arrive.
  private func endOfFreeze(_ arrival: Duration, _ concerned: [Rule]) -> Duration {
    var arrival = arrival
    while let freeze = concerned.last(where: { $0.holds(at: arrival) && $0.rule.freeze != nil })?.rule,
      freeze.freeze == true
    {
      guard let end = freeze.during?.upperBound, end != Quantity.always else { return Quantity.always }
      arrival = end
    }
    return arrival
  }
}
