import CausewayConcurrency
import DequeModule
import Synchronization

/// A request of a page's that awaits its answer by a function of the page's.
final class LegacyRequest: Sendable {
  let id: BridgeValue
  let callback: PageCallback

  init(_ id: BridgeValue, _ callback: PageCallback) {
    self.id = id
    self.callback = callback
  }

  /// The bytes that it holds.
  var weight: Int { id.weight }
}

/// The answers that wait for functions of the page's to be called: a page may ask more at once than calls may be in flight.
struct PageAnswers {
  struct Answer {
    let task: LegacyRequest
    let content: Result<Payload, BridgeError>
    let request: CallID
    let method: String
    let epoch: Int
    /// What it holds of the connection's bytes.
    let weight: Int
  }

  private var waiting: Deque<Answer> = []
  private var underway = 0

  mutating func add(_ answer: Answer) { waiting.append(answer) }

  /// An answer to begin with, unless as many are being told as may be.
  mutating func begin(most: Int) -> Answer? {
    guard underway < most, let answer = waiting.popFirst() else { return nil }
    underway += 1
    return answer
  }

  /// The next answer for who has told one; nil when none waits, and he is done.
  mutating func next() -> Answer? {
    if let answer = waiting.popFirst() { return answer }
    waiting = []  // The memory of many goes with them.
    underway -= 1
    return nil
  }
}

extension Connection {
  /// Tells a function of the page's how a request of its ended.
  func tell(_ task: LegacyRequest, _ content: Result<Payload, BridgeError>, to request: CallID, of method: String) {
    let epoch = epoch.load(ordering: .acquiring)
    // One without content holds bytes as well.
    let weight = MemoryLayout<PageAnswers.Answer>.size + task.weight + content.weight
    guard received.take(weight) else {
      let error = received.refusal(of: "An answer that waits for the page's function")
      return reply(to: request, method: method, .failure(error.of(method)))
    }
    let answer = PageAnswers.Answer(
      task: task, content: content, request: request, method: method, epoch: epoch, weight: weight)
    pageAnswers.withLock { $0.add(answer) }
    tellPage()
  }

  private func tellPage() {
    // Calls of the program's own have the other half.
    let most = max(1, limits.callsInFlight / 2)
    while let first = pageAnswers.withLock({ $0.begin(most: most) }) {
      // What the answered call inherited (its deadline, its task) is none of this one's.
      CallContext.$current.withValue(nil) {
        _ = Task.immediate(executorPreference: clock.manualClock?.executor) { [self] in
          var answer: PageAnswers.Answer? = first
          while let told = answer {
            await tell(told)
            received.giveBack(told.weight)
            answer = pageAnswers.withLock { $0.next() }
          }
        }
      }
    }
  }

  /// Calls the page's function; then the promise of the message ends, which pages of this habit do not look at.
  ///
  /// It is rejected only when the function could not be told: then the page's console is the one place left to say so.
  private func tell(_ answer: PageAnswers.Answer) async {
    guard isCurrent(answer.epoch) else { return countLate() }
    let end: Result<Payload, BridgeError>
    do {
      let (name, arguments) = try answer.task.callback.call(answer.task.id, answer.content, limits: limits)
      try await invoke(name, arguments)
      end = .success(.undefined)
    } catch {
      end = .failure(crossing(BridgeError(error).of(answer.method)))
    }
    guard isCurrent(answer.epoch) else { return countLate() }
    reply(to: answer.request, method: answer.method, end)
  }
}
