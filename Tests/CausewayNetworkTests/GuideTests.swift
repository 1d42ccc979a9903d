import Causeway
import LinuxNetwork

/// The Swift of Samples/WifiInfo/README.md, word for word.
private func example(bridge: Bridge, reader: NetworkReader) {
  bridge.handle("network.status") { try reader.status() }
}
