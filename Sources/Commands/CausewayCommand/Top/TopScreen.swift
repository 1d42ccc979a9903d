import Causeway
import Glibc

/// The view of `causeway top` in a terminal: redrawn until q, Ctrl-C or the end of the program.
struct TopScreen<State> {
  /// In seconds.
  let interval: Double
  /// The last line.
  let help: String
  let read: () async throws -> State
  /// The lines of a state, for a screen of so many rows.
  let lines: (State, Int) -> [String]

  private enum Event {
    case tick, stop
  }

  func run() async throws {
    let interrupts = Interrupts([SIGINT, SIGTERM, SIGHUP])
    // Read before the screen changes: what fails at once is reported on the ordinary one.
    var state = try await read()
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
      draw(state)
      if await next(interrupts, stop) == .stop { return }
      state = try await read()
    }
  }

  /// Waits for the next refresh.
  private func next(_ interrupts: Interrupts, _ stop: Broadcast) async -> Event {
    await withTaskGroup(of: Event.self) { group in
      group.addTask { await interrupts.next() ? .stop : .tick }
      group.addTask { await stop.next() ? .stop : .tick }
      group.addTask { [interval] in
        try? await Task.sleep(for: .seconds(interval))
        return .tick
      }
      let first = await group.next() ?? .tick
      group.cancelAll()
      return first
    }
  }

  private func draw(_ state: State) {
    let size = RawMode.size
    let lines = lines(state, size.rows).prefix(size.rows - 1).map { $0.clipped(to: size.columns) + "\u{1B}[K\r\n" }
    let help = Style.standardOutput.faint(help).clipped(to: size.columns)
    Output.standardOutput.write("\u{1B}[H" + lines.joined() + help + "\u{1B}[K\u{1B}[J\r")
  }
}
