import CausewayConcurrency
import Dispatch
import Glibc
import Synchronization

/// Work that native functions do off the JavaScript thread, and whose results return to it.
///
/// While such work is pending, the program stays alive, a virtual clock stands still, and a leak check lists the work.
/// When the context closes, work that has not begun is dropped, and no result is delivered any more.
///
/// It is used on the JavaScript thread only.
package final class BackgroundWork {
  private struct Pending {
    let name: String
    let location: String?
    let bytes: Int
    let run: @Sendable () -> any Sendable
    let finish: (any Sendable) -> Void
  }

  /// Any thread reads it.
  private final class Flag: Sendable {
    let isSet = Atomic<Bool>(false)
  }

  /// A context runs at most so many pieces at once.
  private static let width = min(4, max(2, sysconf(CInt(_SC_NPROCESSORS_ONLN))))

  private unowned let host: RuntimeHost
  private let thread: JavaScriptThread
  private let clock: (any ManualClock)?
  private lazy var own = ThreadConfined(self)
  private let isClosed = Flag()
  private var pending: [Int: Pending] = [:]
  private var waiting: [Int] = []
  /// Queues that run nothing now.
  ///
  /// They are serial, since Dispatch runs a concurrent queue on the threads of Swift's own pool, which would stand still.
  private lazy var idle = (0..<BackgroundWork.width).map { DispatchQueue(label: "causeway.background.\($0)") }
  private var nextID = 0
  /// The number of bytes that pending work holds.
  package private(set) var bytes = 0
  /// The number of pieces of work that have not finished.
  package var count: Int { pending.count }

  init(host: RuntimeHost, thread: JavaScriptThread, clock: (any ManualClock)?) {
    self.host = host
    self.thread = thread
    self.clock = clock
  }

  /// Runs `work` on another thread and then calls `finish` with its result on the JavaScript thread.
  ///
  /// - Parameters:
  ///   - name: its name in a leak check, such as `crypto.subtle.sign`.
  ///   - bytes: the number of bytes that it holds until it has finished.
  ///   - finish: not called if the context has closed.
  package func start<Result: Sendable>(
    _ name: String, bytes: Int, _ work: @escaping @Sendable () -> Result, then finish: @escaping (Result) -> Void
  ) {
    let id = nextID
    nextID += 1
    // The cast cannot fail: the value is the result of `work`.
    pending[id] = Pending(
      name: name, location: ResourceTracker.current == nil ? nil : host.scriptLocation(), bytes: bytes, run: work,
      finish: { finish($0 as! Result) })
    self.bytes += bytes
    if pending.count == 1 { host.setActive(.background, true) }
    waiting.append(id)
    runNext()
  }

  private func runNext() {
    while !idle.isEmpty, !waiting.isEmpty {
      let id = waiting.removeFirst()
      guard let run = pending[id]?.run, let queue = idle.popLast() else { continue }
      clock?.beginWork()
      queue.async { [thread, clock, own, isClosed] in
        let result = isClosed.isSet.load(ordering: .acquiring) ? nil : run()
        thread.perform { own.value?.finish(id, result, on: queue) }
        clock?.endWork()
      }
    }
  }

  private func finish(_ id: Int, _ result: (any Sendable)?, on queue: DispatchQueue) {
    idle.append(queue)
    guard let done = pending.removeValue(forKey: id) else { return }
    bytes -= done.bytes
    if let result { done.finish(result) }
    // The callback may have closed the context.
    guard !isClosed.isSet.load(ordering: .relaxed) else { return }
    if pending.isEmpty { host.setActive(.background, false) }
    runNext()
  }

  func close() {
    isClosed.isSet.store(true, ordering: .releasing)
    pending = [:]
    waiting = []
    bytes = 0
    own.clear()
  }

  /// The pending work, for leak checks.
  func openResources(of owner: String) -> [OpenResource] {
    pending.sorted { $0.key < $1.key }.map { id, work in
      OpenResource(.call, work.name, of: owner, identity: "background \(id)", location: work.location)
    }
  }
}
