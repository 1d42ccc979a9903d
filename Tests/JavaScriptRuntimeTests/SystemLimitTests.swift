import Glibc
import Testing

@testable import JavaScriptRuntime

/// What the system refuses is an error of the runtime that was asked for; the process goes on.
@Suite(.timeLimit(.minutes(2))) struct SystemLimitTests {
  /// Whether making a runtime fails with a code, and says this.
  private static func isRefused(saying text: String) async -> Bool {
    do throws(JavaScriptError) {
      try await JavaScriptRuntime().close()
      return false
    } catch {
      return error.code == .cannotStart && error.message.contains(text)
    }
  }

  private static func set(_ resource: __rlimit_resource, to value: rlim_t) {
    let which = __rlimit_resource_t(resource.rawValue)
    var limit = rlimit()
    getrlimit(which, &limit)
    limit.rlim_cur = value
    setrlimit(which, &limit)
  }

  @Test func `too little address space is refused`() async {
    await #expect(processExitsWith: .success) {
      SystemLimitTests.set(RLIMIT_AS, to: 4 << 30)
      #expect(await SystemLimitTests.isRefused(saying: "ulimit -v"))
    }
  }

  @Test func `too few descriptors are refused, and a runtime starts when they are back`() async {
    await #expect(processExitsWith: .success) {
      var taken: [Int32] = []
      SystemLimitTests.set(RLIMIT_NOFILE, to: 64)
      while true {
        let descriptor = open("/dev/null", O_RDONLY)
        guard descriptor >= 0 else { break }
        taken.append(descriptor)
      }
      for descriptor in taken.suffix(3) { close(descriptor) }
      #expect(await SystemLimitTests.isRefused(saying: "descriptors"))
      for descriptor in taken.prefix(20) { close(descriptor) }
      let runtime = try await JavaScriptRuntime()
      try await runtime.evaluate("1")
      await runtime.close()
    }
  }
}
