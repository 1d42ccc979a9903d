#if NATS
import CPlainNATS
import Causeway
import CausewayNATS
import Foundation

/// Calls, streams and queues over NATS beside plain C with libnats, in the same run: `make bench-nats`.
@main struct NATSBench {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let url = arguments.first else { return print("nats-bench URL [calls] [stream] [queue] [workers]") }
    if arguments.dropFirst().first == "compute" { return try await Workers.serve(url) }
    let wanted = Set(arguments.dropFirst())
    if wanted.isEmpty || wanted.contains("calls") { try await Calls.measure(url) }
    if wanted.isEmpty || wanted.contains("stream") { try await Items.measure(url) }
    if wanted.isEmpty || wanted.contains("queue") { try await Queues.measure(url) }
    if wanted.isEmpty || wanted.contains("workers") { try await Workers.measure(url) }
  }

  /// A number with one digit after the point.
  static func digits(_ value: Double) -> String { String(format: "%.1f", value) }

  static func ratio(_ value: Double) -> String { String(format: "%.2f", value) }

  static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// Microseconds since `start`, per each of `count`.
  static func elapsed(_ start: ContinuousClock.Instant, _ count: Int) -> Double {
    (ContinuousClock.now - start) / .microseconds(1) / Double(count)
  }

  /// Microseconds of processor time of this process and of the server so far.
  static func processorTime() -> (own: Double, server: Double) {
    func time(_ process: String) -> Double {
      let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
      let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
      guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
      return (user + system) * 1e6 / Double(sysconf(CInt(_SC_CLK_TCK)))
    }
    return (time("self"), time(ProcessInfo.processInfo.environment["NATS_SERVER_PID"] ?? "none"))
  }
}
#else
@main struct NATSBench {
  static func main() { print("nats-bench needs the trait NATS.") }
}
#endif
