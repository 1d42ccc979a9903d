import Dispatch
import Glibc

/// A terminal that gives each key as it is pressed, until ``end()``.
struct RawMode {
  private let saved: termios

  /// Begins; nil if standard input is no terminal.
  init?() {
    var mode = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &mode) == 0 else { return nil }
    saved = mode
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    mode.c_iflag &= ~tcflag_t(IXON | ICRNL)
    _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &mode)
  }

  func end() {
    var mode = saved
    _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &mode)
  }

  /// The terminal's width; 80 if it does not say.
  static var columns: Int {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Waits for the next byte, on a thread that may block; nil at the end.
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
