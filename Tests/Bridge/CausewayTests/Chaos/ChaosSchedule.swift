import CausewayTesting

/// One thing that happens in a random run.
enum ChaosStep: Equatable, CustomStringConvertible {
  case call(ChaosCall)
  case stream(ChaosStream)
  case reload(Side, at: Int)
  case close(Side, at: Int)
  case cut(at: Int)

  /// The two ends of the connection.
  enum Side: String { case client, server }

  var description: String {
    switch self {
    case .call(let call): call.description
    case .stream(let stream): stream.description
    case .reload(let side, let time): "at \(time) ms the \(side) reloads"
    case .close(let side, let time): "at \(time) ms the \(side) closes"
    case .cut(let time): "at \(time) ms the link is cut"
    }
  }
}

/// A call, its handler, and what its caller does; times in milliseconds from the beginning.
struct ChaosCall: Equatable, CustomStringConvertible {
  enum Handler: Equatable {
    case answersAtOnce, answersInTask
    case answersAfter(Int)
    case throwsAfter(Int)
    case answersTwiceAfter(Int)
    case dropsItsReply
    /// Waits until it is cancelled.
    case waits
    /// Waits, cancelled or not, until the run is over, and answers then.
    case ignoresItsEnd
  }

  let index: Int
  let caller: ChaosStep.Side
  let start: Int
  let timeout: Int
  /// When the caller gives up, after its start.
  let abort: Int?
  let handler: Handler

  var method: String { "c\(index)" }
  var result: Int { index * 7 + 3 }

  var description: String {
    "at \(start) ms the \(caller) calls \(method) with a timeout of \(timeout) ms, whose handler \(handler)"
      + (abort.map { ", and gives up after \($0) ms" } ?? "")
  }
}

/// A random run: all of it follows from the seed.
struct ChaosSchedule {
  let seed: UInt64
  var plan: FaultPlan
  var steps: [ChaosStep]

  init(seed: UInt64, calls: Int = 100) {
    self.seed = seed
    var random = StableRandom(seed: seed, "schedule")
    steps = (0..<calls).map { .call(ChaosCall(index: $0, &random)) }
    if calls > 0 {
      for index in 0..<random.integer(in: 0...8) { steps.append(.stream(ChaosStream(index: index, &random))) }
    }
    let span = 12_000
    for _ in 0..<random.integer(in: 0...3) {
      steps.append(.reload(random.chance(0.5) ? .client : .server, at: random.integer(in: 0...span)))
    }
    if random.chance(0.2) {
      let time = random.integer(in: 1000...span)
      switch random.integer(in: 0...2) {
      case 0: steps.append(.cut(at: time))
      case 1: steps.append(.close(.client, at: time))
      default: steps.append(.close(.server, at: time))
      }
    }
    var rule = FaultRule()
    rule.delay =
      switch random.integer(in: 0...3) {
      case 0: nil
      case 1: .uniform(.zero ... .milliseconds(100))
      case 2: .longTailed(median: .milliseconds(20), p99: .seconds(3))
      default: .uniform(.zero ... .seconds(10))
      }
    rule.drop = 0.01
    rule.duplicate = 0.01
    rule.reorder = 0.1
    rule.late = 0.02
    // An item that a link loses is lost: nothing numbers them.
    var items = FaultRule("stream.*")
    items.only = [.items]
    items.drop = 0
    plan = FaultPlan(seed: seed, [rule, items])
  }

  /// The schedule for a person: what repeats it, then what happens.
  var description: String {
    "CHAOS_SEED=\(seed) swift test --filter ChaosTests\nplan: \(plan)\n"
      + steps.map { "  \($0)" }.joined(separator: "\n")
  }
}

extension ChaosCall {
  init(index: Int, _ random: inout StableRandom) {
    self.index = index
    caller = random.chance(0.6) ? .client : .server
    start = random.integer(in: 0...10_000)
    timeout = [1, 50, 500, 2000, 5000, 30_000][random.integer(in: 0...5)]
    abort = random.chance(0.15) ? random.integer(in: 0...3000) : nil
    let time = random.integer(in: 0...(random.chance(0.3) ? 10_000 : 100))
    handler =
      switch random.integer(in: 0...11) {
      case 0...1: .answersAtOnce
      case 2...3: .answersInTask
      case 4...6: .answersAfter(time)
      case 7: .throwsAfter(time)
      case 8: .answersTwiceAfter(time)
      case 9: .dropsItsReply
      case 10: .waits
      default: .ignoresItsEnd
      }
  }
}

extension StableRandom {
  mutating func chance(_ probability: Double) -> Bool { unit() < probability }
}
