#if Plugins
import CausewayConcurrency
import CausewayLeakChecks
import CausewayTesting
import TestSupport
import Testing

@testable import JavaScriptCrypto
@testable import JavaScriptRuntime

/// Keys and work end with the scripts that made them.
@Suite(.timeLimit(.minutes(5))) struct LifetimeTests {
  @Test func `keys that no script refers to are released, so that a limit on keys is one on keys in use`() async throws
  {
    var limits = SubtleCryptoLimits()
    limits.keys = 50
    let lines = try await run(
      """
      let made = 0;
      for (let i = 0; i < 500; i += 1) { await subtle.generateKey({ name: "AES-CBC", length: 128 }, true, ["encrypt"]); made += 1; }
      console.log(made);
      """, limits)
    #expect(lines == ["500"])
  }

  @Test func `the store of a closed runtime is empty, although a handle lives`() {
    let store = KeyStore(limits: SubtleCryptoLimits())
    let target = KeyTarget(
      name: .aesCBC, hash: nil, curve: nil, length: nil, isExtractable: true, usages: .encrypt)
    let key = try? target.importKey(.raw, [UInt8](repeating: 1, count: 16))
    let handle = key.map { store.add($0) }
    #expect(handle?.key(in: store) != nil)
    #expect(handle?.key(in: KeyStore(limits: SubtleCryptoLimits())) == nil)
    store.close()
    #expect(store.count == 0)
    #expect(handle?.key(in: store) == nil)
  }

  @Test func `a runtime that closes in the middle of an operation leaves nothing pending`() async throws {
    let printed = Printed()
    let runtime = try await JavaScriptRuntime(printed.configuration())
    try await runtime.evaluate(
      prelude + """
        subtle.importKey("raw", text("p"), "PBKDF2", false, ["deriveBits"]).then((key) => {
          for (let i = 0; i < 20; i += 1)
            subtle.deriveBits({ name: "PBKDF2", hash: "SHA-512", salt: text("s"), iterations: 200_000 }, key, 512).then(() => console.log("derived"));
          subtle.digest("SHA-1", new Uint8Array(1 << 20));
          console.log("started");
        });
        """)
    try await eventually("the derivations have started") { printed.all.contains("started") }
    let open = await runtime.openResources().map(\.description)
    #expect(open.contains { $0.hasPrefix("call crypto.subtle.deriveBits of runtime") })
    await runtime.close()
    #expect(await runtime.openResources().isEmpty)
    #expect(printed.all.filter { $0 == "derived" }.count < 20)
  }

  @Test func `an idle runtime that has used keys holds nothing but its thread`() async throws {
    try await withLeakCheck {
      let printed = Printed()
      let runtime = try await JavaScriptRuntime(printed.configuration())
      try await runtime.run(
        prelude + """
          const pair = await subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
          await subtle.deriveBits({ name: "ECDH", public: pair.publicKey }, pair.privateKey, 256);
          await subtle.digest("SHA-512", new Uint8Array(6_000_000));
          """)
      let open = await runtime.openResources().map(\.description)
      #expect(open.allSatisfy { $0.hasPrefix("thread") })
      await runtime.close()
    }
  }

  @Test func `a reload drops the keys and the work of the old context`() async throws {
    let printed = Printed()
    let runtime = try await JavaScriptRuntime(printed.configuration())
    try await runtime.evaluate(
      prelude + "subtle.digest('SHA-1', new Uint8Array(1 << 22)).then(() => console.log('old'));")
    try await runtime.reload()
    try await runtime.run(prelude + "console.log(hex(await subtle.digest('SHA-1', text('abc'))).slice(0, 4))")
    await runtime.close()
    #expect(printed.all == ["a999"])
  }

  @Test func `a virtual clock stands still while an operation runs`() async throws {
    let clock = VirtualClock()
    let printed = Printed()
    var configuration = printed.configuration()
    configuration.clock = clock
    let runtime = try await JavaScriptRuntime(configuration)
    let program =
      prelude + """
        const key = await subtle.importKey("raw", text("p"), "PBKDF2", false, ["deriveBits"]);
        const derive = () => subtle.deriveBits({ name: "PBKDF2", hash: "SHA-512", salt: text("s"), iterations: 20_000 }, key, 512);
        const first = await Promise.race([derive().then(() => "derived"), new Promise((resolve) => setTimeout(() => resolve("timer"), 1))]);
        console.log(first, performance.now());
        """
    try await clock.runFreely { try await runtime.run(program) }
    await runtime.close()
    #expect(printed.all == ["derived 0"])
  }
}
#endif
