import CSystemCallTrap
import Foundation

/// The remaining abilities of a process that has given up its rights without a system call filter.
enum Rights {
  /// Prints the version of Landlock, and the results of opening a file in two earlier threads and in a new one.
  static func report() -> Never {
    let (proceed, first) = (DispatchSemaphore(value: 0), Answer())
    let thread = Thread {
      proceed.wait()
      first.take(opening())
    }
    thread.start()
    var version: Int32 = 0
    guard causeway_answer_trapped_calls() == 0, case let error = causeway_drop_rights(&version), error == 0 else {
      fatalError("The rights cannot be given up: \(String(cString: strerror(errno)))")
    }
    proceed.signal()
    let third = Answer()
    Thread { third.take(opening()) }.start()
    let text = "\(version) \(opening()) \(first.value()) \(third.value())\n"
    FileHandle.standardOutput.write(Data(text.utf8))
    // A sanitizer's exit handlers open files.
    _exit(0)
  }

  /// 0 or an error number.
  private static func opening() -> Int32 {
    let descriptor = open("/proc/self/status", O_RDONLY)
    if descriptor < 0 { return errno }
    close(descriptor)
    return 0
  }

  /// A thread's answer, for which another thread waits.
  private final class Answer: @unchecked Sendable {
    // Written before the signal and read after it.
    private var result: Int32 = 0
    private let isThere = DispatchSemaphore(value: 0)

    func take(_ result: Int32) {
      self.result = result
      isThere.signal()
    }

    func value() -> Int32 {
      isThere.wait()
      return result
    }
  }
}
