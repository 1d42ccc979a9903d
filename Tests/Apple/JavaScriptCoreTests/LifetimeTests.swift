import Foundation
import JavaScriptCoreAdditions
import Synchronization
import Testing

/// References between Swift and JavaScript objects, on any thread.
@Suite struct LifetimeTests {
  /// Counts the existing objects of its kind.
  private final class Counted: NSObject, Sendable {
    let alive: Tally
    init(_ alive: Tally) {
      self.alive = alive
      alive.count.add(1, ordering: .relaxed)
    }
    deinit { alive.count.subtract(1, ordering: .relaxed) }
  }
  private final class Tally: Sendable {
    let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .relaxed) }
  }

  /// Collects repeatedly: the collector scans stacks conservatively and may keep an object by chance.
  private func collect(_ context: JSContext, until done: () -> Bool) {
    for _ in 0..<20 where !done() {
      context.collectGarbage()
      context.evaluateScript("for (let i = 0; i < 2000; i++) ({ i, a: [i] })")
    }
  }

  @Test func `JavaScript retains Swift objects and releases them`() {
    let context = JSContext()!
    let tally = Tally()
    context.evaluateScript("var kept = [], add = o => { kept.push(o) }")
    let add = context.objectForKeyedSubscript("add")!
    for _ in 0..<500 { add.call(withArguments: [Counted(tally)]) }
    collect(context) { tally.value < 500 }
    #expect(tally.value == 500)
    context.evaluateScript("kept = null")
    collect(context) { tally.value < 20 }
    #expect(tally.value < 20)
  }

  /// Waits in its `deinit` for another thread that evaluates a script.
  private final class Waiting: NSObject, Sendable {
    let context: JSContext
    let answers: Answers
    init(_ context: JSContext, _ answers: Answers) { (self.context, self.answers) = (context, answers) }
    deinit {
      let done = DispatchSemaphore(value: 0)
      Thread { [context] in
        context.evaluateScript("1")
        done.signal()
      }.start()
      let isDone = done.wait(timeout: .now() + 30) == .success
      answers.list.withLock { $0.append(isDone) }
    }
  }
  private final class Answers: Sendable {
    let list = Mutex<[Bool]>([])
  }

  @Test func `an object released while a managed value is read may wait for another thread's script`() {
    typealias Collect = @convention(c) (JSContextRef) -> Void
    guard let symbol = dlsym(nil, "JSSynchronousGarbageCollectForDebugging") else { return }
    let collect = unsafeBitCast(symbol, to: Collect.self)
    let context = JSContext()!
    let answers = Answers()
    let managed = JSManagedValue(value: context.evaluateScript("var kept = {}; kept"))!
    // Several, because the collector may keep one by chance.
    for _ in 0..<8 { context.setObject(Waiting(context, answers), forKeyedSubscript: "waiting" as NSString) }
    context.evaluateScript("waiting = undefined; for (let i = 0; i < 2000; i++) ({ i, a: [i] })")
    var values = (0..<100).map { context.evaluateScript("({ a: \($0) })")! }
    collect(context.jsGlobalContextRef)
    values = []
    #expect(managed.value != nil)
    withExtendedLifetime(values) {}
    #expect(Set(answers.list.withLock { $0 }) == [true])
  }

  @Test func `a context is released with its values, functions and objects`() {
    let tally = Tally()
    weak var gone: JSContext?
    do {
      let context = JSContext()!
      gone = context
      let object = Counted(tally)
      context.setObject(object, forKeyedSubscript: "object" as NSString)
      context.setObject({ [object] in _ = object }, forKeyedSubscript: "closure")
      context.evaluateScript("throw new Error('kept as exception')")
      #expect(tally.value == 1)
    }
    #expect(gone == nil)
    #expect(tally.value == 0)
  }

  @Test func `a value retains its context`() {
    var value: JSValue? = JSContext()!.evaluateScript("({ f: () => 42 })")
    #expect(value?.invokeMethod("f", withArguments: []).toInt32() == 42)
    let context = value?.context
    #expect(context === value?.context)
    context?.exceptionHandler = nil
    #expect(value?.context.exceptionHandler == nil)
    value = nil
    #expect(context?.evaluateScript("1").toInt32() == 1)
  }

  @Test func `functions of a released context still work in another context of its machine`() {
    let machine = JSVirtualMachine()!
    let survivor = JSContext(virtualMachine: machine)!
    do {
      let context = JSContext(virtualMachine: machine)!
      context.setObject(
        { (n: Int) -> Int in
          #expect(JSContext.current() != nil)
          if n < 0 { JSContext.current().exception = JSValue(object: "negative", in: JSContext.current()) }
          return n + 1
        }, forKeyedSubscript: "next")
      survivor.setObject(context.objectForKeyedSubscript("next"), forKeyedSubscript: "next" as NSString)
    }
    survivor.collectGarbage()
    #expect(survivor.evaluateScript("next(1)").toInt32() == 2)
    #expect(survivor.evaluateScript("try { next(-1) } catch (e) { e }").toString() == "negative")
  }

  @Test func `a managed value is collected unless JavaScript or a reachable owner holds it`() {
    let context = JSContext()!
    let machine = context.virtualMachine!
    let tally = Tally()
    var owner: Counted? = Counted(tally)
    context.setObject(owner, forKeyedSubscript: "owner" as NSString)
    let managed: [JSManagedValue] = (0..<200).map { index in
      let value = JSManagedValue(value: context.evaluateScript("({ index: \(index) })"))!
      if index < 100 { machine.addManagedReference(value, withOwner: owner) }
      return value
    }
    func alive(_ range: Range<Int>) -> Int { managed[range].filter { $0.value != nil }.count }
    collect(context) { alive(100..<200) < 10 }
    #expect(alive(100..<200) < 10)
    #expect(alive(0..<100) == 100)
    #expect(managed[7].value.forProperty("index").toInt32() == 7)
    for value in managed[0..<50] { machine.removeManagedReference(value, withOwner: owner) }
    collect(context) { alive(0..<50) < 10 }
    #expect(alive(0..<50) < 10)
    #expect(alive(50..<100) == 50)
    context.setObject(nil, forKeyedSubscript: "owner" as NSString)
    collect(context) { alive(50..<100) < 10 }
    #expect(alive(50..<100) < 10)
    owner = nil
    #expect(tally.value <= 1)
  }

  @Test func `references that were not removed are kept until as many more are added`() {
    let context = JSContext()!
    let owner = NSObject()
    context.setObject(owner, forKeyedSubscript: "owner" as NSString)
    func add(_ count: Int) -> (owned: [JSManagedValue], seen: [JSManagedValue]) {
      let objects = (0..<count).map { _ in JSValue(newObjectIn: context)! }
      return (
        objects.map { JSManagedValue(value: $0, andOwner: owner) }, objects.map { JSManagedValue(value: $0) }
      )
    }
    let gone = add(100).seen
    let staying = add(100)
    func alive(_ values: [JSManagedValue]) -> Int { values.count { $0.value != nil } }
    collect(context) { alive(gone) < 10 }
    #expect(alive(gone) < 10)
    #expect(alive(staying.seen) == 100)
    #expect(staying.owned.count == 100)
  }

  @Test func `concurrent additions and removals for one owner keep the values that still count`() {
    let context = JSContext()!
    let machine = context.virtualMachine!
    let owner = Counted(Tally())
    context.setObject(owner, forKeyedSubscript: "owner" as NSString)
    let values = (0..<800).map { _ in JSManagedValue(value: JSValue(newObjectIn: context))! }
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      // Each thread starts at another value, and all threads add every value.
      for step in values.indices { machine.addManagedReference(values[(step + thread * 100) % 800], withOwner: owner) }
      for step in values.indices where step % 2 == 0 || thread > 0 {
        machine.removeManagedReference(values[step], withOwner: owner)
      }
    }
    func alive(_ parity: Int) -> Int { values.indices.count { $0 % 2 == parity && values[$0].value != nil } }
    collect(context) { alive(0) < 20 }
    #expect(alive(0) < 20)
    #expect(alive(1) == 400)
  }

  @Test func `an owner keeps values through other owners`() {
    let context = JSContext()!
    let inner = NSObject()
    let outer = NSObject()
    let managed = JSManagedValue(value: context.evaluateScript("({ deep: true })"), andOwner: inner)!
    context.virtualMachine.addManagedReference(inner, withOwner: outer)
    context.setObject(outer, forKeyedSubscript: "outer" as NSString)
    collect(context) { managed.value == nil }
    #expect(managed.value?.forProperty("deep").toBool() == true)
  }

  @Test func `a managed value of a primitive retains it, and of a destroyed context is nil`() {
    var context: JSContext? = JSContext()
    let text = JSManagedValue(value: JSValue(object: "text", in: context))!
    let object = JSManagedValue(value: JSValue(newObjectIn: context))!
    #expect(text.value.toString() == "text")
    #expect(JSManagedValue(value: nil).value == nil)
    #expect(JSValue(object: text, in: context).toString() == "text")
    context = nil
    #expect(text.value == nil && object.value == nil)
  }

  @Test func `an object that holds its own JSValue leaks; with a JSManagedValue it does not`() {
    final class Holder: NSObject {
      var strong: JSValue?
      var managed: JSManagedValue?
    }
    weak var leaked: Holder?
    weak var freed: Holder?
    func run(_ usesManaged: Bool) -> Holder {
      let context = JSContext()!
      let holder = Holder()
      context.setObject(holder, forKeyedSubscript: "holder" as NSString)
      let handler = context.evaluateScript("(() => holder)")!
      if usesManaged {
        holder.managed = JSManagedValue(value: handler, andOwner: holder)
      } else {
        holder.strong = handler
      }
      return holder
    }
    leaked = run(false)
    freed = run(true)
    #expect(leaked != nil)
    #expect(freed == nil)
    leaked?.strong = nil
    #expect(leaked == nil)
  }
}
