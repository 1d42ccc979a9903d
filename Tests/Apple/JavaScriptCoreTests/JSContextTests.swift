import Foundation
import JavaScriptCoreAdditions
import Testing

/// Evaluating, exceptions and the context's own properties, as programs written for Apple's framework use them.
@Suite struct JSContextTests {
  let context = JSContext()!

  @Test func `a script yields the value of its last statement`() {
    #expect(context.evaluateScript("1 + 2").toInt32() == 3)
    #expect(context.evaluateScript("var a = 5; a * 2").toDouble() == 10)
    #expect(context.evaluateScript("'a' + 'é😀'").toString() == "aé😀")
    #expect(context.evaluateScript("").isUndefined)
    #expect(context.evaluateScript(nil).isUndefined)
  }

  @Test func `globals are read and set by key`() {
    context.evaluateScript("var greeting = 'hello'; function add(a, b) { return a + b }")
    #expect(context.objectForKeyedSubscript("greeting").toString() == "hello")
    #expect(context.objectForKeyedSubscript("add").call(withArguments: [2, 3]).toInt32() == 5)
    #expect(context.objectForKeyedSubscript("missing").isUndefined)
    context.setObject("world", forKeyedSubscript: "name" as NSString)
    context.setObject(7, forKeyedSubscript: "seven")
    context.setObject(nil, forKeyedSubscript: "nothing" as NSString)
    #expect(context.evaluateScript("greeting + ' ' + name + seven + nothing").toString() == "hello world7undefined")
    #expect(context["greeting"].toString() == "hello")
    context["list"] = [1, 2, 3]
    context["list"] = JSValue(object: [4, 5], in: context)
    #expect(context.evaluateScript("list.length").toInt32() == 2)
    #expect(context.globalObject.hasProperty("list"))
  }

  @Test func `an uncaught exception is stored in the context and the result is undefined`() {
    let result = context.evaluateScript("nothing.here")
    #expect(result?.isUndefined == true)
    #expect(context.exception.toString() == "ReferenceError: Can't find variable: nothing")
    #expect(context.exception.objectForKeyedSubscript("line").toInt32() == 1)
    context.exception = nil
    #expect(context.exception == nil)
    context.evaluateScript("this is no script")
    #expect(context.exception.forProperty("name").toString() == "SyntaxError")
    context.evaluateScript("throw 'text'")
    #expect(context.exception.isString)
  }

  @Test func `a handler receives the exception instead, and may call JavaScript`() {
    var seen: [String] = []
    context.exceptionHandler = { context, exception in
      seen.append(exception?.toString() ?? "none")
      seen.append(context?.evaluateScript("'again'").toString() ?? "no context")
    }
    #expect(context.evaluateScript("throw new Error('first')").isUndefined)
    #expect(seen == ["Error: first", "again"])
    #expect(context.exception == nil)
    context.exceptionHandler = nil
    context.evaluateScript("throw 1")
    #expect(context.exception == nil)
    #expect(context.exceptionHandler == nil)
  }

  @Test func `the default handler can be called like any other`() {
    let value = JSValue(newErrorFromMessage: "made", in: context)
    context.exceptionHandler(context, value)
    #expect(context.exception == value)
  }

  @Test func `a source URL appears in stacks and errors`() {
    context.evaluateScript("\n\nthrow new TypeError('x')", withSourceURL: URL(string: "https://host.test/app.js"))
    #expect(context.exception.forProperty("sourceURL").toString() == "https://host.test/app.js")
    #expect(context.exception.forProperty("line").toInt32() == 3)
    context.evaluateScript("throw new Error('none')", withSourceURL: nil)
    #expect(context.exception.forProperty("sourceURL").isUndefined)
  }

  @Test func `name, inspectability and virtual machine are kept`() {
    #expect(context.name == nil)
    context.name = "a name"
    #expect(context.name == "a name")
    context.name = nil
    #expect(context.name == nil)
    #expect(!context.isInspectable)
    context.isInspectable = true
    #expect(context.isInspectable)
    let machine = JSVirtualMachine()
    let first = JSContext(virtualMachine: machine)!
    let second = JSContext(virtualMachine: machine)!
    #expect(first.virtualMachine === machine && second.virtualMachine === machine)
    #expect(first != second)
    second.setObject(first.evaluateScript("({ n: 5 })"), forKeyedSubscript: "shared")
    #expect(second.evaluateScript("shared.n").toInt32() == 5)
  }

  @Test func `microtasks have run when an evaluation returns`() {
    context.evaluateScript("var log = []; Promise.resolve().then(() => log.push('job')); log.push('script')")
    #expect(context.evaluateScript("log.join()").toString() == "script,job")
  }

  @Test func `during a call from JavaScript the context, callee, this and arguments are known`() throws {
    #expect(JSContext.current() == nil)
    #expect(JSContext.currentThis() == nil && JSContext.currentCallee() == nil && JSContext.currentArguments() == nil)
    context.setObject(
      { (first: Int) -> Int in
        #expect(JSContext.current() === self.context)
        #expect(JSContext.currentCallee()?.isEqual(to: self.context.objectForKeyedSubscript("probe")) == true)
        let arguments = JSContext.currentArguments() as? [JSValue]
        #expect(arguments?.map { $0.toInt32() } == [1, 2, 3])
        #expect(JSContext.currentThis()?.forProperty("tag").toString() == "receiver")
        return first
      }, forKeyedSubscript: "probe")
    #expect(context.evaluateScript("({ tag: 'receiver', probe }).probe(1, 2, 3)").toInt32() == 1)
    #expect(context.exception == nil)
    #expect(JSContext.current() == nil)
  }

  @Test func `an exception set during a call is thrown there, and the earlier one is kept`() {
    context.setObject(
      { () -> Void in
        let context = JSContext.current()!
        #expect(context.exception == nil)
        context.exception = JSValue(newErrorFromMessage: "from Swift", in: context)
      }, forKeyedSubscript: "fail")
    context.exception = JSValue(object: "before", in: context)
    let caught = context.evaluateScript("try { fail(); 'nothing' } catch (e) { e.message }")
    #expect(caught?.toString() == "from Swift")
    #expect(context.exception.toString() == "before")
  }

  @Test func `an uncaught exception of an inner call is rethrown by the outer call`() {
    context.setObject(
      { () -> Void in JSContext.current().evaluateScript("throw new RangeError('inner')") }, forKeyedSubscript: "inner")
    #expect(context.evaluateScript("try { inner() } catch (e) { e.name }").toString() == "RangeError")
    context.exceptionHandler = { _, _ in }
    #expect(context.evaluateScript("try { inner(); 'silent' } catch (e) { e.name }").toString() == "silent")
  }

  @Test func `a context is found by its engine reference`() {
    let again = JSContext(jsGlobalContextRef: context.jsGlobalContextRef)!
    #expect(again == context)
    #expect(again.virtualMachine === context.virtualMachine)
    again.exception = JSValue(object: 5, in: again)
    #expect(context.exception.toInt32() == 5)
    #expect(JSContext(jsGlobalContextRef: nil) == nil)
    let value = context.evaluateScript("({ a: 1 })")!
    let same = JSValue(jsValueRef: value.jsValueRef, in: context)!
    #expect(same == value)
    #expect(same.isEqual(to: value))
  }

  @Test func `the C API is available, and its contexts can be used`() {
    let ref = JSGlobalContextCreate(nil)
    let joined = JSContext(jsGlobalContextRef: ref)!
    JSGlobalContextRelease(ref)
    #expect(joined.evaluateScript("6 * 7").toInt32() == 42)
    let text = JSStringCreateWithUTF8CString("6 + 1")
    defer { JSStringRelease(text) }
    let result = JSEvaluateScript(joined.jsGlobalContextRef, text, nil, nil, 1, nil)
    #expect(JSValue(jsValueRef: result, in: joined)?.toInt32() == 7)
  }
}
