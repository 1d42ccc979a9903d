#if Plugins
import Causeway
import CausewayCrypto
import CausewayJavaScript
import JavaScriptRuntime
import Testing

@Suite(.timeLimit(.minutes(5))) struct ProgramTests {
  @Test func `a program signs, verifies and generates random bytes`() async throws {
    let bridge = Bridge()
    bridge.register(CryptoPlugin())
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["crypto.*"])
    let answer: String = try await runtime.evaluate(
      """
      (async () => {
        const { crypto } = bridge.plugins;
        const bytes = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
        const hmac = { name: "HMAC", hash: "SHA-256" };
        const signature = await crypto.sign(hmac, bytes("Jefe"), bytes("what do ya want for nothing?"));
        const digest = await crypto.digest("SHA-256", new Uint16Array([0x6261, 0x63]).buffer.slice(0, 3));
        const numbers = new Uint32Array(4);
        const random = await crypto.getRandomValues(numbers);
        return [signature instanceof Uint8Array, signature.slice(0, 2).join(),
          await crypto.verify(hmac, bytes("Jefe"), signature, bytes("what do ya want for nothing?")),
          await crypto.verify(hmac, bytes("jefe"), signature, bytes("what do ya want for nothing?")),
          digest[0].toString(16), random instanceof Uint32Array, random.length, numbers.every((number) => number === 0),
        ].join(" ");
      })()
      """)
    #expect(answer == "true 91,220 true false ba true 4 true")
    await runtime.close()
  }
}
#endif
