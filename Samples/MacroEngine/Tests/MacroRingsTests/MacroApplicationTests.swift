import Causeway
import Foundation
import MacroEngine
import Synchronization
import Testing

@testable import MacroRings

@Suite(.timeLimit(.minutes(5))) struct MacroApplicationTests {
  let folder = TestFolder()
  let application: MacroApplication

  init() {
    application = MacroApplication(
      store: MacroStore(file: folder.file), timeLimit: .milliseconds(100), timeout: .seconds(6))
  }

  func edit(_ key: String, _ source: String) async throws {
    try await application.edit(key, source, revision: application.macros.first { $0.key == key }!.revision)
  }

  @Test func `the original macros work`() async throws {
    try await application.run("evenMore")
    #expect(RingDrawing.summary(of: application.document.rings) == "inner 1  middle 2  outer 3")
    try await application.run("evenLess")
    #expect(application.document.rings == Rings())
    application.document.undo()
    #expect(RingDrawing.summary(of: application.document.rings) == "inner 1  middle 2  outer 3")
  }

  @Test(arguments: [
    "function() { setInnerProgress(9); while (true) {} }", "function() { setInnerProgress(9); throw 1 }",
    "async function() { setInnerProgress(9); await pause(1); throw new Error('late') }",
    "async function() { setInnerProgress(9); while (true) await null }",
    "function() { setInnerProgress(9); return new Promise(() => {}) }",
    "function() { setInnerProgress(9); setOuterProgress({}) }",
    "function() { setInnerProgress(9); (function f() { f() })() }",
  ])
  func `a macro that fails leaves the rings unchanged`(source: String) async throws {
    try await application.run("more")
    try await edit("less", source)
    await #expect(throws: MacroError.self) { try await application.run("less") }
    #expect(RingDrawing.summary(of: application.document.rings) == "inner 1  middle 0  outer 0")
    #expect(application.log.lines.last?.level == "failure")
    #expect(application.log.lines.last?.key == "less")
    try await application.run("more")
    #expect(application.document.rings.inner == 2)
    application.document.undo()
    #expect(application.document.rings.inner == 1)
  }

  @Test(arguments: ["", "NaN", "'soon'", "-1", "-Infinity"])
  func `a pause with an invalid duration is zero`(time: String) async throws {
    try await edit("less", "async function() { await pause(\(time)); return 'rested' }")
    #expect(try await application.run("less") == "rested")
  }

  @Test(arguments: ["return", "throw"])
  func `a result is truncated in the log, and pushes no other line out`(end: String) async throws {
    try await edit("less", "function() { console.log('before'); \(end) 'x'.repeat(400_000) }")
    _ = try? await application.run("less")
    let lines = application.log.lines
    #expect(lines.first?.text == "before" && lines.count == 2)
    #expect(lines.last.map { $0.text.unicodeScalars.count } == ConsoleLine.maximumLength + 1)
  }

  @Test func `a macro calls the current version of others by name`() async throws {
    try await edit("less", "function() { setInnerProgress(5) }")
    try await edit("more", "function() { less() }")
    try await application.run("more")
    #expect(application.document.rings.inner == 5)
    try await edit("less", "function() { setInnerProgress(6) }")
    try await application.run("more")
    #expect(application.document.rings.inner == 6)
  }

  @Test func `an invalid source is refused, and the button keeps its macro`() async throws {
    let error = await #expect(throws: BridgeError.self) { try await edit("more", "function() {\n  a b\n}") }
    #expect(error?.message.contains("(line 2, column 5)") == true)
    try await application.run("more")
    #expect(application.document.rings.inner == 1)
  }

  @Test func `concurrent presses are handled one after the other`() async throws {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<10 { group.addTask { _ = try? await application.run("more") } }
    }
    #expect(application.document.rings.inner == 10)
  }

  @Test func `the terminal draws, executes commands and reports errors`() async throws {
    let lines = Mutex<[String]>([])
    let broken = folder.url.appending(path: "broken.js")
    try folder.write("{\"version\":1,\"macros\":{}}")
    try "function() {\n  oops(;\n}".write(to: broken, atomically: true, encoding: .utf8)
    let commands = [
      "4", "undo", "redo", "show 2", "edit 2 \(broken.path)", "edit 2", "edit 2 /nowhere", "9", "dance now", "more", "",
      "restore 2", "quit", "1",
    ]
    let input = AsyncThrowingStream<String, any Error> { stream in
      for command in commands { stream.yield(command) }
      stream.finish()
    }
    try await TerminalInterface(application: application) { line in lines.withLock { $0.append(line) } }.run(input)
    let text = lines.withLock { $0.joined(separator: "\n") }
    for part in [
      "4  Even more", "inner 1  middle 2  outer 3", "log: outer ring at 3",
      "  2      setInnerProgress(getInnerProgress() + 1);",
      "';' is not allowed here.", "(line 2, column 8)", "edit 2 FILE", "9: no such button",
      "dance now: no such command",
      "inner 2  middle 2  outer 3", "█",
    ] { #expect(text.contains(part), "\(part)") }
    #expect(application.document.rings.inner == 2)
  }

  @Test func `macro output cannot move a terminal's cursor`() async throws {
    let lines = Mutex<[String]>([])
    try await edit("more", "function() { console.log('\\u001b[2J\\u202eevil\\u009b'); throw new Error('\\u0007') }")
    let interface = TerminalInterface(application: application) { line in lines.withLock { $0.append(line) } }
    await interface.press("more")
    let text = lines.withLock { $0.joined() }
    #expect(text.contains(#"log: \u{1b}[2J\u{202e}evil\u{9b}"#))
    #expect(text.contains(#"Error: \u{7}"#))
    #expect(!text.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202E || $0.value == 0x9B })
  }

  @Test func `the size of the log is limited, for lines of any length`() async throws {
    let large = "'a' + '\\u0301'.repeat(1e4), '\u{1F600}'.repeat(4e3)"
    let application = MacroApplication(
      store: MacroStore(file: folder.file), timeLimit: .seconds(20), timeout: .seconds(60))
    try await application.edit(
      "more", "function() { for (let i = 0; i < 40; i++) console.log(i, \(large)) }", revision: 0)
    try await application.run("more")
    #expect(application.log.lines.reduce(0) { $0 + $1.text.utf8.count } <= ConsoleLog.maximumBytes)
    #expect(application.log.lines.last?.text.hasPrefix("39 ") == true)
  }

  @Test func `the demonstration ends`() async throws {
    let lines = Mutex<[String]>([])
    let application = MacroApplication(
      store: MacroStore(file: folder.file), timeLimit: .seconds(1), timeout: .seconds(60))
    try await Demonstration(application: application) { line in lines.withLock { $0.append(line) } }.run()
    let text = lines.withLock { $0.joined(separator: "\n") }
    for part in ["doubled", "not '}'", "Can't find variable: dial", "ran longer than", "█"] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(lines.withLock { $0.last } == "  [more] inner 5  middle 2  outer 3", "\(text)")
  }
}
