extension DNSConfiguration {
  /// Whether the only server is the local stub of systemd-resolved, which forwards queries.
  var namesOnlyLocalStub: Bool { servers == ["127.0.0.53"] }

  /// Parses a resolv.conf(5) file as the C library does: unknown lines are skipped, the last `search` line counts.
  ///
  /// All servers are kept, although the C library uses only the first three.
  init(resolvConf bytes: [UInt8]) {
    var servers: [String] = []
    var search: [String] = []
    for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      guard line.first != UInt8(ascii: "#"), line.first != UInt8(ascii: ";") else { continue }
      let words = line.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
        .map { String(kernelText: Array($0)) }
      switch words.first {
      case "nameserver"? where words.count > 1: servers.append(words[1])
      case "search"?: search = Array(words.dropFirst())
      case "domain"? where words.count > 1: search = [words[1]]
      default: break
      }
    }
    self.init(servers: servers, search: search)
  }
}
