#if Macros
import Causeway
import CausewayExport
import Foundation

/// A WiFi network in reach.
@Crossing
struct Network: Equatable, Sendable {
  /// The name; up to 32 bytes.
  var ssid: String
  /// In dBm, usually -90 (weak) to -30 (near).
  var signal: Double?
  var band: Band = .low
  var addresses: [Address]
  /// The time of its last beacon.
  var heard: Date
  var key: [UInt8]
  var counters: [String: UInt64]
  var bars: Int { 4 }

  @Crossing
  struct Address: Equatable, Sendable {
    var text: String
    @Within(0...128) var prefix: Int
  }
}

/// A frequency band.
@Crossing
enum Band: String, Sendable {
  /// 2.4 GHz.
  case low = "2.4"
  case high = "5"
}

@Crossing
enum Level: Int, Sendable { case off, on = 5 }

/// A state of the radio.
@Crossing
enum Activity: Sendable { case idle, scanning }

/// How to join.
@Crossing
enum Credentials: Equatable, Sendable {
  case none
  /// A shared passphrase.
  case passphrase(String)
  case enterprise(user: String, password: String?)
  indirect case either(first: Credentials, second: Credentials)
}

/// Only `Codable`: it is described by what it asks a decoder for.
struct Plain: Codable, Equatable, Sendable {
  var name: String
  var limit: Int32?
  var children: [Plain]
}

/// An error of the radio.
enum RadioError: BridgeErrorListing, CaseIterable {
  case off, busy, locked

  var bridgeError: BridgeError {
    switch self {
    case .off: BridgeError(.unavailable, "The radio is off.")
    case .busy: BridgeError("RADIO_BUSY", "Another scan is under way.")
    case .locked: BridgeError(.unavailable, "The radio is locked.")
    }
  }
}

/// Reads and changes the radio.
@Plugin("radio", permission: "radio.read")
final class Radio: Sendable {
  /// The driver's name.
  @Export static let driver = "mac80211_hwsim"
  @Export let channels: [Int] = [1, 6, 11]

  /// A network was joined.
  @Export let joined = PluginEvent<Network>()

  let notExported = "secret"
  func secret() -> String { notExported }

  /// The networks in reach.
  ///
  /// Strongest first.
  ///
  /// - Parameters:
  ///   - hidden: also those without a name.
  ///   - limit: how many at most; all when left out.
  /// - Returns: the networks.
  /// - Throws: `UNAVAILABLE` while the radio is off.
  @Export(ranges: ["limit": 1...100])
  func scan(hidden: Bool = false, limit: Int? = nil) async throws -> [Network] {
    if hidden { throw BridgeError(.unavailable, "The radio is off.") }
    return Array(repeating: Radio.network, count: limit ?? 1)
  }

  /// Joins a network.
  @Export(permission: "radio.write", timeout: .seconds(20))
  func join(_ ssid: String, using credentials: Credentials, call: CallContext) -> String {
    "\(ssid) \(credentials) \(call.method)"
  }

  @Export func echo(_ number: Double) -> Double { number }
  @Export func mirror(_ network: Network) -> Network { network }
  @Export func plain(_ plain: Plain) -> Plain { plain }
  @Export("sum", positional: true) func add(_ left: Int, _ right: Int = 10) -> Int { left + right }
  @Export func nothing() {}

  /// Switches the radio.
  @Export(errors: [.failedPrecondition, "NO_RADIO"])
  func power(_ isOn: Bool) throws(RadioError) { if isOn { throw .busy } }
  /// Declares its errors by their codes only.
  @Export(errors: [.notFound]) func forget(_ ssid: String) throws { throw BridgeError(.notFound, "No \(ssid).") }
  @Export(ranges: ["level": 0...100]) func volume(_ level: Double) -> Double { level }

  /// Counts up to a number.
  @Export func count(to end: Int) -> AsyncStream<Int> {
    AsyncStream { continuation in
      for number in 1...max(1, end) { continuation.yield(number) }
      continuation.finish()
    }
  }

  @Export func activities() -> some AsyncSequence<Activity, Never> & Sendable {
    AsyncStream { continuation in
      continuation.yield(.scanning)
      continuation.finish()
    }
  }

  static let network = Network(
    ssid: "quote\"d", signal: -41.5, band: .high, addresses: [.init(text: "fe80::1", prefix: 64)],
    heard: Date(timeIntervalSince1970: 1.5), key: [1, 2], counters: ["rx": .max])
}

/// An actor: its methods are called in its isolation.
@Plugin("counter")
actor Counter {
  private var count = 0

  @Export func add(_ step: Int = 1) -> Int {
    assertIsolated()
    count += step
    return count
  }

  @Export nonisolated func name() -> String { "counter" }
}
#endif
