public import Causeway
public import LinuxNetwork

extension Bridge {
  /// Registers what reads this machine's network: ``NetworkPlugin``, ``WiFiPlugin`` and `getCurrentWifiSsid`.
  ///
  /// The last is the name that message handlers of web views are often given: a string, or null when not on WiFi.
  ///
  /// Names of WiFi networks and hardware addresses locate a person. `network.*` gives them only with the permission
  /// `network.identity`, `wifi.*` only with `wifi.identity`; otherwise they are null, and `withheld` says why. The
  /// methods that answer nothing else but the name need no other permission than their own.
  ///
  /// Only a new scan needs a privilege. A kernel that refuses rejects the call with a code of `NetworkError` and the
  /// kernel's own words.
  public func addNetwork(_ reader: NetworkReader = NetworkReader()) {
    register(NetworkPlugin(reader))
    register(WiFiPlugin(reader))
    handle("getCurrentWifiSsid") { () throws(NetworkError) in try reader.currentSSID()?.text }
  }
}
