#if WebView
import Causeway
import Synchronization
import TestSupport
import Testing

@testable import CausewayWebKit

/// Functions of a page, called by Swift.
@Suite(.needsDisplay, .timeLimit(.minutes(5))) struct CallbackPageTests {
  private struct Each: Decodable, Sendable {
    let count: Int
    let row: Callback<Int, Bool>
  }

  @Test func `a page's function is called for each row, and released`() async throws {
    let lab = try await Lab { bridge in
      bridge.handle("db.each") { (each: Each) async throws -> Int in
        for number in 0..<each.count where try await !each.row(number) { return number }
        return each.count
      }
    }
    try await lab.show()
    #expect(
      try await lab.value("String(await bridge.call('db.each', { count: 5, row: async (row) => row < 3 }))") == "3")
    try await eventually("the function is released") {
      try await lab.value("String(bridge.inspect().references.exported)") == "0"
    }
    await lab.close()
  }

  @Test func `a page's object is called, and after a reload it is gone`() async throws {
    let taken = Shared<RemoteObject?>(nil)
    let lab = try await Lab { bridge in
      bridge.handle("take") { (one: RemoteObject) throws in
        let own = try one.keep()
        taken.withLock { $0 = own }
      }
    }
    let source = """
      class Counter extends bridge.RemoteObject {
        #total = 0;
        add(count) { return (this.#total += count); }
      }
      window.done = bridge.call('take', new Counter()).then(String);
      """
    try await lab.show(source)
    _ = try await lab.value("await window.done")
    let counter = try #require(taken.value)
    #expect(try await counter.call("add", 3) == 3)
    #expect(try await counter.call("add", 4) == 7)
    try await lab.show(source)
    _ = try await lab.value("await window.done")
    let error = await #expect(throws: BridgeError.self) { try await counter.call("add", 1) }
    #expect(error?.code == .aborted)
    #expect(try await taken.value?.call("add", 1, returning: Int.self) == 1)
    await lab.close()
  }

  @Test func `after a reload a kept function fails, and is not taken for one of the new page`() async throws {
    let kept = Shared<Callback<Int, Int>?>(nil)
    let lab = try await Lab { bridge in
      bridge.handle("keep") { (one: Callback<Int, Int>) throws in
        let own = try one.keep()
        kept.withLock { $0 = own }
      }
    }
    try await lab.show("window.done = bridge.call('keep', (x) => x + 1).then(String)")
    _ = try await lab.value("await window.done")
    let old = try #require(kept.value)
    #expect(try await old(1) == 2)
    // Its function has the same number.
    try await lab.show("window.done = bridge.call('keep', (x) => x + 100).then(String)")
    _ = try await lab.value("await window.done")
    let error = await #expect(throws: BridgeError.self) { _ = try await old(1) }
    #expect(error?.code == .aborted)
    let new = try #require(kept.value)
    #expect(try await new(1) == 101)
    #expect(old != new)
    await lab.close()
  }

  @Test func `a page calls closures of Swift's, and after a reload none is held`() async throws {
    let shared = Shared<Bridge?>(nil)
    let lab = try await Lab { bridge in
      shared.withLock { $0 = bridge }
      bridge.handle("adder") { (first: Int) in Callback { (second: Int) in first + second } }
    }
    let bridge = try #require(shared.value)
    try await lab.show("window.done = bridge.call('adder', 40).then((add) => (window.add = add)(2)).then(String)")
    #expect(try await lab.value("await window.done") == "42")
    #expect(bridge.activity().connections.map(\.statistics.exported) == [1])
    try await lab.show("window.done = bridge.call('adder', 1).then((add) => add(2)).then(String)")
    #expect(try await lab.value("await window.done") == "3")
    #expect(bridge.activity().connections.map(\.statistics.exported) == [1])
    await lab.close()
  }
}
#endif
