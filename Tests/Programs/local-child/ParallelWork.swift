import Causeway
import Dispatch
import Foundation

/// More work for Swift's pool than it has threads.
enum ParallelWork {
  private static let threads = ProcessInfo.processInfo.activeProcessorCount

  static func register(in bridge: Bridge) {
    // Jobs that each block a thread for some seconds: half of them wait in the queue as long.
    bridge.handle("parallel.compute") { (seconds: Double) async -> Int in
      await withTaskGroup { group in
        for _ in 0..<(2 * threads) {
          group.addTask {
            let end = ContinuousClock.now + .seconds(seconds)
            while ContinuousClock.now < end {}
          }
        }
      }
      return 2 * threads
    }
    // A handler that is not asynchronous, and so runs on the JavaScript thread.
    bridge.handle("parallel.sleep") { (seconds: Double) in Thread.sleep(forTimeInterval: seconds) }
    // Threads that wait until the process ends.
    bridge.handle("parallel.threads") { (count: Int) in
      for _ in 0..<count { Thread { DispatchSemaphore(value: 0).wait() }.start() }
    }
    // As many jobs as there are threads, which wait for a job that is queued after them: it takes one more thread.
    bridge.handle("parallel.wait") { () async -> Int in
      await withCheckedContinuation { continuation in
        let last = DispatchSemaphore(value: 0)
        for _ in 0..<threads { DispatchQueue.global().async { last.wait() } }
        DispatchQueue.global().async {
          for _ in 0..<threads { last.signal() }
          continuation.resume(returning: threads)
        }
      }
    }
  }
}
