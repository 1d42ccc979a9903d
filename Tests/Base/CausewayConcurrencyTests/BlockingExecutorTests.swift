import Dispatch
import Foundation
import TestSupport
import Testing

@testable import CausewayConcurrency

@Suite(.timeLimit(.minutes(5))) struct BlockingExecutorTests {
  @Test func `other tasks run while many calls block`() async throws {
    let executor = BlockingExecutor("blocked", threads: 32)
    let blocked = Shared(0)
    let gate = DispatchSemaphore(value: 0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<32 {
        group.addTask {
          await BlockingExecutor.run(on: executor) {
            blocked.withLock { $0 += 1 }
            gate.wait(for: "the other tasks")
          }
        }
      }
      try await eventually("all calls block") { blocked.withLock { $0 } == 32 }
      for number in 0..<100 { #expect(await Task { number }.value == number) }
      for _ in 0..<32 { gate.signal() }
      try await group.waitForAll()
    }
  }

  @Test func `no more calls block than there are threads, and the rest wait in their order`() async throws {
    let executor = BlockingExecutor("serial", threads: 1)
    let order = Shared<[Int]>([])
    let running = Shared(0)
    await withTaskGroup { group in
      for number in 0..<1000 {
        // Without a suspension before it the call is enqueued at once.
        group.addImmediateTask {
          await BlockingExecutor.run(on: executor) {
            let others = running.withLock { running in
              defer { running += 1 }
              return running
            }
            #expect(others == 0)
            order.withLock { $0.append(number) }
            running.withLock { $0 -= 1 }
          }
        }
      }
    }
    #expect(order.withLock { $0 } == Array(0..<1000))
  }

  @Test func `an error has its type, and a result comes back`() async throws {
    struct Failure: Error, Equatable { var number: Int }
    let executor = BlockingExecutor("typed", threads: 2)
    do throws(Failure) {
      _ = try await BlockingExecutor.run(on: executor) { () throws(Failure) -> Int in throw Failure(number: 7) }
      Issue.record("it does not throw")
    } catch {
      #expect(error == Failure(number: 7))
    }
    #expect(await BlockingExecutor.run(on: executor) { 5 } == 5)
  }

  @Test func `threads without work end`() async throws {
    func names() -> [String] {
      let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
      return tasks.compactMap { try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8) }
    }
    let executor = BlockingExecutor("brief-thread", threads: 4)
    await withTaskGroup { group in
      // Real time: calls that block for a moment.
      for _ in 0..<8 { group.addTask { await BlockingExecutor.run(on: executor) { usleep(1000) } } }
    }
    #expect(names().contains("brief-thread\n"))
    try await eventually("the threads have ended") { !names().contains("brief-thread\n") }
    #expect(await BlockingExecutor.run(on: executor) { 1 } == 1)
  }
}
