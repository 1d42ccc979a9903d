import CSystemCallProbe
import Causeway
import Dispatch
import Glibc

/// System calls of an attacker who controls the child.
enum SystemCalls {
  static func register(in bridge: Bridge) {
    // Each has a number and up to six arguments, -1 for none; the answers are results, or negated error numbers.
    bridge.handle("calls.make") { (calls: [[Int]]) in calls.map(make) }
    // The error number of each attempt by its name, 0 for success.
    bridge.handle("calls.attempt") { (parent: Int32) in attempts(parent) }
    bridge.handle("calls.ofOtherArchitecture") { () in causeway_call_of_i386() }
    // Stops the whole process.
    bridge.handle("calls.stop") { () in raise(SIGSTOP) }
    // The state of the calling thread is read as by libdispatch, and is answered, not denied.
    bridge.handle("calls.lookAtThread") { () in lookAtThread() }
    // The descriptors that libdispatch needs for each of its clocks, created behind the filter.
    bridge.handle("calls.waitForClocks") { () async in await waitForClocks() }
  }

  private static func make(_ call: [Int]) -> Int {
    let arguments = (1...6).map { $0 < call.count ? call[$0] : -1 }
    return call[0] == SYS_fork || call[0] == SYS_vfork
      ? causeway_fork_call(call[0], arguments) : causeway_call(call[0], arguments)
  }

  #if arch(x86_64)
  private static let (SYS_fork, SYS_vfork) = (57, 58)
  #else
  // The target does not exist.
  private static let (SYS_fork, SYS_vfork) = (-1, -1)
  #endif

  private static func attempts(_ parent: Int32) -> [String: Int32] {
    var results: [String: Int32] = [:]
    for index in 0... {
      guard let name = causeway_attempt_name(Int32(index)) else { break }
      results[String(cString: name)] = causeway_attempt(Int32(index), parent)
    }
    return results
  }

  private static func lookAtThread() -> Int {
    let descriptor = open("/proc/\(causeway_thread())/stat", O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else { return -Int(errno) }
    defer { close(descriptor) }
    var text = [UInt8](repeating: 0, count: 64)
    return read(descriptor, &text, text.count)
  }

  private static func waitForClocks() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      DispatchQueue.global().asyncAfter(wallDeadline: .now() + .milliseconds(20)) {
        DispatchQueue.global(qos: .background).asyncAfter(deadline: .now() + .milliseconds(20)) {
          continuation.resume()
        }
      }
    }
    try? await Task.sleep(for: .milliseconds(10), clock: .continuous)
    try? await Task.sleep(for: .milliseconds(10), clock: .suspending)
    usleep(1000)
  }
}
