#if WebView
import Causeway
import CausewayExport

/// An error of counting.
enum PrimesError: BridgeErrorListing, CaseIterable {
  case nothingToCount, givenUp

  var bridgeError: BridgeError {
    switch self {
    case .nothingToCount: BridgeError("NOTHING_TO_COUNT", "There is no prime below 2: pass a larger number.")
    case .givenUp: BridgeError(.cancelled, "The caller cancelled the call.")
    }
  }
}

/// Counts primes, as an example of a long-running method.
@Plugin("primes")
struct Primes {
  /// Counts the primes below a number, and reports progress by `onProgress`.
  ///
  /// It runs concurrently with the window, and stops when it is cancelled.
  @Export(timeout: .seconds(60), execution: .concurrent, ranges: ["below": 0...10_000_000])
  func count(below limit: Int, call: CallContext) async throws(PrimesError) -> Int {
    guard limit > 2 else { throw .nothingToCount }
    var isComposite = [Bool](repeating: false, count: limit)
    var count = 0
    var told = 0
    for number in 2..<limit where !isComposite[number] {
      count += 1
      for multiple in stride(from: number * number, to: limit, by: number) { isComposite[multiple] = true }
      // The cost of the first factors is larger: progress by squares is even.
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
