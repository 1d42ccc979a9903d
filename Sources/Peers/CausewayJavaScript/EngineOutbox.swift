import Causeway
import CausewayConcurrency
import JavaScriptRuntime
import Synchronization

/// The messages that wait for a runtime's JavaScript, and the state that every thread shares.
final class EngineOutbox: Sendable {
  private struct State {
    var outbox: Outbox
    var isScheduled = false
    var isClosed = false
  }

  private let thread: JavaScriptThread
  private let state: Mutex<State>
  /// Whether messages wait; readable without the lock.
  private let waits = Atomic<Bool>(false)
  /// The number of messages from which the outbox counts as long.
  private let long: Int
  /// The receiver on the bus; nil before the start and after the end.
  private let receiver = Mutex<(any TransportReceiver)?>(nil)

  init(thread: JavaScriptThread, limits: Limits) {
    self.thread = thread
    state = Mutex(State(outbox: Outbox(limit: limits.eventBuffer, bytes: limits.bytesInFlight)))
    long = limits.eventBuffer
  }

  func start(_ receiver: any TransportReceiver) { self.receiver.withLock { $0 = receiver } }

  /// Adds a message, and schedules the delivery on the JavaScript thread if none is scheduled.
  ///
  /// May be called on any thread. A message to a closed outbox is dropped.
  ///
  /// - Throws: `RESOURCE_EXHAUSTED` if the outbox has no room for a message that has a waiter.
  func send(_ message: Message, over link: ThreadConfined<EngineLink>) throws(BridgeError) {
    let (isFirst, dropped) = try state.withLock { (state) throws(BridgeError) -> (Bool, [Message]) in
      guard !state.isClosed else { return (false, []) }
      let dropped = try state.outbox.add(message)
      defer { state.isScheduled = true }
      waits.store(true, ordering: .relaxed)
      return (!state.isScheduled, dropped)
    }
    if isFirst { thread.perform { link.value?.flush() } }
    for message in dropped { receiver.withLock { $0 }?.dropped(message) }
  }

  /// Takes all messages, in their order.
  func removeAll() -> [Message?] {
    state.withLock { state in
      state.isScheduled = false
      waits.store(false, ordering: .relaxed)
      return state.outbox.removeAll()
    }
  }

  var hasMessages: Bool { waits.load(ordering: .relaxed) }

  /// The bytes of the messages that wait.
  var bytes: Int { state.withLock { $0.outbox.bytes } }

  /// Whether the outbox is so long that a script which never yields must not add to it.
  var isLong: Bool { state.withLock { $0.outbox.count > long } }

  /// Refuses further messages; returns the receiver at the first call, and nil afterwards.
  func close() -> (any TransportReceiver)? {
    state.withLock { $0.isClosed = true }
    return receiver.withLock { $0.take() }
  }

  /// Performs work on the JavaScript thread.
  func perform(_ work: @escaping @Sendable () -> Void) { thread.perform(work) }
}
