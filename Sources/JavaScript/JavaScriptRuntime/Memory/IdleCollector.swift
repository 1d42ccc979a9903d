import CausewayConcurrency

/// Collects garbage after two idle seconds: the engine itself collects only while it allocates.
///
/// It measures real time, whatever the runtime's clock. It is used on the JavaScript thread only. A runtime that stays
/// idle has no timer.
final class IdleCollector {
  private static let idleTime = Duration.seconds(2)

  private let clock = AnyClock(ContinuousClock())
  private let thread: JavaScriptThread
  private let collect: () -> Void
  private var timer: DeadlineTimer?
  private lazy var confinedSelf = ThreadConfined(self)
  private var isArmed = false
  private var hasWorked = false

  init(thread: JavaScriptThread, collect: @escaping () -> Void) {
    self.thread = thread
    self.collect = collect
  }

  /// Records that JavaScript has run.
  func recordWork() {
    hasWorked = true
    if !isArmed { arm() }
  }

  /// Stops all further collections.
  func stop() {
    timer = nil
    confinedSelf.clear()
  }

  private func arm() {
    if timer == nil {
      timer = DeadlineTimer(clock: clock) { [thread, collector = confinedSelf] in
        thread.perform { collector.value?.collectIfIdle() }
      }
    }
    isArmed = true
    hasWorked = false
    timer?.set(clock.now.advanced(by: IdleCollector.idleTime))
  }

  private func collectIfIdle() {
    if hasWorked { return arm() }
    isArmed = false
    collect()
  }
}
