public import Causeway

extension Permissions {
  /// The permissions for all members that read this machine's network.
  ///
  /// They include names of WiFi networks and hardware addresses: `network.identity` and `wifi.identity`.
  public static let network: Permissions = ["network.*", "wifi.*", "getCurrentWifiSsid"]
}
