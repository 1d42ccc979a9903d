import CausewayConcurrency

/// Collects garbage when a runtime has been idle for a moment: the engine itself collects only while it allocates.
///
/// In real time, whatever the runtime's clock. Lives on the JavaScript thread; a runtime that rests costs nothing.
final class IdleCollector {
  private static let pause = Duration.seconds(2)

  private let clock = AnyClock(ContinuousClock())
  private let thread: JavaScriptThread
  private let collect: () -> Void
  private var alarm: DeadlineTimer?
  private lazy var own = ThreadConfined(self)
  private var isArmed = false
  private var hasWorked = false

  init(thread: JavaScriptThread, collect: @escaping () -> Void) {
    self.thread = thread
    self.collect = collect
  }

  /// Notes that JavaScript has run.
  func noteWork() {
    hasWorked = true
    if !isArmed { arm() }
  }

  /// Ends; nothing is collected any more.
  func stop() {
    alarm = nil
    own.clear()
  }

  private func arm() {
    if alarm == nil {
      alarm = DeadlineTimer(clock: clock) { [thread, collector = own] in
        thread.perform { collector.value?.look() }
      }
    }
    isArmed = true
    hasWorked = false
    alarm?.set(clock.now.advanced(by: IdleCollector.pause))
  }

  private func look() {
    if hasWorked { return arm() }
    isArmed = false
    collect()
  }
}
