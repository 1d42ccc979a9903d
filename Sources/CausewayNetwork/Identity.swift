import Causeway
import LinuxNetwork

/// The permission to see what identifies a device or a place: names of WiFi networks, and hardware addresses.
struct Identity: Sendable {
  /// What a connection's permissions must allow.
  let permission: String

  /// For all that `network.*` tells.
  static let network = Identity(permission: "network.identity")
  /// For all that `wifi.*` tells.
  static let wifi = Identity(permission: "wifi.identity")

  private var reason: String {
    "Names of WiFi networks and hardware addresses are withheld: the permission \"\(permission)\" would show them."
  }

  func shown(_ status: NetworkStatus, to connection: Connection) -> NetworkStatus {
    connection.permissions.allows(permission) ? status : status.withholdingIdentity(because: reason)
  }

  func shown(_ interface: NetworkInterface, to connection: Connection) -> NetworkInterface {
    connection.permissions.allows(permission) ? interface : interface.withholdingIdentity(because: reason)
  }

  func shown(_ status: WiFiStatus, to connection: Connection) -> WiFiStatus {
    connection.permissions.allows(permission) ? status : status.withholdingIdentity(because: reason)
  }

  func shown(_ point: WiFiAccessPoint, to connection: Connection) -> WiFiAccessPoint {
    connection.permissions.allows(permission) ? point : point.withholdingIdentity(because: reason)
  }
}
