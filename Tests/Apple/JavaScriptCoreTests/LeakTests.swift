import Foundation
import Glibc
import JavaScriptCoreAdditions
import TestSupport
import Testing

/// A million values in each direction leak nothing.
///
/// Measured are the bytes that the process has allocated and not freed (`malloc_info`), and the engine's count of its
/// heap, which has another allocator.
@Suite(.unsanitized, .serialized) struct LeakTests {
  private let context = JSContext()!

  private typealias Describe = @convention(c) (CInt, UnsafeMutablePointer<FILE>) -> CInt
  private typealias Count = @convention(c) (JSContextRef) -> JSObjectRef?

  /// Bytes in use: those that the allocator has obtained from the system, less the free ones.
  private func allocated() throws -> Int {
    let describe = unsafeBitCast(try #require(dlsym(nil, "malloc_info")), to: Describe.self)
    var text: UnsafeMutablePointer<CChar>?
    var count = 0
    let file = try #require(open_memstream(&text, &count))
    _ = describe(0, file)
    fclose(file)
    defer { free(text) }
    // The totals of all arenas come last.
    let report = String(cString: try #require(text))
    func size(_ pattern: Regex<(Substring, Substring)>) throws -> Int {
      Int(try #require(report.matches(of: pattern).last).1) ?? 0
    }
    // Newer releases of the allocator have no fast bins.
    let fast = report.contains("type=\"fast\"") ? try size(/<total type="fast" count="[0-9]+" size="([0-9]+)"/) : 0
    return try size(/<system type="current" size="([0-9]+)"/)
      + size(/<total type="mmap" count="[0-9]+" size="([0-9]+)"/)
      - size(/<total type="rest" count="[0-9]+" size="([0-9]+)"/) - fast
  }

  /// Bytes in use on the JavaScript heap.
  private func heap() throws -> Int {
    let count = unsafeBitCast(try #require(dlsym(nil, "JSGetMemoryUsageStatistics")), to: Count.self)
    let statistics = JSValue(jsValueRef: count(context.jsGlobalContextRef), in: context)
    return Int(try #require(statistics?.forProperty("heapSize")).toInt64())
  }

  /// Bytes that runs of `body` leave in both heaps, after a warm-up of a tenth as many runs.
  private func growth(_ rounds: Int, _ body: (Int) -> Void) throws -> Int {
    for round in 0..<rounds / 10 { body(round) }
    let before = try inUse()
    for round in 0..<rounds { body(round) }
    return try inUse() - before
  }

  private func inUse() throws -> Int {
    // The collector scans the stack conservatively: the second run has another stack.
    for _ in 0..<2 { context.collectGarbage() }
    return try allocated() + heap()
  }

  /// One word for each of a million values would be 8 MB.
  private let most = 2 << 20

  @Test func `a million values passed to JavaScript leak nothing`() throws {
    let take = context.evaluateScript("rows => { globalThis.last = rows }")!
    let object = NSObject()
    let grown = try growth(700) { round in
      let rows: [Any] = (0..<250).map { ["text": "\(round) \($0)", "list": [$0], "object": object, "number": 0.5] }
      take.call(withArguments: [rows])
    }
    #expect(grown < most)
  }

  @Test func `a million values passed to Swift leak nothing`() throws {
    let make = context.evaluateScript(
      "n => Array.from({ length: 250 }, (_, i) => ({ text: n + ' ' + i, list: [i], date: new Date(i), f() {} }))")!
    let grown = try growth(700) { round in
      if (make.call(withArguments: [round]).toObject() as? [Any])?.count != 250 { Issue.record("rows are lost") }
    }
    #expect(grown < most)
  }

  /// Errors are made and not thrown: the testing library hooks every `throw`.
  @Test func `objects, closures and errors that were passed leak nothing`() throws {
    let take = context.evaluateScript("x => { globalThis.last = typeof x == 'function' ? x() : x }")!
    let grown = try growth(50_000) { _ in
      take.call(withArguments: [JSValue(object: { () in NSObject() }, in: context) as Any])
      take.call(withArguments: [CancellationError()])
    }
    #expect(grown < most)
  }

  @Test func `managed values leak nothing when the value or the owner is released`() throws {
    let machine = context.virtualMachine!
    let staying = NSObject()
    let grown = try growth(20_000) { round in
      if round % 1000 == 0 { context.collectGarbage() }
      for owner in [staying, NSObject()] {
        let value = JSManagedValue(value: JSValue(newObjectIn: context))
        machine.addManagedReference(value, withOwner: owner)
      }
    }
    #expect(grown < most)
  }

  @Test func `the measurement detects a leak`() throws {
    let push = context.evaluateScript("var list = []; x => { list.push(x) }")!
    let grown = try growth(30_000) { _ in push.call(withArguments: [NSObject()]) }
    #expect(grown > most)
  }
}
