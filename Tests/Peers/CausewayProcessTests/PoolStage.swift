import Causeway
import CausewayConcurrency
import CausewayTesting
import TestSupport
import Testing

@testable import CausewayProcess

/// A pool of fake children on a virtual clock.
final class PoolStage: Sendable {
  /// A child that ends under the control of the test.
  final class Child: PooledChild {
    let number: Int
    private let ends = Deferred<BridgeError>()
    private let alive = Shared(true)
    private let answer = Shared<Deferred<Bool>?>(nil)
    private let endsWhenKilled: Shared<Bool>

    init(number: Int, endsWhenKilled: Shared<Bool>) {
      self.number = number
      self.endsWhenKilled = endsWhenKilled
    }

    var isServing: Bool { alive.value }
    var hasEnded: Bool { ends.isResolved }

    /// Its connection closes, and it ends.
    func crash(_ reason: BridgeError) {
      alive.withLock { $0 = false }
      end(reason)
    }

    func end(_ reason: BridgeError) { ends.resolve(reason) }
    func waitForEnd() async -> BridgeError { await ends.value(cancelled: BridgeError(.cancelled, "cancelled")) }

    func kill() {
      alive.withLock { $0 = false }
      if endsWhenKilled.value { end(BridgeError(.unavailable, "killed")) }
    }

    func close() async { kill() }

    /// From now on its event loop answers when the test says so.
    func hangs() { answer.withLock { $0 = Deferred() } }
    func answers(_ isIdle: Bool) { answer.value?.resolve(isIdle) }

    func returnsToItsEventLoop() async -> Bool {
      guard let answer = answer.value else { return isServing }
      return await answer.value(cancelled: false)
    }
  }

  let clock = VirtualClock()
  let children = Shared<[Child]>([])
  /// The number of starts.
  let attempts = Shared(0)
  /// The most children that existed at the same time.
  let most = Shared(0)
  let endsWhenKilled = Shared(true)
  let onLaunch = Shared<@Sendable () async -> Void>({})
  private let holder = Shared<ProcessPool<Child>?>(nil)

  init(failsToStart: Bool = false, configure: (inout JavaScriptProcessPool.Configuration) -> Void = { _ in }) {
    var configuration = JavaScriptProcessPool.Configuration()
    configure(&configuration)
    let pool = ProcessPool<Child>(configuration, clock: AnyClock(clock), chance: { 1 }) { [weak self] _ in
      guard let self else { throw CancellationError() }
      attempts.withLock { $0 += 1 }
      await onLaunch.value()
      if failsToStart { throw BridgeError(.unavailable, "no such program") }
      let child = children.withLock { [endsWhenKilled] children in
        let child = Child(number: children.count + 1, endsWhenKilled: endsWhenKilled)
        children.append(child)
        return child
      }
      most.withLock { [alive] in $0 = max($0, alive) }
      return child
    }
    holder.withLock { $0 = pool }
    pool.begin()
  }

  var pool: ProcessPool<Child> { holder.value! }
  /// The number of children that have not ended.
  var alive: Int { children.value.count { !$0.hasEnded } }

  func eventually(
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: (JavaScriptProcessPool.Statistics) -> Bool
  ) async throws {
    try await TestSupport.eventually("the pool is as expected", sourceLocation: sourceLocation) {
      condition(pool.statistics)
    }
  }
}
