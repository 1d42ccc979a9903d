public import Causeway
public import LinuxNetwork

extension Bridge {
  /// Registers the methods that read this machine's network: ``NetworkPlugin``, ``WiFiPlugin`` and
  /// `getCurrentWifiSsid`.
  ///
  /// `getCurrentWifiSsid` is a common name for a web view's message handler: it returns a string, or null when not on
  /// WiFi.
  ///
  /// Names of WiFi networks and hardware addresses reveal a person's location. `network.*` returns them only with the
  /// permission `network.identity`, `wifi.*` only with `wifi.identity`; otherwise they are null, and `withheld` has the
  /// reason. The methods that return only the name need only their own permission.
  ///
  /// Only a new scan needs a privilege. If the kernel refuses a request, the call is rejected with a code of
  /// `NetworkError` and the kernel's explanation.
  public func addNetwork(_ reader: NetworkReader = NetworkReader()) {
    register(NetworkPlugin(reader))
    register(WiFiPlugin(reader))
    handle("getCurrentWifiSsid") { () throws(NetworkError) in try reader.currentSSID()?.text }
  }
}
