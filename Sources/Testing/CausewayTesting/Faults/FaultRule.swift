import Causeway

/// A rule for the faults of some messages on a simulated link.
///
/// The first properties select messages, the others are faults. A nil property selects all messages, or leaves the
/// fault to other rules.
public struct FaultRule: Sendable, Equatable {
  /// The direction of a message, as seen from the simulated end.
  public enum Direction: String, Sendable, CaseIterable { case sent, received }

  /// A group of messages.
  public enum Kind: String, Sendable, CaseIterable {
    /// The messages of a caller: the call, its cancellation, its requests for more items.
    case calls
    /// The messages of a handler: the result or the error, and progress.
    case answers
    /// Stream items.
    case items
    /// Events.
    case events
  }

  /// The names of methods and events: parts separated by dots; `*` matches one part, and at the end one or more.
  ///
  /// The bridge's own methods, which start with `$/`, match only a pattern that also starts with `$/`.
  public var methods = "*"
  /// The matching direction; nil for both.
  public var direction: Direction?
  /// The matching kinds; empty for all.
  public var only: Set<Kind> = []
  /// The matching calls of each method, counted from 1; nil for all.
  public var calls: ClosedRange<Int>?
  /// The matching time span, counted from the link's start; nil for always.
  public var during: Range<Duration>?

  /// The delay of messages.
  public var delay: Delay?
  /// The random variation of the delay, in both directions.
  public var jitter: Duration?
  /// The probability that a message is lost, from 0 to 1.
  public var drop: Double?
  /// The probability that a message arrives twice.
  public var duplicate: Double?
  /// The probability that a message is held back, so that later ones overtake it.
  ///
  /// Items, requests for items, and events keep their order, as on every real link.
  public var reorder: Double?
  /// The probability that an answer arrives too late: one to two seconds after the call's deadline.
  public var late: Double?
  /// Bytes per second; messages queue for the bandwidth.
  public var bandwidth: Double?
  /// Blocks messages until the end of ``during``.
  public var freeze: Bool?
  /// The probability, for each message, that the link is lost with it.
  public var cut: Double?
  /// The time at which the link is lost, counted from its start.
  public var cutAfter: Duration?

  /// Creates a rule without faults for the methods of a pattern.
  public init(_ methods: String = "*") { self.methods = methods }

  /// The settings by name, in the order of the text form.
  private static let settings: [Setting] = [
    Setting("direction", \.direction, { (text) throws(InvalidText) in try choice(text) }, \.rawValue),
    Setting("only", \.kinds, { (text) throws(InvalidText) in try choices(text) }, names(of:)),
    Setting("calls", \.calls, Quantity.calls, Quantity.text(calls:)),
    Setting("during", \.during, Quantity.span, Quantity.text(span:)),
    Setting("delay", \.delay, { (text) throws(InvalidText) in try Delay(text) }, \.description),
    Setting("jitter", \.jitter, Quantity.duration, Quantity.text(duration:)),
    Setting("drop", \.drop, Quantity.probability, Quantity.text(probability:)),
    Setting("duplicate", \.duplicate, Quantity.probability, Quantity.text(probability:)),
    Setting("reorder", \.reorder, Quantity.probability, Quantity.text(probability:)),
    Setting("late", \.late, Quantity.probability, Quantity.text(probability:)),
    Setting("bandwidth", \.bandwidth, Quantity.bytesPerSecond, Quantity.text(bytesPerSecond:)),
    Setting("freeze", \.freeze, yesOrNo) { $0 ? "yes" : "no" },
    Setting("cut", \.cut, Quantity.probability, Quantity.text(probability:)),
    Setting("cutAfter", \.cutAfter, Quantity.duration, Quantity.text(duration:)),
  ]

  /// One property, with its conversion from and to text.
  private struct Setting: Sendable {
    let name: String
    let read: @Sendable (FaultRule) -> String?
    let write: @Sendable (inout FaultRule, Substring) throws(InvalidText) -> Void

    init<Value>(
      _ name: String, _ property: any WritableKeyPath<FaultRule, Value?> & Sendable,
      _ parse: @escaping @Sendable (Substring) throws(InvalidText) -> Value,
      _ text: @escaping @Sendable (Value) -> String
    ) {
      self.name = name
      read = { $0[keyPath: property].map(text) }
      write = { (rule, text) throws(InvalidText) in rule[keyPath: property] = try parse(text) }
    }
  }

  private var kinds: Set<Kind>? {
    get { only.isEmpty ? nil : only }
    set { only = newValue ?? [] }
  }

  static var names: [String] { settings.map(\.name) }

  /// The settings that are set, as text.
  var texts: [(name: String, value: String)] {
    FaultRule.settings.compactMap { setting in setting.read(self).map { (setting.name, $0) } }
  }

  /// Sets a property from its text.
  mutating func set(_ name: String, _ value: Substring) throws(InvalidText) {
    guard let setting = FaultRule.settings.first(where: { $0.name == name }) else {
      throw InvalidText(FaultRule.unknown(name))
    }
    do {
      try setting.write(&self, value)
    } catch {
      throw InvalidText("\(name): \(error.message)", offset: error.offset)
    }
  }

  static func unknown(_ name: String) -> String {
    let names = FaultRule.names + ["seed"]
    let meant =
      Suggestion.nearest(to: name, among: names).map { ": did you mean \($0)?" }
      ?? ". Known settings: \(names.joined(separator: ", "))."
    return "There is no setting \(name.quoted)\(meant)"
  }

  /// The error in a pattern of names; nil for a valid one.
  static func complaint(about pattern: String) -> InvalidText? {
    let parts = pattern.split(separator: ".", omittingEmptySubsequences: false)
    if !parts.contains(""), !pattern.contains(where: \.isWhitespace) { return nil }
    return InvalidText("\(pattern.quoted) is not a pattern of names, such as wifi.ssid, wifi.* or *.")
  }
}

private func names(of kinds: Set<FaultRule.Kind>) -> String {
  FaultRule.Kind.allCases.filter(kinds.contains).map(\.rawValue).joined(separator: ",")
}

private func choices<Choice: RawRepresentable<String> & CaseIterable>(_ text: Substring) throws(InvalidText) -> Set<
  Choice
> {
  var choices: Set<Choice> = []
  for part in text.split(separator: ",", omittingEmptySubsequences: false) { choices.insert(try choice(part)) }
  return choices
}

private func yesOrNo(_ text: Substring) throws(InvalidText) -> Bool {
  switch text {
  case "", "yes", "true": true
  case "no", "false": false
  default: throw InvalidText("\(text.quoted) is not yes or no.")
  }
}

private func choice<Choice: RawRepresentable<String> & CaseIterable>(_ text: Substring) throws(InvalidText) -> Choice {
  if let choice = Choice(rawValue: String(text)) { return choice }
  let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
  throw InvalidText("\(text.quoted) is not one of \(known).")
}
