import CNetlink
import Causeway
import CausewayJavaScript
import CausewayNetwork
import Foundation
import JavaScriptRuntime
import LinuxNetwork
import Synchronization

extension NetworkBench {
  /// The time from a change of `link`, after the quiet time, to the listener in JavaScript.
  static func measureEventDelay(of link: String, _ status: NetworkStatus) async throws {
    guard cnetlink_set_up(link, true) else { throw Failure("\(link) cannot be switched.") }
    let (received, continuation) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
    let bridge = Bridge()
    bridge.addNetwork()
    bridge.handle("bench.received") { () in
      continuation.yield(.now)
      return true
    }
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["network.*", "bench.*"])
    try await runtime.evaluate(
      """
      (async () => {
        for await (const status of bridge.stream("network.changes")) await bridge.call("bench.received");
      })();
      """, url: "listener.js")
    var instants = received.makeAsyncIterator()
    _ = await instants.next()
    var delays: [Double] = []
    for round in 0..<10 {
      guard cnetlink_set_up(link, round % 2 == 1) else { throw Failure("\(link) cannot be switched.") }
      let begin = ContinuousClock.now
      guard let end = await instants.next() else { break }
      let delay = begin.duration(to: end) - .milliseconds(200)
      delays.append(Double(delay.components.attoseconds) / 1e9 + Double(delay.components.seconds) * 1e9)
    }
    await runtime.close()
    let text = delays.sorted().map { String(format: "%.0f", $0 / 1e3) }.joined(separator: " ")
    say("a change of \(link) reaches JavaScript \(text) µs after the quiet time")
  }
}
