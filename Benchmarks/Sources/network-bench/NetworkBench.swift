import CNetlink
import Foundation
import LinuxNetwork

/// Reads this machine's network by LinuxNetwork and by plain C in turn, and prints the times.
///
/// `network-bench TITLE [LINK]`: with a link, which it switches off and on, it also measures the delay of an event.
@main struct NetworkBench {
  static func main() async throws {
    let title = CommandLine.arguments.dropFirst().first ?? "this machine"
    let reader = NetworkReader()
    let status = try reader.status()
    try agree(status)
    let addresses = status.interfaces.map(\.addresses.count).reduce(0, +)
    say("\n\(title): \(status.interfaces.count) links, \(addresses) addresses")
    say(Line.heading)

    try compare("full read", ours: { _ = try reader.status() }) {
      var status = CStatus()
      _ = cnetlink_read(&status)
      cnetlink_free(&status)
    }
    try compare("connected", ours: { _ = try reader.isConnected() }) { _ = cnetlink_connected() }
    try compare("wifi.ssid", ours: { _ = try reader.currentSSID() }) { _ = cnetlink_wireless() }
    compareWithPrograms(try median(of: 5) { _ = try reader.status() })
    if CommandLine.arguments.count > 2 { try await measureEventDelay(of: CommandLine.arguments[2], status) }
  }

  /// A wrong answer does not count, however fast it is.
  private static func agree(_ status: NetworkStatus) throws {
    var plain = CStatus()
    guard cnetlink_read(&plain) else { throw Failure("C could not read.") }
    defer { cnetlink_free(&plain) }
    let links = UnsafeBufferPointer(start: plain.links, count: Int(plain.link_count))
    for (link, interface) in zip(links, status.interfaces) {
      let mac = withUnsafeBytes(of: link.mac) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard Int(link.index) == interface.index, Int(link.address_count) == interface.addresses.count,
        mac == interface.mac ?? "", Int(link.mtu) == interface.mtu
      else { throw Failure("\(interface.name) is another one in C.") }
      let addresses = UnsafeBufferPointer(start: link.addresses, count: Int(link.address_count))
      for (theirs, ours) in zip(addresses, interface.addresses) {
        let text = withUnsafeBytes(of: theirs.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        guard text == ours.address else { throw Failure("\(ours.address) is \(text) in C.") }
      }
    }
    guard links.count == status.interfaces.count, plain.connected == status.connected else {
      throw Failure("C gives another answer.")
    }
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }
}

// MARK: - Compared with C

extension NetworkBench {
  /// Nine paired rounds; the medians, and the median of the ratios.
  private static func compare(_ name: String, ours: () throws -> Void, plain: () throws -> Void) throws {
    let counts = (try count(ours), try count(plain))
    var samples: [(ours: Double, plain: Double)] = []
    for _ in 0..<9 {
      samples.append((try nanoseconds(counts.0, ours), try nanoseconds(counts.1, plain)))
    }
    let ratios = samples.map { $0.ours / $0.plain }
    report(name, "plain C", samples.map(\.plain).median, samples.map(\.ours).median, ratios)
  }

  /// The count that fills a round of 50 ms, after as long a warm-up.
  private static func count(_ body: () throws -> Void) throws -> Int {
    _ = try nanoseconds(5, body)
    return max(3, Int(50e6 / (try nanoseconds(5, body))))
  }

  private static func nanoseconds(_ count: Int, _ body: () throws -> Void) throws -> Double {
    let clock = ContinuousClock()
    let time = try clock.measure { for _ in 0..<count { try body() } }
    return Double(time.components.attoseconds) / 1e9 / Double(count)
      + Double(time.components.seconds) * 1e9 / Double(count)
  }

  private static func median(of rounds: Int, _ body: () throws -> Void) throws -> Double {
    try (0..<rounds).map { _ in try nanoseconds(1, body) }.median
  }
}

// MARK: - Compared with other programs

extension NetworkBench {
  private static func compareWithPrograms(_ ours: Double) {
    let ip = "ip -j link; ip -j address; ip -j route; ip -j -6 route"
    compare("four times ip -j", ours, ["/bin/sh", "-c", "{ \(ip); } > /dev/null"])
    // pyroute2 measures itself, without the start of the interpreter.
    let script = """
      import time, pyroute2
      ip = pyroute2.IPRoute()
      def read():
          begin = time.perf_counter()
          [ip.get_links(), ip.get_addr(), ip.get_routes(family=2), ip.get_routes(family=10)]
          return time.perf_counter() - begin
      print(sorted(read() for _ in range(5))[2] * 1e9)
      """
    guard let text = try? output(of: ["/usr/bin/python3", "-c", script]), let theirs = Double(text) else {
      return say("full read                pyroute2             skipped: not installed (python3-pyroute2)")
    }
    report("full read", "pyroute2", theirs, ours, [ours / theirs])
  }

  private static func compare(_ name: String, _ ours: Double, _ command: [String]) {
    guard let theirs = try? median(of: 5, { _ = try output(of: command) }) else {
      return say("full read                \(name)    skipped: not installed")
    }
    report("full read", name, theirs, ours, [ours / theirs])
  }

  private static func output(of command: [String]) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let status = process.terminationStatus
    guard status == 0 else { throw Failure("\(command[0]) ended with \(status).") }
    return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// Prints one comparison, and appends it as a line of JSON to the file that `BENCH_JSON` names.
func report(_ name: String, _ against: String, _ theirs: Double, _ ours: Double, _ ratios: [Double]) {
  say(Line.text(name, against, theirs, ours, ratios))
  guard let path = ProcessInfo.processInfo.environment["BENCH_JSON"],
    let file = FileHandle(forUpdatingAtPath: path) ?? created(path)
  else { return }
  let title = CommandLine.arguments.dropFirst().first ?? "this machine"
  let range = ratios.count > 1 ? (ratios.min(), ratios.max()) : (nil, nil)
  let number = { (value: Double?) in value.map { "\($0)" } ?? "null" }
  let row = """
    {"name": "network: \(name)", "depth": 1, "against": "\(against); \(title)", "c_ns": \(theirs), "ours_ns": \(ours), \
    "ratio": \(ratios.median), "min": \(number(range.0)), "max": \(number(range.1))}

    """
  _ = try? file.seekToEnd()
  file.write(Data(row.utf8))
}

private func created(_ path: String) -> FileHandle? {
  FileManager.default.createFile(atPath: path, contents: nil) ? FileHandle(forUpdatingAtPath: path) : nil
}

/// Prints a line at once, also into a pipe.
func say(_ line: String) {
  print(line)
  fflush(nil)
}

/// One row of the table.
enum Line {
  static let heading =
    "measured".padding(toLength: 25, withPad: " ", startingAt: 0)
    + "beside               theirs       ours   ratio  (min to max)"

  static func text(_ name: String, _ other: String, _ theirs: Double, _ ours: Double, _ ratios: [Double]) -> String {
    let name = name.padding(toLength: 25, withPad: " ", startingAt: 0)
    let other = other.padding(toLength: 16, withPad: " ", startingAt: 0)
    let range = ratios.count > 1 ? String(format: "  (%.2f to %.2f)", ratios.min() ?? 0, ratios.max() ?? 0) : ""
    return name + other + String(format: "%9.1f µs%9.1f µs%8.3f", theirs / 1e3, ours / 1e3, ratios.median) + range
  }
}

extension Collection<Double> {
  var median: Double {
    let sorted = sorted()
    return sorted.isEmpty ? .nan : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
