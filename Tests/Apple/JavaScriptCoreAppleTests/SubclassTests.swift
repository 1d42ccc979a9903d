import JavaScriptCore
import Testing

/// Subclasses as programs for Apple's framework write them.
@Suite struct SubclassTests {
  private final class Plain: JSContext, @unchecked Sendable {
    var name2 = "plain"
    convenience init(label: String) {
      self.init()
      name2 = label
    }
  }

  private class Overriding: JSContext, @unchecked Sendable {
    let log: [String]
    override init() {
      log = ["init"]
      super.init()
      evaluateScript("made = 'here'")
    }
    override init!(virtualMachine: JSVirtualMachine!) {
      log = ["machine"]
      super.init(virtualMachine: virtualMachine)
    }
    @discardableResult
    override func evaluateScript(_ script: String!) -> JSValue! { super.evaluateScript("(\(script!))") }
  }

  private final class Failable: JSContext, @unchecked Sendable {
    override init!() { super.init() }
  }

  private final class OfArgument: JSContext, @unchecked Sendable {
    let count: Int
    init(count: Int) {
      self.count = count
      super.init()
    }
    init(count: Int, machine: JSVirtualMachine) {
      self.count = count
      super.init(virtualMachine: machine)
    }
  }

  private final class Machine: JSVirtualMachine, @unchecked Sendable {
    var contexts = 0
    func makeContext() -> JSContext {
      contexts += 1
      return JSContext(virtualMachine: self)
    }
  }

  @Test func `a subclass inherits the initialisers`() {
    let first = Plain()!
    let second: Plain = Plain(virtualMachine: JSVirtualMachine())
    #expect(first.evaluateScript("6 * 7").toInt32() == 42)
    #expect(second.evaluateScript("6 * 7").toInt32() == 42)
    #expect(Plain(label: "other").name2 == "other")
  }

  @Test func `a subclass overrides the initialisers and the methods`() {
    #expect(Overriding().log == ["init"])
    #expect(Overriding().evaluateScript("{ a: 1 }").forProperty("a").toInt32() == 1)
    #expect(Overriding(virtualMachine: JSVirtualMachine()!).log == ["machine"])
    #expect(Failable()?.evaluateScript("1").toInt32() == 1)
  }

  @Test func `a subclass has initialisers of its own`() {
    let machine = JSVirtualMachine()!
    #expect(OfArgument(count: 3).count == 3)
    #expect(OfArgument(count: 3, machine: machine).virtualMachine === machine)
  }

  @Test func `the current context in a call is the subclass's object`() {
    let context = Plain(label: "mine")
    var seen: JSContext?
    let note: @convention(block) () -> Void = { seen = JSContext.current() }
    context.setObject(note, forKeyedSubscript: "note" as NSString)
    context.evaluateScript("note()")
    #expect(seen === context)
  }

  @Test func `a virtual machine has subclasses too`() {
    let machine = Machine()!
    let context = machine.makeContext()
    #expect(context.virtualMachine === machine)
    #expect(machine.contexts == 1)
  }

  @Test func `the initialiser is a function`() {
    let make: () -> JSContext? = JSContext.init
    #expect(make()?.evaluateScript("1 + 1").toInt32() == 2)
    let contexts = (0..<2).compactMap { _ in JSContext() }
    #expect(contexts.count == 2)
  }

  @Test func `a value without a context is undefined everywhere`() {
    let context = JSContext()!
    #expect(JSValue().isUndefined)
    context.setObject(JSValue(), forKeyedSubscript: "nothing" as NSString)
    #expect(context.evaluateScript("nothing === undefined").toBool())
    #expect(context.exception == nil)
  }

  @Test func `a context of no machine gets one`() {
    #expect(JSContext(virtualMachine: nil)?.evaluateScript("1").toInt32() == 1)
  }
}
