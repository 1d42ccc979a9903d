import Foundation
import Glibc
import TestSupport
import Testing

/// A pseudo terminal that runs the command, with methods to type.
final class PseudoTerminal {
  private let controller: Int32
  private let process: pid_t
  private let scratch: Scratch
  private var screen = Screen()

  /// Starts the command with its standard streams on a new terminal, which is also its controlling terminal.
  init(_ arguments: String...) throws {
    scratch = try Scratch()
    // The ioctls of posix_openpt, unlockpt and ptsname, which Swift does not import.
    controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (locked, number): (Int32, Int32) = (0, 0)
    let (TIOCSPTLCK, TIOCGPTN): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
    guard controller >= 0, ioctl(controller, TIOCSPTLCK, &locked) == 0, ioctl(controller, TIOCGPTN, &number) == 0
    else { throw POSIXError(.init(rawValue: errno) ?? .ENOTTY) }
    let name = "/dev/pts/\(number)"
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(controller, UInt(TIOCSWINSZ), &size)

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a session leader opens becomes its controlling terminal, which sends the signal of
    // Ctrl-C.
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, 0x80)  // POSIX_SPAWN_SETSID
    let path = CommandLine.executable.path
    var environment = ProcessInfo.processInfo.environment
    environment["XDG_STATE_HOME"] = scratch.directory.path
    environment["NO_COLOR"] = "1"
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var child = pid_t()
    let failure = posix_spawn(&child, path, &actions, &attributes, words, variables)
    guard failure == 0 else { throw POSIXError(.init(rawValue: failure) ?? .ENOEXEC) }
    process = child
  }

  deinit {
    kill(process, SIGKILL)
    close(controller)
  }

  /// The rows on the screen.
  var rows: [String] { screen.rows }

  /// Types keys.
  func type(_ text: String) {
    let keys = Array(text.utf8)
    _ = write(controller, keys, keys.count)
  }

  /// Sends a signal to the command alone, as a service manager does.
  func send(_ signal: Int32) { kill(process, signal) }

  /// Whether the terminal echoes and buffers lines, as a shell expects.
  var isCooked: Bool {
    var mode = termios()
    let flags = tcflag_t(ICANON | ECHO | ISIG)
    return tcgetattr(controller, &mode) == 0 && mode.c_lflag & flags == flags
  }

  /// Reads until the screen satisfies `condition`; returns whether it did in time.
  func wait(seconds: Double = 20, until condition: ([String]) -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while !condition(rows) {
      // Real time: the command is another process. Whoever waits in vain says so.
      guard ContinuousClock.now < end else { return false }
      var ready = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, 100) > 0 else { continue }
      var more = [UInt8](repeating: 0, count: 4096)
      let count = read(controller, &more, more.count)
      guard count > 0 else { return condition(rows) }  // The command has ended.
      screen.take(more[..<count])
    }
    return true
  }

  /// The exit status of the command, which is killed if it does not end.
  func status() -> Int32 {
    _ = wait { _ in false }
    var status: Int32 = 0
    if (try? eventually(blocking: "the command has ended") { waitpid(process, &status, WNOHANG) != 0 }) == nil {
      kill(process, SIGKILL)
      waitpid(process, &status, 0)
    }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
  }
}

/// The screen of a terminal that supports the prompt's control sequences.
struct Screen {
  private var lines: [[Character]] = [[]]
  private var column = 0
  private var text = ""

  var rows: [String] { lines.map { String($0) } }

  mutating func take(_ bytes: some Collection<UInt8>) {
    text += String(decoding: bytes, as: UTF8.self)
    var rest = Substring(text)
    while let character = rest.first {
      if character == "\u{1B}" {
        guard let end = rest.dropFirst(2).firstIndex(where: \.isLetter) else { break }  // The sequence is incomplete.
        control(rest[end], Int(rest[rest.index(rest.startIndex, offsetBy: 2)..<end]) ?? 0)
        rest = rest[rest.index(after: end)...]
        continue
      }
      rest.removeFirst()
      for scalar in character.unicodeScalars where character.isNewline || scalar == "\r" { move(scalar) }
      if !character.isNewline { put(character) }
    }
    text = String(rest)
  }

  private mutating func control(_ letter: Character, _ number: Int) {
    switch letter {
    case "K": lines[lines.count - 1] = Array(lines[lines.count - 1].prefix(column))
    case "C": column += number
    default: break
    }
  }

  private mutating func move(_ scalar: Unicode.Scalar) {
    column = 0
    if scalar == "\n" { lines.append([]) }
  }

  private mutating func put(_ character: Character) {
    var line = lines[lines.count - 1]
    while line.count <= column { line.append(" ") }
    line[column] = character
    lines[lines.count - 1] = line
    column += 1
  }
}
