import CGLib
import CJavaScriptCore
package import CausewayConcurrency
import Dispatch
import Glibc
import Synchronization

/// The thread that WebKitGTK treats as its main thread, in a program that also runs JavaScript directly.
///
/// WebKitGTK aborts the process (2.54, `WTF::initializeMainThread`) unless the thread that first uses it was also the
/// first thread of the process to use the engine. So, in a program that has loaded WebKitGTK, the thread of GTK's loop
/// uses the engine first, by making a string. It is the thread that already runs the loop, or one that is started for
/// the loop and waits for it.
package enum EngineMainThread {
  private static let state = Mutex(State())
  private struct State {
    /// Work for the thread that waits for GTK's loop, and whether there is such a thread.
    var waiting: Waiting?
  }

  private final class Waiting: Sendable {
    let work = Mutex<(@Sendable () -> Void)?>(nil)
    let hasWork = DispatchSemaphore(value: 0)
  }

  /// The first thread that used the engine; 0 if it is unknown.
  private static let first = Atomic<UInt>(0)

  /// Lets the thread of GTK's loop use the engine first, once.
  ///
  /// Called before each use of the engine that may be the first one of the process.
  static let isReserved: Void = {
    guard unsafe dlsym(nil, "webkit_web_view_new") != nil else { return }
    reserve()
  }()

  private static func reserve() {
    if g_main_context_is_owner(nil) != 0 { return use() }
    if g_main_context_acquire(nil) != 0 {
      g_main_context_release(nil)
    } else if useOnLoop() {
      return
    }
    let waiting = Waiting()
    let isReady = DispatchSemaphore(value: 0)
    let isStarted: Void? = try? POSIXThread.start(stackBytes: 8 << 20) {
      use()
      isReady.signal()
      waiting.hasWork.wait()
      waiting.work.withLock { $0.take() }?()
    }
    // If no thread is available now, GTK's loop gets its own thread later, or an error.
    guard isStarted != nil else { return }
    isReady.wait()
    state.withLock { $0.waiting = waiting }
  }

  /// How long the thread of a running loop has to use the engine.
  private static let loopTime = DispatchTimeInterval.seconds(1)

  /// Uses the engine on the thread that runs GTK's loop.
  ///
  /// - Returns: false if the loop is busy for too long.
  private static func useOnLoop() -> Bool {
    let isDone = DispatchSemaphore(value: 0)
    let data = unsafe Unmanaged.passRetained(isDone).toOpaque()
    unsafe g_main_context_invoke_full(
      nil, G_PRIORITY_HIGH,
      { data in
        EngineMainThread.use()
        unsafe Unmanaged<DispatchSemaphore>.fromOpaque(data!).takeUnretainedValue().signal()
        return 0
      }, data, { unsafe Unmanaged<DispatchSemaphore>.fromOpaque($0!).release() })
    return isDone.wait(timeout: .now() + loopTime) == .success
  }

  /// Makes the calling thread known to the engine: a string is enough.
  private static func use() {
    _ = first.compareExchange(expected: 0, desired: UInt(pthread_self()), ordering: .relaxed)
    unsafe JSStringRelease(JSStringCreateWithUTF8CString(""))
  }

  /// Runs GTK's loop on the thread that waits for it, or on a new thread.
  ///
  /// - Throws: if the system refuses a thread.
  package static func run(_ loop: @escaping @Sendable () -> Void) throws(POSIXThread.Failure) {
    isReserved
    guard let waiting = state.withLock({ $0.waiting.take() }) else {
      return try POSIXThread.start(stackBytes: 8 << 20, loop)
    }
    waiting.work.withLock { $0 = loop }
    waiting.hasWork.signal()
  }

  /// Whether WebKitGTK may be used on the calling thread, which runs GTK's loop.
  ///
  /// False in a program that runs the loop itself, and made a runtime before: WebKitGTK would abort the process.
  package static var admitsCurrent: Bool {
    isReserved
    if let version = EngineVersion.loaded, version < firstStrict { return true }
    // It is initialised, and belongs to this thread.
    if let isMain = EngineSymbols.find("_ZN3WTF12isMainThreadEv", as: IsMainThread.self), isMain() { return true }
    let first = first.load(ordering: .relaxed)
    return first == 0 || first == UInt(pthread_self())
  }

  private typealias IsMainThread = @convention(c) () -> Bool

  /// The first version that aborts.
  private static let firstStrict = EngineVersion(2, 54, 0)
}
