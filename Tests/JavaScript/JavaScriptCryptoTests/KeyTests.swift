#if Plugins
import Testing

@Suite(.timeLimit(.minutes(5))) struct KeyTests {
  @Test func `a pair of each algorithm is exported, imported and used`() async throws {
    let lines = try await run(
      """
      const rsa = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
      const algorithms = [
        [{ name: "ECDSA", namedCurve: "P-256" }, { name: "ECDSA", hash: "SHA-256" }],
        [{ name: "ECDSA", namedCurve: "P-384" }, { name: "ECDSA", hash: "SHA-512" }],
        [{ name: "ECDSA", namedCurve: "P-521" }, { name: "ECDSA", hash: "SHA-1" }],
        [{ name: "Ed25519" }, "Ed25519"],
        [{ name: "RSASSA-PKCS1-v1_5", hash: "SHA-1", ...rsa }, "RSASSA-PKCS1-v1_5"],
        [{ name: "RSA-PSS", hash: "SHA-384", ...rsa }, { name: "RSA-PSS", saltLength: 48 }],
      ];
      const message = text("message");
      for (const [made, used] of algorithms) {
        const pair = await subtle.generateKey(made, true, ["sign", "verify"]);
        const results = [];
        for (const format of ["jwk", "spki", "pkcs8"]) {
          const isPublic = format === "spki";
          const data = await subtle.exportKey(format, isPublic ? pair.publicKey : pair.privateKey);
          const again = await subtle.importKey(format, data, made, true, isPublic ? ["verify"] : ["sign"]);
          const signature = await subtle.sign(used, isPublic ? pair.privateKey : again, message);
          const check = isPublic ? again : pair.publicKey;
          results.push(await subtle.verify(used, check, signature, message), await subtle.verify(used, check, signature, text("massage")));
        }
        console.log(made.name, results.join());
      }
      """)
    let good = "true,false,true,false,true,false"
    #expect(
      lines == ["ECDSA", "ECDSA", "ECDSA", "Ed25519", "RSASSA-PKCS1-v1_5", "RSA-PSS"].map { "\($0) \(good)" })
  }

  @Test func `keys are agreed on, derived, wrapped and unwrapped`() async throws {
    let lines = try await run(
      """
      for (const namedCurve of ["P-256", "P-384", "P-521"]) {
        const algorithm = { name: "ECDH", namedCurve };
        const [a, b] = [await subtle.generateKey(algorithm, true, ["deriveKey", "deriveBits"]), await subtle.generateKey(algorithm, true, ["deriveKey"])];
        const raw = await subtle.importKey("raw", await subtle.exportKey("raw", b.publicKey), algorithm, true, []);
        const one = await subtle.deriveKey({ name: "ECDH", public: raw }, a.privateKey, { name: "AES-GCM", length: 256 }, true, ["encrypt"]);
        const two = await subtle.deriveKey({ name: "ECDH", public: a.publicKey }, b.privateKey, { name: "AES-GCM", length: 256 }, true, ["decrypt"]);
        console.log(namedCurve, hex(await subtle.exportKey("raw", one)) === hex(await subtle.exportKey("raw", two)),
          (await subtle.deriveBits({ name: "ECDH", public: raw }, a.privateKey)).byteLength);
      }
      const oaep = await subtle.generateKey(
        { name: "RSA-OAEP", hash: "SHA-256", modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }, true, ["wrapKey", "unwrapKey", "encrypt", "decrypt"]);
      const key = await subtle.generateKey({ name: "AES-CBC", length: 192 }, true, ["encrypt"]);
      const wrapped = await subtle.wrapKey("raw", key, oaep.publicKey, "RSA-OAEP");
      const unwrapped = await subtle.unwrapKey("raw", wrapped, oaep.privateKey, "RSA-OAEP", "AES-CBC", false, ["decrypt"]);
      console.log(unwrapped.extractable, unwrapped.usages.join(), unwrapped.algorithm.length, await failure(() => subtle.exportKey("raw", unwrapped)));
      const gcm = await subtle.generateKey({ name: "AES-GCM", length: 128 }, false, ["wrapKey", "unwrapKey"]);
      const iv = new Uint8Array(12);
      const jwk = await subtle.wrapKey("jwk", oaep.privateKey, gcm, { name: "AES-GCM", iv });
      const again = await subtle.unwrapKey("jwk", jwk, gcm, { name: "AES-GCM", iv }, { name: "RSA-OAEP", hash: "SHA-256" }, false, ["decrypt"]).catch((error) => error.name);
      console.log(again, oaep.privateKey.usages.join());
      console.log(new TextDecoder().decode(await subtle.decrypt("RSA-OAEP", oaep.privateKey, await subtle.encrypt("RSA-OAEP", oaep.publicKey, text("hello")))));
      """)
    #expect(
      lines.dropLast(2) == [
        "P-256 true 32", "P-384 true 48", "P-521 true 66", "false decrypt 192 InvalidAccessError",
      ])
    #expect(lines.dropFirst(4).first?.contains("CryptoKey") == true)
    #expect(lines.last == "hello")
  }

  @Test func `a key shows what it is, and changes to that change nothing`() async throws {
    let lines = try await run(
      """
      const key = await subtle.generateKey({ name: "hmac", hash: "sha-512" }, false, ["verify", "sign"]);
      console.log(key, key instanceof CryptoKey, Object.prototype.toString.call(key));
      console.log(key.usages === key.usages, key.algorithm === key.algorithm);
      key.usages.length = 0;
      key.algorithm.name = "AES-GCM";
      key.algorithm.hash.name = "SHA-1";
      console.log((await subtle.sign("HMAC", key, text(""))).byteLength);
      try { new CryptoKey() } catch (error) { console.log(error.name) }
      try { new SubtleCrypto() } catch (error) { console.log(error.name) }
      """)
    #expect(lines.dropFirst(1) == ["true true", "64", "TypeError", "TypeError"])
    #expect(lines.first?.contains("extractable: false") == true)
    #expect(lines.first?.contains("usages: [ 'sign', 'verify' ]") == true)
  }
}
#endif
