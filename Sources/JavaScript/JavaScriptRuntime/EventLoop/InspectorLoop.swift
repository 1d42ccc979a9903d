import CausewayConcurrency
import Dispatch
import Glibc
import JavaScriptEngine
import Synchronization

/// The main context on which the engine takes the messages of its inspector, for the contexts of all threads.
///
/// The engine binds its connection to the thread of the first context that is inspected, and handles each message on
/// the thread that iterates that thread's main context. So the first context has no program, and its dedicated thread
/// only iterates its main context. To handle a message for another context, the thread of that context borrows the main
/// context: an expression is then evaluated by the thread that owns the heap.
package final class InspectorLoop: Sendable {
  private let context: MainContext
  /// Which thread has borrowed the context, or waits to do so.
  private let borrower = DispatchSemaphore(value: 1)
  private let isWanted = Atomic<Bool>(false)
  private let parked = DispatchSemaphore(value: 0)
  private let returned = DispatchSemaphore(value: 0)
  private let started = DispatchSemaphore(value: 0)

  /// Starts the thread, and returns when the engine has begun to connect to its server.
  ///
  /// - Throws: `FAILED_PRECONDITION` if the system refuses a thread, a descriptor or memory.
  package init() throws(JavaScriptError) {
    context = try MainContext()
    let failure = Mutex<JavaScriptError?>(nil)
    do throws(POSIXThread.Failure) {
      try POSIXThread.start(stackBytes: 16 << 20) { [self] in
        context.push()
        let realm: JSRealm
        do throws(EngineStartError) {
          realm = JSRealm(machine: try JSMachine())
        } catch {
          failure.withLock { $0 = .cannotStart(error.message) }
          context.pop()
          started.signal()
          return
        }
        realm.setName(InspectorLoop.name)
        realm.makeInspectable()
        // A thread that has pushed the context keeps it from all others.
        context.pop()
        started.signal()
        run(keeping: realm)
      }
    } catch {
      throw .cannotStart("the system refused a thread for the inspector (\(error))")
    }
    started.wait()
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  /// The name of the context without a program.
  package static let name = "causeway inspector"

  /// Iterates the main context for ever: when this thread ends, the engine inspects no context of the process any more.
  private func run(keeping realm: JSRealm) {
    while true {
      if isWanted.load(ordering: .acquiring) {
        parked.signal()
        returned.wait()
      } else {
        _ = context.iterate(mayBlock: true)
      }
    }
  }

  /// Lends the main context to the calling thread while `body` runs.
  ///
  /// - Returns: false, without a wait, if another thread has it.
  func borrow(_ body: (MainContext) -> Void) -> Bool {
    guard borrower.wait(timeout: .now()) == .success else { return false }
    defer { borrower.signal() }
    isWanted.store(true, ordering: .releasing)
    context.wake()
    parked.wait()
    defer {
      isWanted.store(false, ordering: .releasing)
      returned.signal()
    }
    body(context)
    return true
  }

  /// How long ``stopLending()`` waits for a thread that has borrowed the context.
  private static let returnTime = DispatchTimeInterval.seconds(1)

  /// Keeps the main context for the thread of this loop, before the connection ends.
  ///
  /// The engine takes the locks of all machines when its connection ends. A thread that waits for the context in the
  /// meantime would hold its lock forever.
  package func stopLending() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [self] in
        _ = borrower.wait(timeout: .now() + InspectorLoop.returnTime)
        continuation.resume()
      }
    }
  }
}
