#if WebView
import Causeway
import CausewayExport

/// Why there is no count.
enum PrimesError: BridgeErrorListing, CaseIterable {
  case nothingToCount, givenUp

  var bridgeError: BridgeError {
    switch self {
    case .nothingToCount: BridgeError("NOTHING_TO_COUNT", "There is no prime below 2: ask for more.")
    case .givenUp: BridgeError(.cancelled, "The caller gave up.")
    }
  }
}

/// Counts primes, which takes a while.
@Plugin("primes")
struct Primes {
  /// How many primes there are below a number; `onProgress` is told how far it is.
  ///
  /// It runs beside the window, and stops when its caller gives up.
  @Export(timeout: .seconds(60), execution: .concurrent, ranges: ["below": 0...10_000_000])
  func count(below limit: Int, call: CallContext) async throws(PrimesError) -> Int {
    guard limit > 2 else { throw .nothingToCount }
    var isComposite = [Bool](repeating: false, count: limit)
    var count = 0
    var told = 0
    for number in 2..<limit where !isComposite[number] {
      count += 1
      for multiple in stride(from: number * number, to: limit, by: number) { isComposite[multiple] = true }
      // The first numbers strike out most of the others: by squares the way is even.
      let part = min(100, number * number * 100 / limit)
      if part > told {
        if Task.isCancelled { throw .givenUp }
        told = part
        call.report(progress: Double(part) / 100)
      }
    }
    return count
  }
}
#endif
