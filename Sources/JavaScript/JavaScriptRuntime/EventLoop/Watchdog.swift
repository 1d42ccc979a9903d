import CausewayConcurrency
import Dispatch
import JavaScriptEngine
import Synchronization

/// Stops a script that exceeds the evaluation limit, or the limit of its heap.
///
/// The engine's own limit counts the processor time of one entry, calls back once, and cannot be armed while a script
/// runs. So a slice of 20 ms is armed in advance; its callback reads the wall clock and arms the next slice.
final class Watchdog: Sendable {
  private static let slice = 0.02

  private let limit: Duration
  private let thread: JavaScriptThread
  private let heap: HeapLimit?
  /// When the heap is looked at again between two scripts, in nanoseconds of uptime.
  private let nextLook = Atomic<UInt64>(0)
  private let fired = Atomic<Bool>(false)
  private let isStopRequested = Atomic<Bool>(false)

  init(limit: Duration, thread: JavaScriptThread, heapBytes: Int? = nil) {
    self.limit = limit
    self.thread = thread
    heap = heapBytes.map { HeapLimit(bytes: $0) }
  }

  /// Whether a script was stopped.
  ///
  /// The engine discards the rest of a stopped script, so its realm must not be used again.
  var hasFired: Bool { fired.load(ordering: .relaxed) }

  /// The error of a stopped script.
  func error(_ operation: String) -> JavaScriptError {
    if let heap, heap.isExceeded {
      return JavaScriptError(
        code: .heapLimit, operation: operation,
        message:
          "The script was stopped because its heap has more than \(heap.bytes >> 20) MB (WorkerLimits.heapBytes).")
    }
    return isStopRequested.load(ordering: .relaxed)
      ? JavaScriptError(
        code: .closed, operation: operation, message: "The script was stopped because its runtime is closing.")
      : JavaScriptError(
        code: .timeLimit, operation: operation,
        message: "The script ran longer than the evaluation limit (\(limit)) and was stopped.")
  }

  /// Watches the scripts of a realm.
  ///
  /// - Parameters:
  ///   - inspected: takes the messages of a debugger while a script runs.
  ///   - onStop: called once, inside the first script that is stopped: the engine may return from that script
  ///   without an exception.
  func arm(_ realm: JSRealm, inspected: InspectedContext? = nil, onStop: @escaping @Sendable () -> Void) {
    realm.setTimeLimit(seconds: Watchdog.slice) { [self] heapBytes in
      if let inspected, inspected.isWanted { inspected.takeMail() }
      let ran = Duration.nanoseconds(thread.nanosecondsInTurn)
      guard hasFired || isStopRequested.load(ordering: .relaxed) || ran >= limit || heap?.check(heapBytes) == true
      else {
        return false
      }
      if !fired.exchange(true, ordering: .relaxed) { onStop() }
      return true
    }
  }

  /// Looks at the heap between two scripts, some of which may run for less than a slice each.
  ///
  /// - Returns: whether the context is to be closed.
  func exceedsHeap(_ heapBytes: () -> Int?) -> Bool {
    guard let heap else { return false }
    let now = DispatchTime.now().uptimeNanoseconds
    guard now >= nextLook.load(ordering: .relaxed) else { return false }
    nextLook.store(now + UInt64(Watchdog.slice * 1e9), ordering: .relaxed)
    return heap.check(heapBytes) && !fired.exchange(true, ordering: .relaxed)
  }

  func stop() { isStopRequested.store(true, ordering: .relaxed) }
}
