import LinuxNetwork
import StandardStreams

/// The changes between two statuses.
struct StatusDifference {
  /// One change: subject, old value, new value.
  struct Change: Equatable {
    let subject: String
    /// `nil` for an added item.
    let before: String?
    /// `nil` for a removed item.
    let now: String?
    var tone = Style.Tone.plain
  }

  private let old: NetworkStatus
  private let new: NetworkStatus

  init(from old: NetworkStatus, to new: NetworkStatus) {
    self.old = old
    self.new = new
  }

  /// The changes, most important first; at least one.
  var changes: [Change] {
    let changes = connection + interfaces + routes + nameServers
    return changes.isEmpty ? [Change(subject: "details", before: nil, now: "changed: see --json")] : changes
  }

  private var connection: [Change] {
    guard old.connectionText != new.connectionText else { return [] }
    return [
      Change(
        subject: "connection", before: old.connectionText, now: new.connectionText,
        tone: new.connected ? .good : .bad)
    ]
  }

  private var interfaces: [Change] {
    let before = Dictionary(old.interfaces.map { ($0.index, $0) }) { $1 }
    let after = Set(new.interfaces.map(\.index))
    let gone = old.interfaces.filter { !after.contains($0.index) }.map {
      Change(subject: $0.name.printable, before: $0.stateText, now: nil, tone: .bad)
    }
    return gone
      + new.interfaces.flatMap { interface -> [Change] in
        guard let earlier = before[interface.index] else { return interface.arrival }
        return interface.changes(since: earlier)
      }
  }

  private var routes: [Change] {
    Change.ofList(old.defaultRoutes.map(\.text), new.defaultRoutes.map(\.text), "default route")
  }

  private var nameServers: [Change] {
    Change.ofList(old.dns.servers, new.dns.servers, "name server")
      + Change.ofList(old.dns.search, new.dns.search, "search domain")
  }
}

extension StatusDifference.Change {
  /// The items that were added to a list, and those that were removed.
  fileprivate static func ofList(_ old: [String], _ new: [String], _ subject: String) -> [Self] {
    let (before, now) = (Set(old), Set(new))
    return old.filter { !now.contains($0) }.map { Self(subject: subject, before: $0.printable, now: nil, tone: .bad) }
      + new.filter { !before.contains($0) }.map { Self(subject: subject, before: nil, now: $0.printable, tone: .good) }
  }

  fileprivate static func of(_ subject: String, _ old: String, _ new: String, _ tone: Style.Tone = .plain) -> [Self] {
    old == new ? [] : [Self(subject: subject, before: old, now: new, tone: tone)]
  }
}

extension NetworkInterface {
  fileprivate typealias Change = StatusDifference.Change

  fileprivate var arrival: [Change] {
    [Change(subject: name.printable, before: nil, now: "\(kind.printable), \(stateText)", tone: .good)]
      + Change.ofList([], addresses.map(\.text), "\(name.printable) address")
  }

  fileprivate func changes(since old: NetworkInterface) -> [Change] {
    let name = name.printable
    let network = { (wifi: WiFiMembership?) in wifi.map { $0.joined ? $0.name : "not joined" } ?? "no WiFi" }
    return Change.of("\(old.name.printable) name", old.name.printable, name)
      + Change.of("\(name) state", old.stateText, stateText, running ? .good : .bad)
      + Change.of("\(name) WiFi", network(old.wifi), network(wifi), wifi?.joined == true ? .good : .bad)
      + Change.of("\(name) access point", old.wifi?.bssid ?? "none", wifi?.bssid ?? "none")
      + Change.of("\(name) MTU", String(old.mtu), String(mtu))
      + Change.of("\(name) hardware", old.mac ?? "none", mac ?? "none")
      + Change.of("\(name) part of", (old.master ?? "nothing").printable, (master ?? "nothing").printable)
      + addressChanges(since: old)
  }

  /// Addresses that were added and removed, and those whose properties changed.
  private func addressChanges(since old: NetworkInterface) -> [Change] {
    let subject = "\(name.printable) address"
    let before = Dictionary(old.addresses.map { ($0.identity, $0) }) { $1 }
    let now = Set(addresses.map(\.identity))
    let kept = addresses.filter { before[$0.identity] != nil }
    return kept.flatMap { Change.of(subject, before[$0.identity]?.text ?? "", $0.text, $0.tentative ? .plain : .good) }
      + Change.ofList(
        old.addresses.filter { !now.contains($0.identity) }.map(\.text),
        addresses.filter { before[$0.identity] == nil }.map(\.text), subject)
  }
}

extension InterfaceAddress {
  /// The identity of the address.
  fileprivate var identity: String { "\(address)/\(prefixLength)" }
}
