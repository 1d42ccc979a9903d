import BridgeValues
import Causeway
import DequeModule
import Synchronization

/// The answers of one connection that wait until functions of its page are called with them.
///
/// A page may send more messages at once than calls may be in flight.
final class PageAnswers: Sendable {
  struct Answer {
    let sink: PageAnswerSink
    let content: Result<Payload, BridgeError>
    let request: CallID
    let method: String
    let epoch: Int
    /// The bytes that the connection counts for the answer.
    let weight: Int
  }

  private struct State {
    var waiting: Deque<Answer> = []
    /// The tasks that call functions of the page.
    var tasks = 0
  }

  private let state = Mutex(State())

  /// Takes an answer in, and calls the page's function with it once few enough others are on their way.
  func add(_ answer: Answer, on connection: Connection) {
    state.withLock { $0.waiting.append(answer) }
    // Calls of the program's own have the other half.
    let most = max(1, connection.limits.callsInFlight / 2)
    while let first = beginTask(most: most) {
      // The page's function is called outside of the answered call: its deadline and its cancellation do not apply.
      CallContext.$current.withValue(nil) {
        _ = Task.immediate(executorPreference: connection.executor) { [self] in
          var answer: Answer? = first
          while let current = answer {
            await send(current, on: connection)
            connection.giveBackReceived(current.weight)
            answer = next()
          }
        }
      }
    }
  }

  /// The first answer for a new task; nil when no answer waits, or enough tasks run.
  private func beginTask(most: Int) -> Answer? {
    state.withLock { state in
      guard state.tasks < most, let answer = state.waiting.popFirst() else { return nil }
      state.tasks += 1
      return answer
    }
  }

  /// The next answer for a task; nil when none waits, and the task ends.
  private func next() -> Answer? {
    state.withLock { state in
      if let answer = state.waiting.popFirst() { return answer }
      state.waiting = []  // Frees the memory of many.
      state.tasks -= 1
      return nil
    }
  }

  /// Calls the page's function, then resolves the promise of the message, which pages of this convention ignore.
  ///
  /// The promise is rejected when the function cannot be called: the page's console then shows why.
  private func send(_ answer: Answer, on connection: Connection) async {
    guard connection.isCurrent(answer.epoch) else { return connection.countLate() }
    let end: Result<Payload, BridgeError>
    do {
      let sink = answer.sink
      let (name, arguments) = sink.callback.call(sink.id, answer.content, limits: connection.limits)
      try await connection.invoke(name, arguments)
      end = .success(.undefined)
    } catch {
      end = .failure(connection.crossing(BridgeError(error).of(answer.method)))
    }
    guard connection.isCurrent(answer.epoch) else { return connection.countLate() }
    connection.reply(to: answer.request, method: answer.method, end)
  }
}

/// Receives the answer of a message for the page's own function.
final class PageAnswerSink: AnswerSink {
  /// The name that the page gave its message.
  let id: BridgeValue
  let callback: PageCallback

  /// Nil for an id that is neither a string nor a number.
  init?(_ id: BridgeValue, _ callback: PageCallback) {
    switch id {
    case .string, .number: break
    default: return nil
    }
    self.id = id
    self.callback = callback
  }

  var weight: Int { id.weight }

  func take(_ answer: Result<Payload, BridgeError>, to request: CallID, of method: String, on connection: Connection) {
    // An answer without content holds bytes as well.
    let weight = MemoryLayout<PageAnswers.Answer>.size + self.weight + answer.weight
    if let error = connection.takeReceived(weight, for: "An answer that is queued for the page's function") {
      return connection.reply(to: request, method: method, .failure(error.of(method)))
    }
    let waiting = PageAnswers.Answer(
      sink: self, content: answer, request: request, method: method, epoch: connection.currentEpoch, weight: weight)
    connection.attached(PageAnswers.self) { PageAnswers() }.add(waiting, on: connection)
  }
}
