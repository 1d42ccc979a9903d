import Foundation
import JavaScriptCore
import Synchronization
import Testing

/// Who keeps what alive, on whichever thread.
@Suite struct LifetimeTests {
  /// Counts how many of its kind live.
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

  /// Collects until nothing more goes: the collector looks at stacks and may take an old address there for a value.
  private func collect(_ context: JSContext, until done: () -> Bool) {
    for _ in 0..<20 where !done() {
      context.collectGarbage()
      context.evaluateScript("for (let i = 0; i < 2000; i++) ({ i, a: [i] })")
    }
  }

  @Test func `JavaScript keeps the Swift objects that it holds, and lets them go`() {
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

  @Test func `a context goes with its values, functions and objects`() {
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

  @Test func `a value keeps its context when nobody else does`() {
    var value: JSValue? = JSContext()!.evaluateScript("({ f: () => 42 })")
    #expect(value?.invokeMethod("f", withArguments: []).toInt32() == 42)
    let context = value?.context
    #expect(context === value?.context)
    context?.exceptionHandler = nil
    #expect(value?.context.exceptionHandler == nil)
    value = nil
    #expect(context?.evaluateScript("1").toInt32() == 1)
  }

  @Test func `functions of a context that was let go still work in another of its machine`() {
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

  @Test func `a managed value goes when JavaScript lets go, unless its owner is reachable there`() {
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

  @Test func `an owner holds through other owners`() {
    let context = JSContext()!
    let inner = NSObject()
    let outer = NSObject()
    let managed = JSManagedValue(value: context.evaluateScript("({ deep: true })"), andOwner: inner)!
    context.virtualMachine.addManagedReference(inner, withOwner: outer)
    context.setObject(outer, forKeyedSubscript: "outer" as NSString)
    collect(context) { managed.value == nil }
    #expect(managed.value?.forProperty("deep").toBool() == true)
  }

  @Test func `a managed value of a primitive keeps it, and of a dead context is nil`() {
    var context: JSContext? = JSContext()
    let text = JSManagedValue(value: JSValue(object: "text", in: context))!
    let object = JSManagedValue(value: JSValue(newObjectIn: context))!
    #expect(text.value.toString() == "text")
    #expect(JSManagedValue(value: nil).value == nil)
    #expect(JSValue(object: text, in: context).toString() == "text")
    context = nil
    #expect(text.value == nil && object.value == nil)
  }

  @Test func `an object that holds a JSValue of itself leaks; with a JSManagedValue it does not`() {
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
