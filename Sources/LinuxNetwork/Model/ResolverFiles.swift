/// The files that say how host names are looked up.
struct ResolverFiles: Sendable, Hashable {
  /// What the C library reads.
  var configurationFile = "/etc/resolv.conf"
  /// What systemd-resolved asks where the former only names systemd-resolved itself.
  var upstreamFile = "/run/systemd/resolve/resolv.conf"

  /// What the files say now.
  ///
  /// A missing file is an empty configuration.
  var configuration: DNSConfiguration {
    let configuration = DNSConfiguration(resolvConf: contents(configurationFile))
    guard configuration.namesOnlyLocalStub else { return configuration }
    let upstream = DNSConfiguration(resolvConf: contents(upstreamFile))
    return upstream.servers.isEmpty ? configuration : upstream
  }

  /// The whole lines within the first 64 KiB of a file.
  private func contents(_ path: String) -> [UInt8] {
    let limit = 65_536
    guard let contents = SystemCalls.contents(ofFile: Array(path.utf8), limit: limit) else { return [] }
    // A line that was cut would be another line.
    return contents.count < limit ? contents : Array(contents[..<(contents.lastIndex(of: UInt8(ascii: "\n")) ?? 0)])
  }

  /// The directories to watch, and the entry in each whose change may change the configuration.
  ///
  /// Symbolic links are followed one by one, since each of them can be replaced. Where a directory is missing, its
  /// nearest ancestor is watched for it to come.
  var watched: [WatchedEntry] {
    [configurationFile, upstreamFile].flatMap { WatchedEntry.entries(decidingOn: Array($0.utf8)) }
  }
}

/// An entry of a directory whose change matters.
struct WatchedEntry: Hashable {
  let directory: [UInt8]
  let name: [UInt8]

  /// Every entry that decides what opening `path` opens.
  static func entries(decidingOn path: [UInt8]) -> [WatchedEntry] {
    var entries: [WatchedEntry] = []
    var path = path
    // More links than the kernel follows itself are a loop.
    for _ in 0..<40 {
      let entry = WatchedEntry(path)
      entries.append(entry)
      guard let target = SystemCalls.target(ofLink: path) else { break }
      path = target.first == slash ? target : entry.directory + [slash] + target
    }
    return entries
  }

  private static let slash = UInt8(ascii: "/")

  private init(_ path: [UInt8]) {
    let cut = path.lastIndex(of: Self.slash) ?? path.startIndex
    directory = cut == path.startIndex ? [Self.slash] : Array(path[..<cut])
    name = Array(path[cut...].drop { $0 == Self.slash })
  }

  /// The directory above, and this directory as the entry in it to wait for.
  ///
  /// `nil` at the root.
  var above: WatchedEntry? { directory == [Self.slash] ? nil : WatchedEntry(directory) }
}
