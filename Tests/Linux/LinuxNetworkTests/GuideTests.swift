import LinuxNetwork

/// The Swift code of docs/network.md, unchanged.
// swift-format-ignore
private func example(show: (NetworkStatus) -> Void) async throws {
  let reader = NetworkReader()                           // holds nothing
  let status = try reader.status()
  let isOnline = try reader.isConnected()                // by look-ups that do not grow with the tables
  let name = try reader.currentSSID()?.text
  let wifi = try reader.wifiStatus()
  let known = try reader.accessPoints()
  let found = try await reader.scan()                    // needs CAP_NET_ADMIN
  _ = (status, isOnline, name, wifi, known, found)
  for try await status in reader.changes() { show(status) }
}
