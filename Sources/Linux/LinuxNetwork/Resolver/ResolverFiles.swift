/// The configuration files of the resolver.
struct ResolverFiles: Sendable, Hashable {
  /// The file that the C library reads.
  var configurationFile = "/etc/resolv.conf"
  /// The file with the upstream servers of systemd-resolved, used if the first file names only systemd-resolved.
  var upstreamFile = "/run/systemd/resolve/resolv.conf"

  /// The current configuration.
  ///
  /// A missing file has the C library's defaults.
  var configuration: DNSConfiguration { writtenConfiguration.withDefaults(domain: SystemCalls.hostDomain) }

  private var writtenConfiguration: DNSConfiguration {
    let configuration = DNSConfiguration(resolvConf: contents(configurationFile))
    guard configuration.namesOnlyLocalStub else { return configuration }
    var upstream = DNSConfiguration(resolvConf: contents(upstreamFile))
    guard !upstream.servers.isEmpty else { return configuration }
    upstream.stub = configuration.servers.first
    // The C library reads these from the first file alone.
    (upstream.ndots, upstream.options) = (configuration.ndots, configuration.options)
    return upstream
  }

  /// The complete lines within the first 4 MiB of a file; the C library reads all of it.
  private func contents(_ path: String) -> [UInt8] {
    let limit = 4 << 20
    guard let contents = SystemCalls.contents(ofFile: Array(path.utf8), limit: limit) else { return [] }
    // A truncated line would have another meaning.
    return contents.count < limit ? contents : Array(contents[..<(contents.lastIndex(of: UInt8(ascii: "\n")) ?? 0)])
  }

  /// The directories to watch, each with the entry whose change can change the configuration.
  ///
  /// Symbolic links are followed one by one, since each can be replaced. If a directory is missing, its nearest
  /// existing ancestor is watched.
  var watched: [WatchedEntry] {
    [configurationFile, upstreamFile].flatMap { WatchedEntry.entries(opening: Array($0.utf8)) }
  }
}

/// A directory entry whose change is relevant.
struct WatchedEntry: Hashable {
  let directory: [UInt8]
  let name: [UInt8]

  /// Every entry that decides which file `path` opens.
  static func entries(opening path: [UInt8]) -> [WatchedEntry] {
    var entries: [WatchedEntry] = []
    var path = path
    // The kernel refuses more links than this as a loop.
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

  /// The parent directory, with this directory as the entry to wait for.
  ///
  /// `nil` at the root.
  var parent: WatchedEntry? { directory == [Self.slash] ? nil : WatchedEntry(directory) }
}
