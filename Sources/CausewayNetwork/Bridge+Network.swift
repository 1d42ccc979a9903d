public import Causeway
public import LinuxNetwork

extension Bridge {
  /// Registers what reads this machine's network: `network.*`, `wifi.*` and `getCurrentWifiSsid`.
  ///
  /// | method | answer |
  /// | --- | --- |
  /// | `network.status` | `NetworkStatus`: interfaces, addresses, default routes, name servers |
  /// | `network.interfaces` | the interfaces alone; `{ name }` or `{ kind }` leaves those |
  /// | `network.getStatus` | `{ connected, connectionType }`, as Capacitor's Network plugin answers |
  /// | `network.changes` | a stream of `NetworkStatus`: now, and after each real change |
  /// | `wifi.ssid`, `getCurrentWifiSsid` | the name of the network as a string; null when not on WiFi |
  /// | `wifi.status` | `WiFiStatus`; null when not on WiFi |
  /// | `wifi.scan` | access points, strongest first; `{ trigger: true }` asks for a new scan first |
  ///
  /// Two events: `network.changed` with a `NetworkStatus`, and `network.networkStatusChange` with what
  /// `network.getStatus` answers, as Capacitor's plugin calls it.
  ///
  /// Names of WiFi networks and hardware addresses locate a person. `network.*` gives them only with the permission
  /// `network.identity`, `wifi.*` only with `wifi.identity`; otherwise they are null, and `withheld` says why. The
  /// methods that answer nothing else but the name need no other permission than their own.
  ///
  /// Only a new scan needs a privilege. A kernel that refuses rejects the call with a code of `NetworkError` and the
  /// kernel's own words.
  public func addNetwork(_ reader: NetworkReader = NetworkReader()) {
    addStatus(reader)
    addWiFi(reader)
  }

  private func addStatus(_ reader: NetworkReader) {
    // A reading takes microseconds, less than it would take to move it to another thread.
    handle("network.status") { (_: Nothing?, call: CallContext) in
      Identity.network.shown(try reader.status(), to: call.connection)
    }
    handle("network.interfaces") { (filter: InterfaceFilter?, call: CallContext) in
      try reader.interfaces().filter { filter?.admits($0) ?? true }.map {
        Identity.network.shown($0, to: call.connection)
      }
    }
    handle("network.getStatus") { () throws(NetworkError) in ConnectionStatus(try reader.connectionType()) }
    stream("network.changes") { call in
      reader.changes().map { Identity.network.shown($0, to: call.connection) }
    }
    event("network.changed") { connection in
      reader.changes().dropFirst().map { Identity.network.shown($0, to: connection) }
    }
    event("network.networkStatusChange") { _ in ConnectionChanges(statuses: reader.changes()) }
  }

  private func addWiFi(_ reader: NetworkReader) {
    handle("wifi.status") { (filter: WiFiFilter?, call: CallContext) in
      try reader.wifiStatus(of: filter?.interface).map { Identity.wifi.shown($0, to: call.connection) }
    }
    handle("wifi.scan") { (request: ScanRequest?, call: CallContext) async throws in
      let points =
        request?.trigger ?? false
        ? try await reader.scan(interface: request?.interface)
        : try reader.accessPoints(interface: request?.interface)
      return points.map { Identity.wifi.shown($0, to: call.connection) }
    }
    handle("wifi.ssid") { (filter: WiFiFilter?) in try reader.currentSSID(of: filter?.interface)?.text }
    handle("getCurrentWifiSsid") { () throws(NetworkError) in try reader.currentSSID()?.text }
  }
}

/// For methods that take no parameters, and do not mind any: whoever posts messages must post something.
private struct Nothing: Decodable, Sendable {
  init(from decoder: any Decoder) {}
}

/// Which interfaces are wanted: all that are left out may be anything.
private struct InterfaceFilter: Decodable, Sendable {
  let name: String?
  let kind: String?

  func admits(_ interface: NetworkInterface) -> Bool {
    (name == nil || interface.name == name) && (kind == nil || interface.kind == kind)
  }
}

/// Which WiFi interface is meant: the first that fits if none is named.
private struct WiFiFilter: Decodable, Sendable {
  let interface: String?
}

/// What kind of scan is wanted.
private struct ScanRequest: Decodable, Sendable {
  let interface: String?
  /// Ask for a new scan, instead of taking what the kernel remembers.
  let trigger: Bool?
}
