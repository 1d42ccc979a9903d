#if Plugins
import JavaScriptCrypto
import JavaScriptRuntime
import Testing

@Suite(.timeLimit(.minutes(5))) struct HostileTests {
  @Test func `bytes that change while a call is pending have no effect`() async throws {
    let lines = try await run(
      """
      const small = text("abc"), large = new Uint8Array(1 << 20).fill(97);
      const expected = hex(await subtle.digest("SHA-256", large));
      const pending = [subtle.digest("SHA-256", small), subtle.digest("SHA-256", large)];
      small.fill(0);
      large.fill(0);
      const moved = structuredClone(large.buffer, { transfer: [large.buffer] });
      console.log(hex(await pending[0]).slice(0, 8), hex(await pending[1]) === expected, large.length, moved.byteLength);
      console.log(hex(await subtle.digest("SHA-256", large)).slice(0, 8));
      class Evil extends Uint8Array { static get [Symbol.species]() { throw new Error("species"); } get buffer() { throw new Error("buffer"); } }
      console.log(hex(await subtle.digest("SHA-256", new Evil([97, 98, 99]))).slice(0, 8));
      ArrayBuffer.prototype.slice = Uint8Array.prototype.slice = () => { throw new Error("slice"); };
      console.log(hex(await subtle.digest("SHA-256", new DataView(text("xabc").buffer, 1))).slice(0, 8));
      """)
    #expect(lines == ["ba7816bf true 0 1048576", "e3b0c442", "ba7816bf", "ba7816bf"])
  }

  @Test func `a long message is hashed as it was at the call`() async throws {
    let lines = try await run(
      """
      const long = new Uint8Array(10_000_001).map((_, at) => at);
      const before = subtle.digest("SHA-256", long);
      long.fill(0);
      const same = new Uint8Array(10_000_001).map((_, at) => at);
      console.log(hex(await before) === hex(await subtle.digest("SHA-256", same)), hex(await before) === hex(await subtle.digest("SHA-256", long)));
      console.log(hex(await before));
      """)
    // openssl dgst -sha256, of the bytes 0 to 255 repeated.
    #expect(lines == ["true false", "5639128eb55ce02f2f5bee4da10a2935839c9195890cdc357c6596956b8622c1"])
  }

  @Test func `arguments of every wrong kind reject the promise`() async throws {
    let lines = try await run(
      """
      const aes = await subtle.generateKey({ name: "AES-CBC", length: 128 }, true, ["encrypt"]);
      const pair = await subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
      const other = await subtle.generateKey({ name: "ECDH", namedCurve: "P-384" }, true, ["deriveBits"]);
      const iv = new Uint8Array(16), empty = new Uint8Array();
      const cases = [
        () => subtle.digest("MD5", empty), () => subtle.digest("SHA-256", {}), () => subtle.digest("SHA-256"), () => subtle.digest(Symbol(), empty),
        () => subtle.digest({}, empty), () => subtle.digest({ get name() { throw new RangeError("getter"); } }, empty),
        () => SubtleCrypto.prototype.digest.call({}, "SHA-256", empty), () => subtle.encrypt({ name: "AES-CBC", iv }, { ...aes }, empty),
        () => subtle.encrypt({ name: "AES-CBC", iv }, Object.create(aes), empty), () => subtle.encrypt({ name: "AES-CBC", iv: empty }, aes, empty),
        () => subtle.decrypt({ name: "AES-CBC", iv }, aes, empty), () => subtle.encrypt({ name: "AES-GCM", iv }, aes, empty),
        () => subtle.encrypt({ name: "AES-CBC" }, aes, empty), () => subtle.sign("HMAC", aes, empty),
        () => subtle.deriveBits({ name: "ECDH", public: other.publicKey }, pair.privateKey, 8), () => subtle.deriveBits({ name: "ECDH", public: aes }, pair.privateKey, 8),
        () => subtle.deriveBits({ name: "ECDH", public: pair.publicKey }, pair.privateKey, 4e9),
        () => subtle.generateKey({ name: "AES-CBC", length: 129 }, true, ["encrypt"]), () => subtle.generateKey({ name: "AES-CBC", length: 128 }, true, []),
        () => subtle.generateKey({ name: "AES-CBC", length: 128 }, true, ["sign"]), () => subtle.generateKey({ name: "AES-CBC", length: 128 }, true, ["fly"]),
        () => subtle.generateKey({ name: "AES-CBC", length: -1 }, true, ["encrypt"]), () => subtle.generateKey({ name: "HMAC", hash: "SHA-1", length: 0 }, true, ["sign"]),
        () => subtle.generateKey({ name: "HMAC", hash: "SHA-1", length: 4e9 }, true, ["sign"]),
        () => subtle.generateKey({ name: "RSA-PSS", hash: "SHA-1", modulusLength: 65536, publicExponent: new Uint8Array([1, 0, 1]) }, true, ["sign"]),
        () => subtle.generateKey({ name: "RSA-PSS", hash: "SHA-1", modulusLength: 2048, publicExponent: new Uint8Array([1 << 30]) }, true, ["sign"]),
        () => subtle.importKey("raw", new Uint8Array(15), "AES-CBC", true, ["encrypt"]), () => subtle.importKey("dvd", empty, "AES-CBC", true, ["encrypt"]),
        () => subtle.importKey("jwk", empty, "AES-CBC", true, ["encrypt"]), () => subtle.importKey("raw", { kty: "oct" }, "AES-CBC", true, ["encrypt"]),
        () => subtle.importKey("jwk", { kty: "oct", k: "*" }, "AES-CBC", true, ["encrypt"]), () => subtle.importKey("jwk", { kty: "RSA" }, "AES-CBC", true, ["encrypt"]),
        () => subtle.exportKey("spki", aes), () => subtle.exportKey("raw", pair.privateKey),
        () => subtle.importKey("raw", new Uint8Array(65), { name: "ECDH", namedCurve: "P-256" }, true, []),
        () => subtle.importKey("spki", new Uint8Array(200000), { name: "RSA-PSS", hash: "SHA-1" }, true, ["verify"]),
      ];
      const names = [];
      for (const body of cases) names.push(await failure(body));
      console.log(names.join(" "));
      """)
    let expected =
      """
      NotSupportedError TypeError TypeError TypeError TypeError RangeError TypeError TypeError TypeError OperationError \
      InvalidAccessError InvalidAccessError TypeError InvalidAccessError InvalidAccessError InvalidAccessError \
      OperationError OperationError SyntaxError SyntaxError TypeError TypeError OperationError QuotaExceededError \
      QuotaExceededError OperationError DataError TypeError TypeError TypeError DataError DataError NotSupportedError \
      InvalidAccessError DataError DataError
      """
    #expect(lines == [expected])
  }

  @Test func `RSA and elliptic curve keys that are damaged anywhere are refused, and the host lives`() async throws {
    let lines = try await run(
      """
      const kinds = [
        [{ name: "ECDSA", namedCurve: "P-256" }, "ECDSA"],
        [{ name: "RSA-PSS", hash: "SHA-256", modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]) }, "RSA-PSS"],
        [{ name: "Ed25519" }, "Ed25519"],
      ];
      let refused = 0, accepted = 0;
      for (const [algorithm] of kinds) {
        const pair = await subtle.generateKey(algorithm, true, ["sign", "verify"]);
        for (const [format, key, usage] of [["spki", pair.publicKey, "verify"], ["pkcs8", pair.privateKey, "sign"]]) {
          const good = new Uint8Array(await subtle.exportKey(format, key));
          for (let at = 0; at < good.length; at += 1) {
            for (const data of [good.slice(0, at), good.with(at, good[at] ^ 0x80)]) {
              try { await subtle.importKey(format, data, algorithm, true, [usage]); accepted += 1; } catch (error) { refused += 1; if (error.name !== "DataError") console.log(error.name, error.message); }
            }
          }
        }
        const web = await subtle.exportKey("jwk", pair.privateKey);
        for (const name of Object.keys(web)) for (const value of ["", "AA", "AQAB", "x".repeat(5000), undefined, null, {}, ["a", "a"]]) {
          try { await subtle.importKey("jwk", { ...web, [name]: value }, algorithm, true, ["sign"]); accepted += 1; } catch (error) { refused += 1; }
        }
      }
      console.log(refused > 1000, accepted > 0, await failure(() => subtle.importKey("jwk", { kty: "oct", k: "AAAAAAAAAAAAAAAAAAAAAA" }, "AES-CBC", true, ["encrypt"])));
      """)
    #expect(lines == ["true true no error"])
  }

  @Test func `a program that changes every prototype gets the same results`() async throws {
    let lines = try await run(
      """
      const key = await subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
      for (const name of ["hash", "iv", "name", "length", "publicExponent", "namedCurve", "type", "usages", "toJSON", "target", "format", "handle"])
        Object.defineProperty(Object.prototype, name, { configurable: true, get() { throw new Error(`polluted ${name}`); }, set() {} });
      Array.prototype.toJSON = String.prototype.toJSON = () => { throw new Error("toJSON"); };
      Map.prototype.get = Promise.prototype.then = JSON.stringify = Reflect.construct = undefined;
      globalThis.Uint8Array = globalThis.Promise = globalThis.DOMException = undefined;
      const hashed = crypto.subtle.sign({ name: "ECDSA", hash: { name: "SHA-256" } }, key.privateKey, new ArrayBuffer(4));
      console.log((await hashed).byteLength);
      const imported = await crypto.subtle.importKey("jwk", { kty: "oct", k: "AAAAAAAAAAAAAAAAAAAAAA", alg: "A128CBC", key_ops: ["encrypt"],
        __proto__: null }, { name: "AES-CBC" }, true, ["encrypt"]);
      console.log(imported.extractable);
      """)
    #expect(lines == ["64", "true"])
  }

  @Test func `limits reject one call, and the rest go on`() async throws {
    var limits = SubtleCryptoLimits()
    limits.operations = 2
    limits.bytesInFlight = 100_000
    limits.keys = 3
    limits.derivationRounds = 1000
    limits.generatedModulusLength = 1024
    let lines = try await run(
      """
      const many = await Promise.allSettled([1, 2, 3].map(() => subtle.digest("SHA-1", text(""))));
      console.log(many.map(({ status, reason }) => reason?.name ?? status).join());
      console.log(await failure(() => subtle.digest("SHA-1", new Uint8Array(100_001))));
      const base = await subtle.importKey("raw", text("password"), "PBKDF2", false, ["deriveBits"]);
      const derive = (iterations, bits) => failure(() => subtle.deriveBits({ name: "PBKDF2", hash: "SHA-1", salt: text("salt"), iterations }, base, bits));
      console.log(await derive(1000, 160), await derive(1001, 160), await derive(1000, 320), await derive(0, 8), await derive(4294967295, 4294967288));
      await subtle.deriveBits({ name: "PBKDF2", hash: "SHA-1", salt: text("salt"), iterations: 1001 }, base, 160).catch(({ message }) => console.log(message));
      console.log(await failure(() => subtle.generateKey({ name: "RSA-PSS", hash: "SHA-1", modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }, true, ["sign"])));
      const make = () => subtle.generateKey({ name: "AES-CBC", length: 128 }, true, ["encrypt"]);
      const kept = [await make(), await make()];
      console.log(await failure(make), (await subtle.exportKey("raw", kept[0])).byteLength);
      """, limits)
    #expect(
      lines == [
        "fulfilled,fulfilled,QuotaExceededError", "QuotaExceededError",
        "no error QuotaExceededError QuotaExceededError OperationError QuotaExceededError",
        "PBKDF2 would need more rounds than the limit derivationRounds (1000)", "QuotaExceededError",
        "QuotaExceededError 16",
      ])
  }

  @Test func `without the extension there is no subtle`() async throws {
    let printed = Printed()
    var configuration = printed.configuration()
    configuration.extensions = []
    let runtime = try await JavaScriptRuntime(configuration)
    try await runtime.evaluate(
      program:
        "console.log(crypto.subtle, 'subtle' in crypto, typeof CryptoKey, typeof SubtleCrypto, crypto.randomUUID().length)"
    )
    await runtime.close()
    #expect(printed.all == ["undefined false undefined undefined 36"])
  }
}
#endif
