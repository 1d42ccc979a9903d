import Causeway

/// What happens to some of the messages of a simulated link.
///
/// The first properties say to which, the others what. What is nil is left to other rules, or does not happen.
public struct FaultRule: Sendable, Equatable {
  /// Which way a message goes, seen from the end that the link is simulated at.
  public enum Direction: String, Sendable, CaseIterable { case sent, received }

  /// Groups of messages.
  public enum Kind: String, Sendable, CaseIterable {
    /// What a caller sends: the call, its cancellation, its asking for more items.
    case calls
    /// What a handler sends: the result or the error, progress.
    case answers
    /// Items of streams.
    case items
    /// Events.
    case events
  }

  /// The names of methods and events: parts separated by dots, `*` for one part, at the end for one or more.
  ///
  /// The bridge's own methods, which begin with `$/`, are meant only where a pattern begins so too.
  public var methods = "*"
  /// One way only; nil for both.
  public var direction: Direction?
  /// Some kinds of message only; empty for all.
  public var only: Set<Kind> = []
  /// Some calls of each method only, counted from 1; nil for all.
  public var calls: ClosedRange<Int>?
  /// A span of time only, counted from the link's beginning; nil for always.
  public var during: Range<Duration>?

  /// How long messages take.
  public var delay: Delay?
  /// How much longer or shorter the delay may be.
  public var jitter: Duration?
  /// How many are lost, from 0 to 1.
  public var drop: Double?
  /// How many arrive twice.
  public var duplicate: Double?
  /// How many are held back, so that later ones overtake them.
  ///
  /// Items, what asks for them, and events keep their order all the same: no link that is worth the name mixes them up.
  public var reorder: Double?
  /// How many answers arrive when their caller has given up: one to two seconds after the call's deadline.
  public var late: Double?
  /// Bytes a second; messages queue for it.
  public var bandwidth: Double?
  /// Nothing passes; it waits for the end of ``during``, and then goes on.
  public var freeze: Bool?
  /// The chance for each message that the link is lost with it.
  public var cut: Double?
  /// When the link is lost, counted from its beginning.
  public var cutAfter: Duration?

  /// A rule for the methods of a pattern that does nothing yet.
  public init(_ methods: String = "*") { self.methods = methods }

  /// The settings by their names, in the order in which they are written.
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

  /// One property, with the way from and to its text.
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

  /// The settings that are made, as text.
  var texts: [(name: String, value: String)] {
    FaultRule.settings.compactMap { setting in setting.read(self).map { (setting.name, $0) } }
  }

  /// Makes a setting from its text.
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
      ?? ". There are \(names.joined(separator: ", "))."
    return "There is no setting \(name.quoted)\(meant)"
  }

  /// What is wrong with a pattern of names; nil if nothing is.
  static func complaint(about pattern: String) -> InvalidText? {
    let parts = pattern.split(separator: ".", omittingEmptySubsequences: false)
    if !parts.contains(""), !pattern.contains(where: \.isWhitespace) { return nil }
    return InvalidText("\(pattern.quoted) is no pattern of names: write wifi.ssid, wifi.* or *.")
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
  default: throw InvalidText("\(text.quoted) is neither yes nor no.")
  }
}

private func choice<Choice: RawRepresentable<String> & CaseIterable>(_ text: Substring) throws(InvalidText) -> Choice {
  if let choice = Choice(rawValue: String(text)) { return choice }
  let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
  throw InvalidText("\(text.quoted) is none of \(known).")
}
