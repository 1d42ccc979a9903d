public import Causeway

extension Permissions {
  /// Everything that reads the state of this machine's network, and nothing else.
  ///
  /// Names of WiFi networks and hardware addresses included: `network.identity` and `wifi.identity` are among them.
  public static let network: Permissions = ["network.*", "wifi.*", "getCurrentWifiSsid"]
}
