import Glibc
import TestSupport
import Testing

@testable import JavaScriptRuntime

/// A refused system resource is an error of the requested runtime; the process continues.
@Suite(.timeLimit(.minutes(2))) struct SystemLimitTests {
  /// Whether creating a runtime fails with this code and a message that contains this text.
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

  @Test(.unsanitized) func `too little address space is an error`() async {
    await #expect(processExitsWith: .success) {
      SystemLimitTests.set(RLIMIT_AS, to: 4 << 30)
      #expect(await SystemLimitTests.isRefused(saying: "ulimit -v"))
    }
  }

  @Test func `too few descriptors are an error, and a runtime starts when descriptors are free again`() async {
    await #expect(processExitsWith: .success) {
      var taken: [Int32] = []
      // The process may have inherited descriptors of other tests.
      let highest = (0..<20_000).last { fcntl($0, F_GETFD) >= 0 } ?? 2
      SystemLimitTests.set(RLIMIT_NOFILE, to: rlim_t(highest) + 64)
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
