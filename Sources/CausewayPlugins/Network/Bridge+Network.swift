public import Causeway
public import LinuxNetwork

extension Bridge {
  /// Registers what reads this machine's network: `network.*`, `wifi.*` and `getCurrentWifiSsid`.
  ///
  /// | method | answer |
  /// | --- | --- |
  /// | `network.status` | `NetworkStatus`: interfaces, addresses, default routes, name servers |
  /// | `network.interfaces` | the interfaces alone |
  /// | `network.getStatus` | `{ connected, connectionType }`, as Capacitor's Network plugin answers |
  /// | `network.changes` | a stream of `NetworkStatus`: now, and after each real change |
  /// | `wifi.ssid`, `getCurrentWifiSsid` | the name of the network as a string; null when not on WiFi |
  /// | `wifi.status` | `WiFiStatus`; null when not on WiFi |
  ///
  /// Nothing here needs a privilege or changes anything. A kernel that refuses rejects the call with a code of
  /// `NetworkError` and the kernel's own words.
  public func addNetwork(_ reader: NetworkReader = NetworkReader()) {
    // A reading takes microseconds, less than it would take to move it to another thread.
    handle("network.status") { () throws(NetworkError) in try reader.status() }
    handle("network.interfaces") { () throws(NetworkError) in try reader.interfaces() }
    handle("network.getStatus") { () throws(NetworkError) in ConnectionStatus(try reader.status()) }
    stream("network.changes") { _ in reader.changes() }
    handle("wifi.status") { () throws(NetworkError) in try reader.wifiStatus() }
    for name in ["wifi.ssid", "getCurrentWifiSsid"] {
      handle(name) { () throws(NetworkError) in try reader.currentSSID()?.text }
    }
  }
}

/// The part of the status that Capacitor's Network plugin tells.
private struct ConnectionStatus: Encodable, Sendable {
  let connected: Bool
  let connectionType: ConnectionType

  init(_ status: NetworkStatus) {
    connected = status.connected
    connectionType = status.connectionType
  }
}
