import Foundation
import Glibc
import TestSupport
import Testing

@testable import Causeway
@testable import CausewayCommand

@Suite(.timeLimit(.minutes(5))) struct TopTests {
  /// A program that waits, with a socket for `causeway top`.
  private final class Program {
    let process: Process
    let socket: String
    private let scratch: Scratch

    init(_ code: String) throws {
      scratch = try Scratch()
      socket = scratch.directory.appendingPathComponent("s").path
      let (process, output, _) = try CommandLine.start(
        "run", "--top-socket", socket, "-e", code + "\nconsole.log('ready')")
      self.process = process
      try #require(output.read(until: "ready").contains("ready"))
    }

    deinit { process.terminate() }
  }

  @Test func `without a terminal the state is printed once`() throws {
    let program = try Program("setTimeout(() => {}, 60000);")
    let result = try CommandLine.run("top", program.socket)
    #expect(result.status == 0 && result.errors == "")
    #expect(result.output.hasPrefix("0 calls in flight, 0 of them streams; 0 events dropped\n"))
    #expect(result.output.contains("No calls") && result.output.contains("Connections"))
    #expect(!result.output.contains("\u{1B}"))
  }

  @Test func `JSON has a line each time`() throws {
    let program = try Program("await bridge.call('network.status'); setTimeout(() => {}, 60000);")
    let once = try CommandLine.run("top", "--json", program.socket)
    #expect(once.status == 0)
    let lines = once.output.split(separator: "\n")
    #expect(lines.count == 1)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(once.output.utf8)) as? [String: Any])
    #expect(Set(json.keys) == ["calls", "connections", "methods"])
    let methods = try #require(json["methods"] as? [[String: Any]])
    let status = methods.first { $0["name"] as? String == "network.status" }
    #expect(status?["calls"] as? Int == 1 && status?["isOutgoing"] as? Bool == false)

    let (process, output, _) = try CommandLine.start("top", "--json", "--interval", "0.05", program.socket)
    #expect(output.read(until: "}\n{").contains("}\n{"))
    process.interrupt()
    process.waitUntilExit()
  }

  @Test func `the process is found by its id in XDG_RUNTIME_DIR`() throws {
    let result = try CommandLine.finishInShell(
      """
      set -e
      directory=$(mktemp -d)
      trap 'rm -r "$directory"' EXIT
      export XDG_RUNTIME_DIR="$directory"
      "$0" run --top -e "console.log('ready'); setTimeout(() => {}, 60000)" > "$directory/out" &
      program=$!
      for attempt in $(seq 600); do grep -q ready "$directory/out" && break; sleep 0.05; done
      stat -c '%a %F' "$directory/causeway-$program.sock"
      "$0" top $program | head -1
      kill $program
      wait $program || echo "ended with $?"
      ls "$directory"
      """)
    #expect(
      result.output == """
        600 socket
        0 calls in flight, 0 of them streams; 0 events dropped
        ended with 143
        out

        """)
  }

  @Test(arguments: [
    (["top", "999999999"], "causeway: There is no process 999999999.\n"),
    (["top", "0"], "causeway: There is no process 0.\n"),
    (["top", "/nowhere/s"], "causeway: There is no socket /nowhere/s.\n"),
    (["top", "/dev/null"], "causeway: No program is listening at /dev/null.\n"),
    (
      ["top", String(repeating: "x", count: 200)],
      "causeway: The path of a socket has at most 107 bytes, but this one has 200.\n"
    ),
  ])
  func `a target that cannot be shown is named`(_ arguments: [String], _ message: String) throws {
    let result = try CommandLine.run(arguments)
    #expect(result.status == 1 && result.errors == message && result.output == "")
  }

  @Test func `a program that allowed nothing is named with what to do`() throws {
    let result = try CommandLine.finishInShell(
      "XDG_RUNTIME_DIR=$(mktemp -d) && chmod 700 $XDG_RUNTIME_DIR && export XDG_RUNTIME_DIR && \"$0\" top $$")
    #expect(result.status == 1)
    #expect(result.errors.contains("does not show its activity: start it with causeway run --top"))
    let unset = try CommandLine.finishInShell("unset XDG_RUNTIME_DIR; \"$0\" run --top -e 1")
    #expect(unset.status == 2)
    #expect(unset.errors == "causeway: --top: XDG_RUNTIME_DIR is not set: give the path of a socket.\n")
    let open = try CommandLine.finishInShell("XDG_RUNTIME_DIR=/tmp \"$0\" run --top -e 1")
    #expect(open.status == 2 && open.errors.contains("is not a directory that only this user may change"))
  }

  @Test func `a socket that cannot be made is reported before the program runs`() throws {
    let result = try CommandLine.run("run", "--top-socket", "/nowhere/s", "-e", "console.log('ran')")
    #expect(result.status == 2 && result.output == "")
    #expect(result.errors == "causeway: --top: bind /nowhere/s: No such file or directory.\n")
  }

  @Test func `an interval out of range is wrong usage`() throws {
    for interval in ["0", "-1", "nan", "1e9", "x"] {
      #expect(try CommandLine.run("top", "--interval=\(interval)", "1").status == 2, "\(interval)")
    }
  }

  @Test func `a call that is not there cannot be cancelled`() throws {
    let program = try Program("setTimeout(() => {}, 60000);")
    let result = try CommandLine.run("top", "--cancel", "1.in.99", program.socket)
    #expect(result.status == 1 && result.errors == "causeway: There is no open call 1.in.99.\n")
  }

  @Test func `a terminal shows the program until q, and is left as it was`() throws {
    let program = try Program("setTimeout(() => {}, 60000);")
    let terminal = try PseudoTerminal("top", "--interval", "0.05", program.socket)
    #expect(terminal.wait { $0.contains { $0.contains("q quits") } })
    #expect(terminal.rows.allSatisfy { $0.count <= 80 })
    terminal.type("xq")
    #expect(terminal.status() == 0)
    #expect(terminal.isCooked)
  }

  @Test func `Ctrl-C, a signal and the program's end leave the terminal as it was`() throws {
    for end in ["\u{3}", "signal", "program"] {
      let program = try Program("setTimeout(() => {}, 60000);")
      let terminal = try PseudoTerminal("top", "--interval", "0.05", program.socket)
      #expect(terminal.wait { $0.contains { $0.contains("q quits") } })
      switch end {
      case "signal": terminal.send(SIGTERM)
      case "program": program.process.terminate()
      default: terminal.type(end)
      }
      #expect(terminal.status() == (end == "program" ? 1 : 0), "\(end)")
      #expect(terminal.isCooked, "\(end)")
    }
  }
}

struct ActivityTableTests {
  @Test(arguments: [
    (0, "0µs"), (0.000_012, "12µs"), (0.000_999_9, "1.0ms"), (0.0034, "3.4ms"), (0.25, "250ms"), (0.999_9, "1.0s"),
    (2.5, "2.5s"), (14, "14s"), (59.9, "1m00s"), (200, "3m20s"), (18_120, "5h02m"), (1e300, "100000h00m"), (-1, "0µs"),
  ])
  func `times are short`(_ seconds: Double, _ text: String) {
    #expect(ActivityTable.time(seconds) == text)
  }

  @Test func `a line is cut at the terminal's width, colours not counted`() {
    #expect("abcdef".clipped(to: 3) == "abc")
    #expect("\u{1B}[1mabcdef\u{1B}[0m!".clipped(to: 3) == "\u{1B}[1mabc\u{1B}[0m")
    #expect("日本語x".clipped(to: 5) == "日本")
    #expect("abc".clipped(to: 0) == "" && "abc".clipped(to: 3) == "abc")
  }

  @Test func `names from a program cannot change the terminal`() {
    var activity = BridgeActivity()
    activity.methods = [
      .init(name: "a\u{1B}[2J", isOutgoing: true, calls: 1, failures: ["C\u{7}": 1], p50: 1, p99: 1, longest: 1)
    ]
    activity.calls = [
      .init(
        id: "1.in.1", connection: 1, method: String(repeating: "m", count: 300), isOutgoing: false, age: nil,
        timeRemaining: nil, location: "\u{1B}]0;x", stream: nil)
    ]
    let text = ActivityTable(activity: activity, style: Style(colors: false)).lines().joined(separator: "\n")
    #expect(!text.contains("\u{1B}") && !text.contains("\u{7}") && !text.contains(String(repeating: "m", count: 40)))
  }

  @Test func `a small screen shows some of the calls and methods, and how many more there are`() {
    var activity = BridgeActivity()
    let statistics = Connection.Statistics(
      calls: 50, running: 50, pending: 0, late: 0, repeated: 0, dropped: 0, subscriptions: 0, bytesInFlight: 0)
    activity.connections = [.init(number: 1, name: "a", statistics: statistics, subscriptions: [])]
    activity.calls = (1...50).map {
      .init(
        id: "1.in.\($0)", connection: 1, method: "wait", isOutgoing: false, age: 1, timeRemaining: 1, location: nil,
        stream: nil)
    }
    activity.methods = (1...50).map {
      .init(name: "m\($0)", isOutgoing: false, calls: 1, failures: [:], p50: 0, p99: 0, longest: 0)
    }
    let table = ActivityTable(activity: activity, style: Style(colors: false))
    for rows in [2, 3, 10, 99] {
      let lines = table.lines(rows: rows)
      #expect(lines.count <= rows + ActivityTable.fixedLines(of: activity))
      #expect(lines.contains { $0.hasPrefix("Calls (and ") })
    }
    #expect(table.lines().count == 100 + ActivityTable.fixedLines(of: activity))
  }
}
