import Foundation

/// The least that `work` let the process's resident memory grow by in one of several rounds, in kilobytes.
///
/// Allocators and the collector grow their heaps in steps, at times of their own; a leak grows in every round. The
/// first round below `enough` ends the measurement.
public func leastGrowth(
  enough: Int, rounds: Int = 4, isolation: isolated (any Actor)? = #isolation, of work: () async throws -> Void
) async throws -> Int {
  var least = Int.max
  for _ in 0..<rounds where least >= enough {
    let before = try residentKilobytes()
    try await work()
    least = try min(least, residentKilobytes() - before)
  }
  return least
}

private func residentKilobytes() throws -> Int {
  let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
  guard let kilobytes = line?.split(whereSeparator: { " \t".contains($0) }).dropFirst().first.flatMap({ Int($0) })
  else { throw CocoaError(.fileReadCorruptFile) }
  return kilobytes
}
