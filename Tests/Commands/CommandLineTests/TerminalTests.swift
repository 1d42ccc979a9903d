import Glibc
import Testing

/// The prompt on a terminal.
@Suite(.serialized, .timeLimit(.minutes(5))) struct TerminalTests {
  @Test(arguments: [
    ("console.log('tick')", "tick"), ("console.error('tick')", "tick"), ("{ throw 'tick' }", "Uncaught 'tick'"),
    ("Promise.reject('tick')", "Uncaught 'tick'"),
  ])
  func `the output of a timer keeps the line that is being typed`(print: String, line: String) throws {
    let terminal = try PseudoTerminal("repl")
    terminal.type("let timer = setInterval(() => \(print), 20)\r")
    #expect(terminal.wait { $0.contains { $0.contains("tick") && !$0.hasPrefix(">") } })
    terminal.type("'a' + 1")
    #expect(terminal.wait { $0.last == "> 'a' + 1" })
    let count = terminal.rows.count
    // More output, while half a line is typed.
    #expect(terminal.wait { $0.count >= count + 12 && $0.last == "> 'a' + 1" })
    let others = terminal.rows[count...].dropLast()
    #expect(others.allSatisfy { !$0.contains(">") && !$0.contains("'a'") }, "\(others)")
    #expect(others.contains { $0.hasPrefix(line) }, "\(others)")
    terminal.type("\u{7F}2\r")
    #expect(terminal.wait { $0.contains("'a2'") })
    terminal.type(".exit\r")
    #expect(terminal.status() == 0)
  }

  @Test func `a line of two thousand letters is edited and evaluated quickly`() throws {
    let terminal = try PseudoTerminal("repl")
    #expect(terminal.wait { $0.last == "> " })
    terminal.type("'" + String(repeating: "x", count: 2000) + "'.length\r")
    #expect(terminal.wait { $0.contains("2000") })
    terminal.type(".exit\r")
    #expect(terminal.status() == 0)
  }

  @Test func `Ctrl-C stops an endless loop, and the prompt comes back`() throws {
    let terminal = try PseudoTerminal("repl")
    terminal.type("console.log('go'); for (;;);\r")
    #expect(terminal.wait { $0.contains("go") })
    terminal.type("\u{03}")
    #expect(terminal.wait { $0.contains("The script was stopped; its variables are lost.") && $0.last == "> " })
    terminal.type("1 + 41\r")
    #expect(terminal.wait { $0.contains("42") })
    terminal.type(".exit\r")
    #expect(terminal.status() == 0)
  }

  @Test func `Ctrl-C stops a timer's loop that the next line waits for`() throws {
    let terminal = try PseudoTerminal("repl")
    terminal.type("setTimeout(() => { console.log('go'); for (;;); }), 1\r")
    #expect(terminal.wait { $0.contains("go") })
    terminal.type("setT\t\r")  // Completion waits for the engine, and times out.
    // Until Enter is processed, Ctrl-C only clears the line: repeat it until the script stops.
    func isStopped() -> Bool {
      terminal.type("\u{03}1\r")
      return terminal.wait(seconds: 0.5) { $0.contains("The script was stopped; its variables are lost.") }
    }
    #expect((0..<40).contains { _ in isStopped() })
    #expect(terminal.wait { $0.last == "> " })
    terminal.type("40 + 2\r")
    #expect(terminal.wait { $0.contains("42") })
    terminal.type(".exit\r")
    #expect(terminal.status() == 0)
  }

  @Test(arguments: ["1 + 41", "console.log('42'); await new Promise(() => {})", "console.log('42'); for (;;);"])
  func `a request to end is obeyed and restores the terminal`(input: String) throws {
    let terminal = try PseudoTerminal("repl")
    terminal.type(input + "\r")
    #expect(terminal.wait { $0.contains("42") && (input != "1 + 41" || $0.last == "> ") })
    terminal.send(SIGTERM)
    #expect(terminal.status() == 143)
    #expect(terminal.isCooked)
  }

  @Test(arguments: [".exit\r", "\u{04}"])
  func `a prompt can be left while a timer's loop blocks the engine`(leave: String) throws {
    let terminal = try PseudoTerminal("repl")
    terminal.type("setTimeout(() => { console.log('go'); for (;;); }, 300), 40 + 2\r")
    #expect(terminal.wait { $0.contains("42") && $0.contains("go") && $0.last == "> " })
    terminal.type(leave)
    #expect(terminal.status() == 0)
    #expect(terminal.isCooked)
  }

  @Test func `Ctrl-C stops a timer's loop that an error's report waits for`() throws {
    let terminal = try PseudoTerminal("repl")
    terminal.type("var armed = false\r")
    #expect(terminal.wait { $0.last == "> " }, "\(terminal.rows)")
    // Two timers with long callbacks: one always starts as soon as a line has been evaluated.
    terminal.type(
      "const turn = () => { for (const end = Date.now() + 50; Date.now() < end;); if (armed) { console.log('go'); for (;;); } }\r"
    )
    #expect(terminal.wait { $0.last == "> " }, "\(terminal.rows)")
    terminal.type("setInterval(turn); setInterval(turn); 40 + 2\r")
    #expect(terminal.wait { $0.contains("42") && $0.last == "> " }, "\(terminal.rows)")
    terminal.type("armed = true; throw Error('late')\r")
    #expect(terminal.wait { $0.contains("go") }, "\(terminal.rows)")
    func isStopped() -> Bool {
      terminal.type("\u{03}1\r")
      return terminal.wait(seconds: 0.5) { $0.contains("The script was stopped; its variables are lost.") }
    }
    #expect((0..<40).contains { _ in isStopped() })
    terminal.type(".exit\r")
    #expect(terminal.status() == 0)
  }

  /// Engines before 2.52 cannot stop a chain of promise jobs.
  @Test func `Ctrl-C ends an endless chain of promise jobs, or exits with a message`() throws {
    let terminal = try PseudoTerminal("repl")
    terminal.type("console.log('go'); (async () => { for (;;) await 0 })()\r")
    #expect(terminal.wait { $0.contains("go") })
    terminal.type("\u{03}")
    let (stopped, exiting) = (
      "The script was stopped; its variables are lost.", "causeway: The script cannot be interrupted; exiting."
    )
    #expect(terminal.wait { $0.contains(stopped) || $0.contains(exiting) })
    let isStopped = terminal.rows.contains(stopped)
    if isStopped { terminal.type(".exit\r") }
    #expect(terminal.status() == (isStopped ? 0 : 130))
  }

  @Test func `Ctrl-C stops waiting for a promise, and keeps the variables`() throws {
    let terminal = try PseudoTerminal("repl")
    terminal.type("var kept = 41; console.log('go'); await new Promise(() => {})\r")
    #expect(terminal.wait { $0.contains("go") })
    terminal.type("\u{03}")
    #expect(terminal.wait { $0.contains("The script continues in the background.") && $0.last == "> " })
    terminal.type("1 + 1\r")
    // Before the prompt is shown, the terminal handles Ctrl-D itself.
    #expect(terminal.wait { $0.contains("2") && $0.last == "> " })
    terminal.type("\u{04}")
    #expect(terminal.status() == 0)
  }
}
