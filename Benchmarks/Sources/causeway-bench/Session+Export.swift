#if Macros
import CPlain
import JavaScriptCoreExport

/// Swift classes in JavaScript, compared with such a class in C.
extension Session {
  func exportedClasses() async {
    await measure("@JSExport method") {
      try await compare(
        "method of a @JSExport class",
        ours: {
          try Session.count($0, "((o, n) => { for (let i = 0; i < n; i++) o.add(1); return o.add(0) })")
        }, plain: [("C class", { cplain_method(Int64($0)) })])
    }
    await measure("@JSExport property") {
      try await compare(
        "property of a @JSExport class, set and read",
        ours: {
          try Session.count($0, "((o, n) => { for (let i = 0; i < n; i++) o.value = o.value + 1; return o.value })")
        }, plain: [("C class", { cplain_property(Int64($0)) })])
    }
  }

  private static func count(_ count: Int, _ loop: String) throws -> Double {
    let context = JSContext()!
    let loop = context.evaluateScript(loop)!
    let counter = Counter()
    let begin = ContinuousClock.now
    let sum = loop.call(withArguments: [counter, count]).toDouble()
    let elapsed = ContinuousClock.now - begin
    guard sum == Double(count) else { throw Failure("a wrong count") }
    return elapsed / .nanoseconds(1) / Double(count)
  }
}

/// The counterpart of the class in C (apple.c).
@JSExport private final class Counter {
  var value = 0.0

  init() {}

  func add(_ step: Double) -> Double {
    value += step
    return value
  }
}
#endif
