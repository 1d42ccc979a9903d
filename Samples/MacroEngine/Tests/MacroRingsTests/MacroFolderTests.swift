import Causeway
import Foundation
import MacroRings
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct MacroFolderTests {
  let folder = FileManager.default.temporaryDirectory.appending(path: "macro-folder-\(UUID().uuidString)")
  let printed = Printed()
  let macros: MacroFolder

  final class Printed: Sendable {
    private let state = Mutex<[String]>([])
    var lines: [String] { state.withLock { $0 } }
    func add(_ line: String) { state.withLock { $0.append(line) } }
  }

  /// A copy of the sample's macros.
  init() throws {
    let sample = URL(filePath: #filePath).appending(path: "../../../macros").standardized
    try FileManager.default.copyItem(at: sample, to: folder)
    macros = try MacroFolder(folder.path, timeLimit: .milliseconds(200), timeout: .seconds(2)) { [printed] in
      printed.add("\($0) \($1)")
    }
  }

  func write(_ name: String, _ text: String) throws {
    try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
  }

  var values: [Double] {
    let rings = macros.document.rings
    return [rings.inner, rings.middle, rings.outer]
  }

  @Test func `macros are modules that import one another`() async throws {
    #expect(macros.names == ["even-more.ts", "less.ts", "more.ts", "rings.ts", "swing.ts"])
    try await macros.run("even-more")
    try await macros.run("even-more.ts")
    #expect(values == [2, 4, 6])
    #expect(printed.lines == ["log outer ring at 3", "log outer ring at 6"])
    // All changes of a run are one step.
    #expect(macros.document.undo())
    #expect(values == [1, 2, 3])
    await macros.close()
  }

  /// Records the values of a ring.
  private final class Recorder: RingDocumentDelegate {
    private let values = Mutex<[Double]>([])
    var recorded: [Double] { values.withLock { $0 } }
    func document(_ document: RingDocument, didSet ring: Ring, from old: Double, to new: Double) {
      values.withLock { $0.append(new) }
    }
  }

  @Test func `the program calls a macro's function for each step of a movement`() async throws {
    let recorder = Recorder()
    macros.document.delegate = recorder
    try await macros.run("swing")
    #expect(values == [0, 0, 5])
    // It goes beyond the end.
    #expect(recorder.recorded.count == 20)
    #expect(recorder.recorded.contains { $0 > 5.1 })
    #expect(recorder.recorded.last == 5)
    #expect(macros.document.undo())
    #expect(values == [0, 0, 0])
    await macros.close()
  }

  @Test func `an edited import counts from the next run on`() async throws {
    try await macros.run("even-more")
    try write("more.ts", "import { set } from './rings.js';\nset('inner', 7 satisfies number);\n")
    try await macros.run("even-more")
    #expect(values == [7, 4, 6])
    await macros.close()
  }

  @Test(arguments: [
    ("import { twice } from './rings.js'; twice();", "no export named 'twice'"),
    ("import './gone.js';", "gone.js"),
    ("import '../outside.js';", "outside"),
    ("let x = ;", "macro.ts:3"),
    ("set('inner', null);", "value"),
    ("dial.turn();", "Can't find variable: dial"),
    ("while (true) set('inner', 3);", "evaluation limit (0.2"),
    // Newer engines run it in one turn, and its limit comes first.
    ("while (true) await set('inner', 3);", "macro.ts did not end within 2.0 seconds|evaluation limit (0.2"),
    ("await (await import('./rings.js')).move('outer', 5, () => 'far');", "expected a number, got a string"),
    ("await (await import('./rings.js')).move('outer', 5, () => { while (true); });", "evaluation limit (0.2"),
    ("await (await import('./rings.js')).move('outer', 5, () => new Promise(() => {}));", "within 2"),
    ("await new Promise(() => {});", "macro.ts"),
    ("await new Promise(resolve => setTimeout(resolve, 60_000));", "within 2"),
  ])
  func `a macro that fails restores the rings, and the next one runs`(line: String, report: String) async throws {
    try await macros.run("more")
    try write("macro.ts", "import { set } from './rings.js';\nset('outer', 9);\n\(line)\n")
    let error = await #expect(throws: (any Error).self) { try await macros.run("macro") }
    let message = error.map { "\($0)" } ?? ""
    #expect(report.split(separator: "|").contains { message.contains($0) }, "\(message)")
    #expect(values == [1, 0, 0])
    try await macros.run("more")
    #expect(values == [2, 0, 0])
    await macros.close()
  }

  @Test func `an unknown name is refused`() async throws {
    let error = await #expect(throws: BridgeError.self) { try await macros.run("../more") }
    #expect(
      error?.message
        == "There is no macro named ../more; available: even-more.ts, less.ts, more.ts, rings.ts, swing.ts.")
    await macros.close()
  }

  @Test func `the terminal runs macros by name`() async throws {
    let lines = Printed()
    let input = AsyncThrowingStream<String, any Error> { stream in
      for line in ["more", "dance", "undo", "undo", "", "quit", "more"] { stream.yield(line) }
      stream.finish()
    }
    try await FolderInterface(macros: macros) { lines.add($0) }.run(input)
    let text = lines.lines.joined(separator: "\n")
    for part in ["even-more.ts, less.ts", "inner 1  middle 0", "There is no macro named dance", "nothing to undo"] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(values == [0, 0, 0])
    await macros.close()
  }
}
