#if WebView
import CWebKitGTK
import Causeway

/// Detects a page whose script runs without end, by regular pings.
@GTKActor final class Heartbeat {
  private let view: NativeObject
  private let world: String
  private let milliseconds: UInt32
  private let report: @GTKActor (_ isAlive: Bool) -> Void
  private var timer: UInt32?
  private var isWaiting = false
  private(set) var isUnresponsive = false
  /// The time to wait for an answer: the configured time, limited to the range of a timer.
  var timeout: Duration { .milliseconds(milliseconds) }
  /// Answers to earlier pings are ignored.
  private var round = 0

  /// Whether there is a page that is not unresponsive.
  var isAnswered: Bool { timer != nil && !isUnresponsive }

  /// Whether the page has not answered the last ping.
  var isUnanswered: Bool { timer != nil && isWaiting }

  init(
    _ view: NativeObject, world: String, timeout: Duration, report: @escaping @GTKActor (_ isAlive: Bool) -> Void
  ) {
    self.view = view
    self.world = world
    self.report = report
    milliseconds = UInt32(min(max(1, timeout / .milliseconds(1)), Double(UInt32.max)))
  }

  func start() {
    stop()
    let data = unsafe Unmanaged.passUnretained(self).toOpaque()
    timer = unsafe cw_every(
      milliseconds,
      { data in
        let heartbeat = unsafe Unmanaged<Heartbeat>.fromOpaque(data!).takeUnretainedValue()
        GTKActor.assumeIsolated { heartbeat.beat() }
        return 1
      }, data)
    ask()
  }

  func stop() {
    if let timer { cw_stop_timer(timer) }
    timer = nil
    round += 1
    isWaiting = false
    isUnresponsive = false
  }

  private func beat() {
    guard isWaiting else { return ask() }
    guard !isUnresponsive else { return }
    isUnresponsive = true
    report(false)
  }

  private func ask() {
    isWaiting = true
    let round = round
    view.ping(world: world) { [weak self] in
      guard let self, round == self.round else { return }
      isWaiting = false
      if isUnresponsive {
        isUnresponsive = false
        report(true)
      }
    }
  }
}
#endif
