import Causeway
import CausewayNetwork
import LinuxNetwork

/// The probe of docs/network.md, word for word.
private func probe(bridge: Bridge) throws {
  let probe = try ConnectivityProbe("http://connectivitycheck.example/generate_204")
  bridge.addNetwork(NetworkReader(probe: probe))
}

/// The Swift of Samples/WifiInfo/README.md, word for word.
private func example(bridge: Bridge, reader: NetworkReader) {
  bridge.handle("network.status") { try reader.status() }
}
