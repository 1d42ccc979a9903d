import Foundation
import MacroEngine
import MacroRings
import Synchronization
import SampleTestSupport
import Testing

/// Records the notifications.
final class ChangeRecorder: RingDocumentDelegate {
  private let told = Mutex<[String]>([])
  var changes: [String] { told.withLock { $0 } }
  func document(_ document: RingDocument, didSet ring: Ring, from old: Double, to new: Double) {
    told.withLock { $0.append("\(ring) \(old)-\(new)") }
  }
}

@Suite(.timeLimit(.minutes(5))) struct RingDocumentTests {
  let document = RingDocument()
  let engine = MacroEngine(timeLimit: .milliseconds(100))
  let recorder = ChangeRecorder()

  init() {
    engine.addObject(document)
    document.delegate = recorder
  }

  func call(_ body: String) throws {
    try MacroMethod(javascript: "function() { \(body) }", key: "macro", engine: engine).call()
  }

  @Test func `a change by JavaScript is observed and notifies the delegate`() throws {
    document.begin()
    try call("setInnerProgress(3); setMiddleProgress(getInnerProgress() + 0.5); setOuterProgress('7')")
    document.keep()
    #expect(recorder.changes == ["inner 0.0-3.0", "middle 0.0-3.5", "outer 0.0-7.0"])
    #expect((document.rings.inner, document.rings.middle, document.rings.outer) == (3, 3.5, 7))
  }

  @Test(arguments: [
    ("-5", 0.0), ("11", 10), ("Infinity", 10), ("-Infinity", 0), ("1e308", 10), ("null", 0), ("true", 1), ("2n", 2),
  ])
  func `a ring is clamped to the range from 0 to 10`(value: String, shown: Double) throws {
    document.begin()
    try call("setInnerProgress(\(value))")
    #expect(document.rings.inner == shown)
  }

  @Test(arguments: ["NaN", "'many'", "{}", "undefined", "", "Symbol()", "() => 1"])
  func `a value that is not a number is refused by name and changes nothing`(value: String) throws {
    document.begin()
    let error = #expect(throws: MacroError.self) { try call("setInnerProgress(\(value))") }
    #expect(error?.message.isEmpty == false)
    #expect(document.rings == Rings())
  }

  @Test func `the refusal names the expected type`() {
    document.begin()
    let error = #expect(throws: MacroError.self) { try call("setInnerProgress('many')") }
    #expect(error?.message == "TypeError: setInnerProgress expects a number, not \"many\"")
  }

  @Test func `the changes of one macro are one step`() throws {
    for value in 1...3 {
      document.begin()
      try call("for (let i = 0; i < 5; i++) { setInnerProgress(\(value)); setOuterProgress(i) }")
      document.keep()
    }
    #expect(document.undo())
    #expect(document.rings.inner == 2)
    #expect(document.undo())
    #expect(document.rings.inner == 1)
    #expect(document.redo())
    #expect(document.rings.inner == 2)
    document.begin()
    try call("setInnerProgress(9)")
    document.keep()
    #expect(!document.redo())
  }

  @Test func `a step that is reverted leaves no trace`() throws {
    document.begin()
    try call("setInnerProgress(3)")
    document.keep()
    document.begin()
    try call("setInnerProgress(9); setMiddleProgress(9)")
    document.revert()
    #expect(document.rings.inner == 3)
    #expect(document.rings.middle == 0)
    #expect(recorder.changes.suffix(2) == ["inner 9.0-3.0", "middle 9.0-0.0"])
    #expect(document.undo())
    #expect(document.rings == Rings())
    #expect(!document.undo())
  }

  @Test func `a macro without changes is no undo step`() throws {
    document.begin()
    try call("setInnerProgress(0)")
    document.keep()
    #expect(!document.picture.canUndo)
  }

  @Test func `outside of a step nothing can be changed, and inside nothing undone`() throws {
    #expect(throws: MacroError.self) { try call("setInnerProgress(3)") }
    document.begin()
    try call("setInnerProgress(3)")
    #expect(!document.undo())
    document.keep()
    #expect(document.undo())
  }

  @Test func `an abandoned macro changes nothing in the next one's step`() async {
    let (isHeld, isFree) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    engine.addFunction("hold") { () -> Void in
      isHeld.signal()
      isFree.wait(for: "the macro is given up")
    }
    async let given: String? = onThread {
      document.begin()
      do { try call("hold(); setInnerProgress(9)") } catch { return "\(error)" }
      return nil
    }
    await onThread { isHeld.wait(for: "the macro runs") }
    document.revert()
    document.begin()
    isFree.signal()
    #expect(await given?.contains("The macro has ended") == true)
    document.keep()
    #expect(document.rings == Rings())
  }

  private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }

  @Test func `the number of undo steps is limited`() throws {
    for value in 0..<(RingDocument.maximumHistory + 20) {
      document.begin()
      try call("setInnerProgress(\(value % 2 + 1))")
      document.keep()
    }
    var steps = 0
    while document.undo() { steps += 1 }
    #expect(steps == RingDocument.maximumHistory)
  }

  @Test func `a drawing has rings that fill clockwise from the top`() {
    var rings = Rings()
    let empty = RingDrawing.lines(of: rings)
    #expect(empty.count == 11)
    #expect(!empty.joined().contains("█"))
    rings.outer = 5
    let half = RingDrawing.lines(of: rings)
    let middle = half[5]
    #expect(middle.hasPrefix("·") || middle.drop { $0 == " " }.hasPrefix("·"))
    #expect(middle.hasSuffix("█"))
    rings.outer = 10
    #expect(!RingDrawing.lines(of: rings)[5].hasPrefix("·"))
    #expect(RingDrawing.summary(of: rings) == "inner 0  middle 0  outer 10")
  }
}
