#if Macros
import Causeway
import CausewayExport
import Foundation
import Testing

/// `swift package causeway-types` asks a program by an environment variable.
@Suite(.serialized, .timeLimit(.minutes(5))) struct AskedTests {
  @Test func `a program that is asked prints its declarations and exits`() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      setenv("CAUSEWAY_TYPES", "dts", 1)
      let bridge = Bridge()
      bridge.register(Counter())
      BridgeDescription.writeTypesAndExitIfRequested(bridge.description)
      exit(7)
    }
    let text = String(decoding: result.standardOutputContent, as: UTF8.self)
    #expect(
      text.contains("export interface CounterPlugin {\n  add(step?: number, options?: CallOptions): Promise<number>;"))
  }

  @Test func `the declarations are written to the requested file`() async throws {
    let file = "/tmp/causeway-asked-\(ProcessInfo.processInfo.processIdentifier).json"
    setenv("CAUSEWAY_TYPES_FILE", file, 1)
    defer {
      unsetenv("CAUSEWAY_TYPES_FILE")
      try? FileManager.default.removeItem(atPath: file)
    }
    await #expect(processExitsWith: .success) {
      setenv("CAUSEWAY_TYPES", "openrpc", 1)
      BridgeDescription.writeTypesAndExitIfRequested(Bridge().description)
      exit(7)
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains(#""openrpc": "1.3.2""#))
  }

  @Test func `an unknown format ends the program with exit code 2`() async {
    await #expect(processExitsWith: .exitCode(2)) {
      setenv("CAUSEWAY_TYPES", "pdf", 1)
      BridgeDescription.writeTypesAndExitIfRequested(Bridge().description)
    }
  }

  @Test func `a program that is not asked continues`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      unsetenv("CAUSEWAY_TYPES")
      BridgeDescription.writeTypesAndExitIfRequested(Bridge().description)
      exit(7)
    }
  }
}
#endif
