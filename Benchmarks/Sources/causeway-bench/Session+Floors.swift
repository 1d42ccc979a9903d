import CPlain
import Causeway
import Dispatch
import Glibc
import Synchronization

/// The lower bounds of some rows: the same way with nothing on it.
extension Session {
  func floors() async {
    let immediate = "floor: a task that does not suspend, and a lock"
    await measure(immediate) {
      try await compare(immediate, ours: { try await Session.time($0, Session.immediateTask) }, plain: [])
    }
    for depth in [1, 16, 256] {
      let suspends = "floor: a task that suspends, and a queue"
      await measure(suspends) {
        let c = PlainHost()
        try await compare(
          suspends, depth: depth, ours: { await SuspendingTasks.run(depth: depth, count: $0) },
          plain: [("on another thread", { try c.run("bench.run('number.thread', 'number', \(depth), \($0))") })])
      }
    }
    for depth in [1, 16, 256] {
      let lines = "floor: lines between two ports of one process"
      await measure(lines) {
        try await compare(
          lines, depth: depth, ours: { try await Lines.run(depth: depth, count: $0) },
          plain: [("messages, in C", { cplain_processes(Int64(depth), Int64($0)) })])
      }
    }
  }

  private static let answer = Mutex(0)

  private static func immediateTask() {
    Task.immediate { answer.withLock { $0 += 1 } }
  }
}

/// Tasks that suspend once and then answer a thread, which keeps some of them in flight.
private final class SuspendingTasks: Sendable {
  private struct State {
    var answers = 0
    var isWaiting = false
  }

  private let state = Mutex(State())
  private let came = DispatchSemaphore(value: 0)

  /// Returns nanoseconds for each task.
  static func run(depth: Int, count: Int) async -> Double {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "floor").async { continuation.resume(returning: SuspendingTasks().run(depth, count)) }
    }
  }

  private func run(_ depth: Int, _ count: Int) -> Double {
    var (sent, answered) = (0, 0)
    let elapsed = ContinuousClock().measure {
      while answered < count {
        while sent < count, sent - answered < depth {
          sent += 1
          Task.immediate {
            await Task.yield()
            answer()
          }
        }
        answered += take()
      }
    }
    return elapsed / .nanoseconds(1) / Double(count)
  }

  private func answer() {
    let wakes = state.withLock { state in
      state.answers += 1
      defer { state.isWaiting = false }
      return state.isWaiting
    }
    if wakes { came.signal() }
  }

  /// Waits for answers, and returns their number.
  private func take() -> Int {
    while true {
      let answers = state.withLock { state in
        defer { state.answers = 0 }
        state.isWaiting = state.answers == 0
        return state.answers
      }
      if answers > 0 { return answers }
      came.wait()
    }
  }
}

/// Lines of 64 bytes to a port that returns them, without values and calls.
private enum Lines {
  /// Returns nanoseconds for each line.
  static func run(depth: Int, count: Int) async throws -> Double {
    var pair: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0 else { throw Failure("no socket pair") }
    let (near, far) = (LinePort(descriptor: pair[0]), LinePort(descriptor: pair[1]))
    far.start({ far.send($0) }, onEnd: { _ in })
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 63)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let counts = Mutex((sent: min(depth, count), answered: 0))
    near.start(
      { text in
        let (sends, isDone) = counts.withLock { counts in
          counts.answered += 1
          let sends = counts.sent < count
          if sends { counts.sent += 1 }
          return (sends, counts.answered == count)
        }
        if sends { near.send(text) }
        if isDone { end.finish() }
      }, onEnd: { _ in })
    let clock = ContinuousClock()
    let begin = clock.now
    for _ in 0..<min(depth, count) { near.send(line) }
    for await _ in ends {}
    let elapsed = clock.now - begin
    near.close()
    far.close()
    return elapsed / .nanoseconds(1) / Double(count)
  }
}
