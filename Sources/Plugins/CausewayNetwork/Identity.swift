import Causeway
import LinuxNetwork

/// A permission for identifying properties: names of WiFi networks, and hardware addresses.
struct Identity: Sendable {
  /// The permission that a connection needs.
  let permission: String

  /// The permission for identifying properties in `network.*`.
  static let network = Identity(permission: "network.identity")
  /// The permission for identifying properties in `wifi.*`.
  static let wifi = Identity(permission: "wifi.identity")

  private var reason: String {
    "Names of WiFi networks and hardware addresses are withheld: they need the permission \"\(permission)\"."
  }

  func shown(_ status: NetworkStatus, to connection: Connection) -> NetworkStatus {
    connection.permissions.allows(permission) ? status : status.withholdingIdentity(because: reason)
  }

  func shown(_ status: NameServiceStatus, to connection: Connection) -> NameServiceStatus {
    connection.permissions.allows(permission) ? status : status.withholdingIdentity()
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
