import Causeway
import CausewayConcurrency
import CausewayTesting
import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import CausewayProcess

/// Restarts of fake children, on a clock that the tests control.
@Suite(.timeLimit(.minutes(5))) struct RestartTests {
  static let crash = BridgeError(.unavailable, "The JavaScript process was terminated by signal 9 (Killed).")

  /// A child that ends under the control of the test.
  private final class Child: SupervisedChild {
    private let ends: AsyncStream<BridgeError>
    private let end: AsyncStream<BridgeError>.Continuation
    private let alive = Mutex(true)
    let number: Int

    init(number: Int) {
      self.number = number
      (ends, end) = AsyncStream.makeStream()
    }

    var isServing: Bool { alive.withLock { $0 } }

    func crash(_ reason: BridgeError = RestartTests.crash) {
      alive.withLock { $0 = false }
      end.yield(reason)
      end.finish()
    }

    func waitForEnd() async -> BridgeError {
      for await reason in ends { return reason }
      return BridgeError(.cancelled, "closed")
    }

    func close() async {
      alive.withLock { $0 = false }
      end.finish()
    }
  }

  /// A supervisor of such children, and its reports.
  private final class Stage: Sendable {
    let clock = VirtualClock()
    let children = Mutex<[Child]>([])
    let states = Mutex<[JavaScriptSupervisor.State]>([])
    private let holder = Mutex<Supervisor<Child>?>(nil)

    init(failsToStart: Bool = false, chance: Double = 1, configure: (inout RestartPolicy) -> Void = { _ in }) {
      var policy = RestartPolicy()
      configure(&policy)
      let supervisor = Supervisor<Child>(
        policy: policy, clock: AnyClock(clock), chance: { chance },
        onChange: { [weak self] state in self?.states.withLock { $0.append(state) } },
        launch: { [weak self] in
          guard let self else { throw CancellationError() }
          if failsToStart { throw BridgeError(.unavailable, "no such program") }
          return children.withLock { children in
            children.append(Child(number: children.count + 1))
            return children[children.count - 1]
          }
        })
      holder.withLock { $0 = supervisor }
      supervisor.start()
    }

    var supervisor: Supervisor<Child> { holder.withLock { $0! } }
    var last: Child? { children.withLock { $0.last } }
  }

  @Test func `a supervisor that a handler creates is independent of that call`() async throws {
    let bridge = Bridge()
    let (seen, see) = AsyncStream.makeStream(of: String?.self)
    let made = Mutex<Supervisor<Child>?>(nil)
    bridge.handle("begin") { (_: CallContext) async in
      let supervisor = Supervisor<Child>(policy: RestartPolicy(), clock: AnyClock(ContinuousClock())) {
        see.yield(CallContext.current?.method)
        throw CancellationError()
      }
      made.withLock { $0 = supervisor }
      supervisor.start()
    }
    let (near, far) = LoopbackTransport.pair()
    _ = bridge.connect(near, permissions: .all)
    let caller = Bridge().connect(far, permissions: .all)
    try await caller.call("begin", BridgeValue.undefined)
    #expect(await seen.first { _ in true } == .some(nil))
    made.withLock { $0 }?.stop(BridgeError(.cancelled, "The test is over."))
    caller.close()
  }

  @Test func `a crashed child is replaced after a delay, which doubles each time`() async throws {
    let stage = Stage()
    for (number, rest) in [(1, 100), (2, 200), (3, 400), (4, 800)] {
      let child = try await stage.supervisor.child()
      #expect(child.number == number)
      child.crash()
      await stage.clock.waitForSleepers(1)
      #expect(stage.states.withLock { $0.last } == .backingOff(for: .milliseconds(rest), because: Self.crash))
      stage.clock.advance(by: .milliseconds(rest - 1))
      #expect(stage.children.withLock { $0.count } == number)
      stage.clock.advance(by: .milliseconds(1))
    }
    await stage.supervisor.close()
  }

  @Test func `the end is reported after the current report`() async throws {
    let states = Mutex<[JavaScriptSupervisor.State]>([])
    let (isTold, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let supervisor = Supervisor<Child>(
      policy: RestartPolicy(), clock: AnyClock(ContinuousClock()),
      onChange: { state in
        if state == .running {
          isTold.signal()
          mayGoOn.wait(for: "the supervisor is stopped")
        }
        states.withLock { $0.append(state) }
      }, launch: { Child(number: 1) })
    supervisor.start()
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "a thread that waits").async {
        isTold.wait(for: "the child runs")
        continuation.resume()
      }
    }
    supervisor.stop(Self.crash)
    mayGoOn.signal()
    await supervisor.close()
    #expect(states.withLock { $0 } == [.starting, .running, .stopped(because: Self.crash)])
  }

  @Test func `a child that ran long enough resets the delay`() async throws {
    let stage = Stage()
    for _ in 0..<30 {
      let child = try await stage.supervisor.child()
      stage.clock.advance(by: .seconds(10))
      child.crash()
      await stage.clock.waitForSleepers(1)
      #expect(stage.states.withLock { $0.last } == .backingOff(for: .milliseconds(100), because: Self.crash))
      stage.clock.advance(by: .milliseconds(100))
    }
    await stage.supervisor.close()
  }

  @Test func `calls without a running child wait for the next one`() async throws {
    let stage = Stage()
    let first = try await stage.supervisor.child()
    first.crash()
    await stage.clock.waitForSleepers(1)
    let waiting = (0..<5).map { _ in Task { try await stage.supervisor.child(within: .seconds(5)) } }
    await stage.clock.waitForSleepers(6)
    stage.clock.advance(by: .milliseconds(100))
    for task in waiting { #expect(try await task.value.number == 2) }
    await stage.supervisor.close()
  }

  @Test func `waiting ends with the timeout, with the task, and with the supervisor`() async throws {
    let stage = Stage { $0.initialDelay = .seconds(20) }
    try await stage.supervisor.child().crash()
    await stage.clock.waitForSleepers(1)
    let late = Task { try await stage.supervisor.child(within: .seconds(5)) }
    await stage.clock.waitForSleepers(2)
    stage.clock.advance(by: .seconds(5))
    await #expect { try await late.value } throws: { ($0 as? BridgeError)?.code == .deadlineExceeded }
    let cancelled = Task { try await stage.supervisor.child() }
    cancelled.cancel()
    await #expect { try await cancelled.value } throws: { ($0 as? BridgeError)?.code == .cancelled }
    let given = Task { try await stage.supervisor.child(within: .seconds(5)) }
    await stage.clock.waitForSleepers(2)
    given.cancel()
    await #expect { try await given.value } throws: { ($0 as? BridgeError)?.code == .cancelled }
    let left = Task { try await stage.supervisor.child(within: .seconds(10)) }
    await stage.clock.waitForSleepers(2)
    await stage.supervisor.close()
    await #expect { try await left.value } throws: { ($0 as? BridgeError)?.message.contains("was closed") == true }
    await #expect(throws: BridgeError.self) { try await stage.supervisor.child() }
    #expect(stage.children.withLock { $0.count } == 1)
  }

  @Test func `calls without a running child can fail, with the reason why the last child ended`() async throws {
    let stage = Stage { $0.callsWhileDown = .fail }
    let limit = BridgeError(
      .resourceExhausted, "The JavaScript process took longer than the limit turn.", data: ["limit": "turn"])
    try await stage.supervisor.child().crash(limit)
    await stage.clock.waitForSleepers(1)
    await #expect {
      try await stage.supervisor.child(within: .seconds(5))
    } throws: { thrown in
      let error = thrown as? BridgeError
      return error?.code == .unavailable && error?.data?["limit"] == "turn" && error?.causes == [limit]
    }
    stage.clock.advance(by: .milliseconds(100))
    try await eventually("the next child is started") { stage.children.withLock { $0.count } == 2 }
    await stage.supervisor.close()
  }

  @Test func `a child that never starts is given up, with the reason`() async throws {
    let stage = Stage(failsToStart: true) { $0.maximumFailures = 4 }
    let waiting = Task { try await stage.supervisor.child() }
    for rest in [100, 200, 400] {
      await stage.clock.waitForSleepers(1)
      stage.clock.advance(by: .milliseconds(rest))
    }
    await #expect { try await waiting.value } throws: { thrown in
      let error = thrown as? BridgeError
      return error?.code == .failedPrecondition
        && error?.message.hasPrefix("The JavaScript process failed 4 times in a row") == true
        && error?.message.hasSuffix("no such program") == true
    }
    await #expect(throws: BridgeError.self) { try await stage.supervisor.child() }
    await stage.supervisor.close()
  }

  @Test(arguments: 1...60) func `each delay is between its random minimum and the maximum`(failures: Int) {
    let policy = RestartPolicy()
    let whole = policy.delay(after: failures, chance: 1)
    #expect(whole == min(.seconds(30), .milliseconds(100) * (1 << min(failures - 1, 20))))
    #expect(policy.delay(after: failures, chance: 0) == whole / 2)
  }

  @Test func `callers that wait for a child are limited`() async throws {
    let stage = Stage(failsToStart: true) { $0.callsWhileDown = .wait }
    await withTaskGroup(of: BridgeError.Code?.self) { group in
      for _ in 0...Supervisor<Child>.maximumWaiters {
        group.addTask {
          do { _ = try await stage.supervisor.child() } catch { return BridgeError(error).code }
          return nil
        }
      }
      // The others wait.
      #expect(await group.next() == .some(.resourceExhausted))
      stage.supervisor.stop(BridgeError(.aborted, "The test is over."))
      var codes: [BridgeError.Code?: Int] = [:]
      for await code in group { codes[code, default: 0] += 1 }
      #expect(codes == [.aborted: Supervisor<Child>.maximumWaiters])
    }
  }
}
