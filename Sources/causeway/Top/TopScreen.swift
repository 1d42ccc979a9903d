import Causeway
import Glibc

/// The view of `causeway top` in a terminal: redrawn until q, Ctrl-C or the end of the program.
struct TopScreen {
  let client: ActivityClient
  /// In seconds.
  let interval: Double

  private enum Event {
    case tick, stop
  }

  func run() async throws {
    let interrupts = Interrupts([SIGINT, SIGTERM, SIGHUP])
    // Read before the screen changes: what fails at once is reported on the ordinary one.
    var activity = try await client.read()
    let readsKeys = RawMode.begin()
    // The alternate screen, without a cursor.
    Output.standardOutput.write("\u{1B}[?1049h\u{1B}[?25l")
    defer {
      Output.standardOutput.write("\u{1B}[?25h\u{1B}[?1049l")
      RawMode.end()
    }
    let stop = Broadcast()
    let keys = Task {
      guard readsKeys else { return }
      // Ctrl-C is a key in raw mode; so is the end of input.
      while let key = await RawMode.nextByte(), ![UInt8(ascii: "q"), 3, 4].contains(key) {}
      stop.send()
    }
    defer { keys.cancel() }
    while true {
      draw(activity)
      if await next(interrupts, stop) == .stop { return }
      activity = try await client.read()
    }
  }

  /// Waits for the next refresh.
  private func next(_ interrupts: Interrupts, _ stop: Broadcast) async -> Event {
    await withTaskGroup(of: Event.self) { group in
      group.addTask { await interrupts.next() ? .stop : .tick }
      group.addTask { await stop.next() ? .stop : .tick }
      group.addTask {
        try? await Task.sleep(for: .seconds(interval))
        return .tick
      }
      let first = await group.next() ?? .tick
      group.cancelAll()
      return first
    }
  }

  private func draw(_ activity: BridgeActivity) {
    let size = RawMode.size
    let rows = max(2, size.rows - ActivityTable.fixedLines(of: activity) - 1)
    let table = ActivityTable(activity: activity, style: .standardOutput)
    let lines = table.lines(rows: rows).prefix(size.rows - 1).map { $0.clipped(to: size.columns) + "\u{1B}[K\r\n" }
    let help = Style.standardOutput.faint("q quits; causeway top --cancel ID cancels a call").clipped(to: size.columns)
    Output.standardOutput.write("\u{1B}[H" + lines.joined() + help + "\u{1B}[K\u{1B}[J\r")
  }
}
