import Causeway
import CausewayJavaScript
import Glibc
import JavaScriptRuntime

/// A well-behaved program beside the hostile ones: its calls are to be answered whatever those do.
struct Witness {
  private let runtime: JavaScriptRuntime

  init(bridge: Bridge) async throws {
    runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["echo", "late"])
    try await runtime.evaluate(
      """
      bridge.handle("check", async (n) => (await bridge.call("echo", { n })).n + (await bridge.call("late", [n]))[0]);
      """)
  }

  /// Makes some calls there and back; nil when all were answered in time and truly, else what happened.
  func lateAnswer() async -> String? {
    for number in 0..<20 {
      do {
        let answer: Int = try await runtime.call("check", number, timeout: .seconds(20))
        guard answer == 2 * number else { return "\(answer) instead of \(2 * number)" }
      } catch {
        return "\(error)"
      }
    }
    return nil
  }

  func close() async { await runtime.close() }
}

/// What the process has of the system.
struct Usage {
  /// Resident bytes.
  let memory: Int
  /// Open descriptors.
  let descriptors: Int

  /// Prints what the C library's allocator has of the memory, arena by arena: the engine's heap is not among it.
  static func printAllocator() {
    typealias Info = @convention(c) (CInt, UnsafeMutableRawPointer?) -> CInt
    guard let symbol = dlsym(nil, "malloc_info"), let output = fopen("/dev/stdout", "a") else { return }
    _ = unsafeBitCast(symbol, to: Info.self)(0, output)
    fclose(output)
  }

  static func now() -> Usage {
    var pages = 0
    if let file = fopen("/proc/self/statm", "r") {
      var line = [CChar](repeating: 0, count: 128)
      fgets(&line, 128, file)
      fclose(file)
      let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(
        separator: " ")
      pages = words.count > 1 ? Int(words[1]) ?? 0 : 0
    }
    var count = 0
    if let folder = opendir("/proc/self/fd") {
      while readdir(folder) != nil { count += 1 }
      closedir(folder)
    }
    return Usage(memory: pages * Int(sysconf(CInt(_SC_PAGESIZE))), descriptors: max(0, count - 3))
  }
}
