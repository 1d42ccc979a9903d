public import Causeway

extension Permissions {
  /// Everything that reads the state of this machine's network, and nothing else.
  public static let network: Permissions = ["network.*", "wifi.*", "getCurrentWifiSsid"]
}
