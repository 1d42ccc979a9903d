import Foundation
import JavaScriptCoreAdditions
import Synchronization
import Testing

/// Any thread may call; calls into one virtual machine wait for each other.
@Suite struct ThreadTests {
  @Test func `threads share a context, and no update is lost`() {
    let context = JSContext()!
    context.evaluateScript(
      "var n = 0; function step() { const old = n; for (let i = 0; i < 50; i++); n = old + 1; return n }")
    let step = context.objectForKeyedSubscript("step")!
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<500 { step.call(withArguments: []) }
    }
    #expect(context.objectForKeyedSubscript("n").toInt32() == 4000)
  }

  @Test func `values are made, converted and released on many threads at once`() {
    let context = JSContext()!
    let shared = context.evaluateScript("({ list: [1, 2, { a: 'b' }], text: 'é' })")!
    let failures = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for round in 0..<200 {
        let value = JSValue(object: ["thread": thread, "round": "\(round)"], in: context)!
        if value.forProperty("round").toString() != "\(round)" { failures.add(1, ordering: .relaxed) }
        if (shared.toObject() as? [String: Any])?.count != 2 { failures.add(1, ordering: .relaxed) }
      }
    }
    #expect(failures.load(ordering: .relaxed) == 0)
    #expect(context.exception == nil)
  }

  @Test func `a closure may wait for another thread that enters the same machine`() {
    let context = JSContext()!
    context.setObject(
      { () -> Int in
        let result = Mutex<Int>(0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
          let n = Int(context.evaluateScript("20").toInt32())
          result.withLock { $0 += n }
        }
        return result.withLock { $0 }
      }, forKeyedSubscript: "wait")
    #expect(context.evaluateScript("wait()").toInt32() == 80)
  }

  @Test func `machines run in parallel, and contexts are made and released on any thread`() {
    let failures = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      let machine = JSVirtualMachine()!
      for round in 0..<5 {
        let context = JSContext(virtualMachine: machine)!
        context.setObject({ (n: Int) in n * index }, forKeyedSubscript: "f")
        if context.evaluateScript("f(\(round))").toInt32() != Int32(round * index) {
          failures.add(1, ordering: .relaxed)
        }
      }
    }
    #expect(failures.load(ordering: .relaxed) == 0)
  }

  @Test func `the current call belongs to its thread`() {
    let context = JSContext()!
    context.setObject(
      { () -> Bool in
        let seen = Mutex(false)
        DispatchQueue.concurrentPerform(iterations: 2) { index in
          if Thread.isMainThread || index == 0 { return }
          seen.withLock { $0 = JSContext.currentArguments() != nil && JSContext.current() == nil }
        }
        return seen.withLock { $0 } || JSContext.current() == nil
      }, forKeyedSubscript: "probe")
    #expect(!context.evaluateScript("probe(1)").toBool())
  }
}
