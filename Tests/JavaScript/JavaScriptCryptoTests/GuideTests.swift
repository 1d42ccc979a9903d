#if Plugins
import JavaScriptCrypto
import JavaScriptRuntime
import Testing

/// The Swift of docs/crypto.md.
@Suite(.timeLimit(.minutes(5))) struct GuideTests {
  @Test func `the examples of the guide`() async throws {
    var configuration = RuntimeConfiguration()
    configuration.extensions = [.subtleCrypto]
    let runtime = try await JavaScriptRuntime(configuration)
    try await runtime.evaluate(program: "await crypto.subtle.digest('SHA-256', new ArrayBuffer(1))")
    await runtime.close()

    var limits = SubtleCryptoLimits()
    limits.keys = 100
    configuration.extensions = [.subtleCrypto(limits)]
    #expect(configuration.extensions.count == 1)
  }
}
#endif
