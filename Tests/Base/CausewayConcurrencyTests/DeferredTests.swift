import CausewayConcurrency
import Testing

@Suite(.timeLimit(.minutes(5))) struct DeferredTests {
  @Test func `the first value counts, whether it is set before the wait or after`() async {
    let early = Deferred<Int>()
    #expect(early.resolve(1))
    #expect(!early.resolve(2))
    #expect(await early.value(cancelled: 3) == 1)

    let late = Deferred<Int>()
    let waiter = Task.immediate { await late.value(cancelled: 3) }
    #expect(late.resolve(1))
    #expect(!late.resolve(2))
    #expect(await waiter.value == 1)
  }

  @Test func `a cancelled task waits no longer, and a later value has no effect`() async {
    let begun = Deferred<Int>()
    let waiter = Task.immediate { await begun.value(cancelled: 3) }
    waiter.cancel()
    #expect(await waiter.value == 3)
    #expect(!begun.resolve(1))

    let unbegun = Deferred<Int>()
    let cancelled = Task {
      withUnsafeCurrentTask { unsafe $0?.cancel() }
      return await unbegun.value(cancelled: 3)
    }
    #expect(await cancelled.value == 3)
  }

  @Test func `of concurrent resolves and a cancellation one wins, and the waiter has its value`() async {
    for _ in 0..<500 {
      let deferred = Deferred<Int>()
      let waiter = Task { await deferred.value(cancelled: -1) }
      let winners = await withTaskGroup(of: Int?.self) { group in
        group.addTask {
          waiter.cancel()
          return nil
        }
        for number in 0..<4 { group.addTask { deferred.resolve(number) ? number : nil } }
        return await group.reduce(into: [Int]()) { if let winner = $1 { $0.append(winner) } }
      }
      let value = await waiter.value
      #expect(winners == (value == -1 ? [Int]() : [value]))
    }
  }
}
