import Dispatch
import Glibc
import Synchronization

/// The raw mode of the terminal, in which each key press is read at once.
enum RawMode {
  /// The terminal's mode before, to restore.
  private static let saved = Mutex<termios?>(nil)

  /// Returns false if standard input is not a terminal.
  static func begin() -> Bool {
    saved.withLock { saved in
      var mode = termios()
      guard unsafe tcgetattr(STDIN_FILENO, &mode) == 0 else { return false }
      saved = mode
      mode.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
      mode.c_iflag &= ~tcflag_t(IXON | ICRNL)
      _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &mode)
      return true
    }
  }

  /// Restores the terminal's mode; a second call has no effect.
  static func end() {
    saved.withLock { saved in
      guard var mode = saved.take() else { return }
      _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &mode)
    }
  }

  /// The terminal's width; 80 if unknown.
  static var columns: Int { size.columns }

  /// The terminal's size; 80 by 24 if unknown.
  static var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return (80, 24) }
    return (Int(size.ws_col), size.ws_row > 0 ? Int(size.ws_row) : 24)
  }

  /// Waits for the next byte on a thread that may block; nil at the end of input.
  static func nextByte() async -> UInt8? {
    await withCheckedContinuation { continuation in
      keyboard.async {
        var byte: UInt8 = 0
        var count = 0
        repeat { count = unsafe read(STDIN_FILENO, &byte, 1) } while count < 0 && errno == EINTR
        continuation.resume(returning: count == 1 ? byte : nil)
      }
    }
  }

  private static let keyboard = DispatchQueue(label: "keyboard")
}
