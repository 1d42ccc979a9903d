import CPlain
import Foundation
import JavaScriptCore

/// Apple's API: the module `JavaScriptCore`, compared with the C API and with JSON.
extension Session {
  func apple() async {
    await measure("call(withArguments:)") {
      try await compare(
        "call(withArguments:) of two numbers", ours: Session.calls,
        plain: [("C API", { cplain_call_with_two(Int64($0)) })])
    }
    await measure("closure(Double, Double)") {
      try await compare(
        "closure called with two numbers", ours: Session.closure,
        plain: [("C callback", { cplain_callback_with_two(Int64($0)) })])
    }
    await measure("toObject()") {
      let context = JSContext()!
      let rows = context.evaluateScript(
        "Array.from({ length: 1000 }, (_, i) => ({ id: i, name: 'name ' + i, price: i / 4, isOpen: i % 2 === 0, note: null }))"
      )!
      let stringify = context.objectForKeyedSubscript("JSON").forProperty("stringify")!
      try await compare(
        "toObject() of 1,000 rows",
        ours: { count in
          try Session.time(count) {
            guard let rows = rows.toObject() as? [[String: Any]], rows.count == 1000 else { throw Failure("no rows") }
          }
        },
        plain: [
          (
            "JSON text and Foundation",
            { count in
              try Session.time(count) {
                let text = stringify.call(withArguments: [rows]).toString()!
                let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
                guard (object as? [[String: Any]])?.count == 1000 else { throw Failure("no rows") }
              }
            }
          ), ("reading by the C API", { cplain_rows(Int64($0)) }),
        ])
    }
  }

  private static func calls(_ count: Int) throws -> Double {
    let context = JSContext()!
    let add = context.evaluateScript("((a, b) => a + b)")!
    var sum = 0.0
    let begin = ContinuousClock.now
    for index in 0..<count { sum += add.call(withArguments: [index, 0.5]).toDouble() }
    let elapsed = ContinuousClock.now - begin
    guard sum == Double(count) * Double(count) / 2 else { throw Failure("a wrong sum") }
    return elapsed / .nanoseconds(1) / Double(count)
  }

  private static func closure(_ count: Int) throws -> Double {
    let context = JSContext()!
    let loop = context.evaluateScript(
      "((f, n) => { let s = 0; for (let i = 0; i < n; i++) s += f(i, 0.5); return s })")!
    let add = JSValue(object: { (a: Double, b: Double) in a + b }, in: context)!
    let begin = ContinuousClock.now
    let sum = loop.call(withArguments: [add, count]).toDouble()
    let elapsed = ContinuousClock.now - begin
    guard sum == Double(count) * Double(count) / 2 else { throw Failure("a wrong sum") }
    return elapsed / .nanoseconds(1) / Double(count)
  }

  private static func time(_ count: Int, _ body: () throws -> Void) rethrows -> Double {
    let begin = ContinuousClock.now
    for _ in 0..<count { try body() }
    return (ContinuousClock.now - begin) / .nanoseconds(1) / Double(count)
  }
}
