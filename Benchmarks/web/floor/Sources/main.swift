// What async-http-client takes by itself to read a body: floor URL [hop]. With "hop" another thread copies each part, as a
// runtime must. Prints milliseconds, the better of two rounds.
import AsyncHTTPClient
import Dispatch
import NIOCore

let url = CommandLine.arguments[1]
let hops = CommandLine.arguments.contains("hop")
let queue = DispatchQueue(label: "reader")
let client = HTTPClient()
var best = Duration.seconds(1_000)
for _ in 0..<2 {
  let start = ContinuousClock.now
  let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(600))
  var received = 0
  for try await part in response.body {
    guard hops else {
      received += part.readableBytes
      continue
    }
    received += await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Array(part.readableBytesView).count) }
    }
  }
  guard received == 1 << 30 else { fatalError("received \(received)") }
  best = min(best, ContinuousClock.now - start)
}
print(Double(best.components.seconds) * 1_000 + Double(best.components.attoseconds) / 1e15)
try await client.shutdown()
