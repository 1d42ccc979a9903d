#if Macros
import Foundation
import JavaScriptCoreAdditions
import JavaScriptCoreExport
import Testing

/// References to exported objects.
@Suite(.serialized) struct ExportLifetimeTests {
  @JSExport final class Button {
    var onClick: JSValue?
    init() {}
  }

  @JSExport final class ManagedButton {
    @JSExportIgnored private var handler: JSManagedValue?
    var onClick: JSValue? {
      get { handler?.value }
      set { handler = JSManagedValue(value: newValue, andOwner: self) }
    }
    init() {}
  }

  @JSExport final class Passing {
    init() {}
    func touch() {}
  }

  private func page(with button: AnyObject) {
    let context = JSContext()!
    context["button"] = button
    context.evaluateScript("button.onClick = () => button")
  }

  @Test func `a handler stored as a JSValue leaks, and the leak is reported`() {
    weak var leaked: Button?
    do {
      let button = Button()
      leaked = button
      page(with: button)
    }
    #expect(leaked != nil)
    #expect(JSVirtualMachine.heldObjects()["Button"] == 1)
    leaked?.onClick = nil
    #expect(leaked == nil)
    #expect(JSVirtualMachine.heldObjects()["Button"] == nil)
  }

  @Test func `a handler stored as a JSManagedValue does not leak, and works while its owner is reachable`() {
    weak var gone: ManagedButton?
    do {
      let button = ManagedButton()
      gone = button
      let context = JSContext()!
      context["button"] = button
      context.evaluateScript("button.onClick = () => 42")
      for _ in 0..<3 { context.collectGarbage() }
      #expect(button.onClick?.call(withArguments: []).toInt32() == 42)
      #expect(JSVirtualMachine.heldObjects()["ManagedButton"] == 1)
    }
    #expect(gone == nil)
    #expect(JSVirtualMachine.heldObjects()["ManagedButton"] == nil)
  }

  @Test func `objects that JavaScript made and released are collected`() {
    let context = JSContext()!
    context["Passing"] = Passing.self
    context.evaluateScript("for (let i = 0; i < 20000; i++) new Passing().touch()")
    for _ in 0..<20 where JSVirtualMachine.heldObjects()["Passing", default: 0] > 10 {
      context.evaluateScript("for (let i = 0; i < 2000; i++) ({ i, a: [i] })")
    }
    #expect(JSVirtualMachine.heldObjects()["Passing", default: 0] <= 10)
  }

  @Test func `an exported class does not retain its context`() {
    weak var gone: JSContext?
    do {
      let context = JSContext()!
      gone = context
      context["Passing"] = Passing.self
      context.evaluateScript("new Passing().touch()")
    }
    #expect(gone == nil)
  }
}
#endif
