extension DNSConfiguration {
  /// What the files of this machine say.
  ///
  /// A missing file is an empty configuration.
  static var system: DNSConfiguration {
    let path = { (path: String) in SystemCalls.contents(ofFile: Array(path.utf8)) ?? [] }
    let configuration = DNSConfiguration(resolvConf: path("/etc/resolv.conf"))
    guard configuration.namesOnlyLocalStub else { return configuration }
    let upstream = DNSConfiguration(resolvConf: path("/run/systemd/resolve/resolv.conf"))
    return upstream.servers.isEmpty ? configuration : upstream
  }

  /// systemd-resolved listens here, and forwards.
  var namesOnlyLocalStub: Bool { servers == ["127.0.0.53"] }

  /// Reads the text of a resolv.conf(5) file as the C library does: unknown lines are skipped, the last `search` counts.
  ///
  /// All servers are given, though the C library asks only the first three.
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
