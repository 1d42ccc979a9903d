#if Plugins
import Testing

/// Published examples; each comment names the document.
@Suite(.timeLimit(.minutes(5))) struct VectorTests {
  @Test func `digests`() async throws {
    // FIPS 180-4, examples "abc".
    let lines = try await run(
      """
      for (const name of ["SHA-1", "sha-256", { name: "SHA-384" }, "SHA-512"])
        console.log(hex(await subtle.digest(name, text("abc"))));
      """)
    #expect(
      lines == [
        "a9993e364706816aba3e25717850c26c9cd0d89d",
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd"
          + "454d4423643ce80e2a9ac94fa54ca49f",
      ])
  }

  @Test func `HMAC`() async throws {
    // RFC 4231, test case 2.
    let lines = try await run(
      """
      const key = await subtle.importKey("raw", text("Jefe"), { name: "HMAC", hash: "SHA-256" }, true, ["sign", "verify"]);
      const code = await subtle.sign("HMAC", key, text("what do ya want for nothing?"));
      console.log(hex(code), key.algorithm.length, key.algorithm.hash.name);
      console.log(await subtle.verify("HMAC", key, code, text("what do ya want for nothing?")));
      console.log(await subtle.verify("HMAC", key, code.slice(1), text("what do ya want for nothing?")));
      """)
    #expect(
      lines == ["5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843 32 SHA-256", "true", "false"])
  }

  @Test func `AES-GCM, with a tag of each length`() async throws {
    // The GCM specification of McGrew and Viega, test case 4.
    let lines = try await run(
      """
      const key = await subtle.importKey("raw", bytes("feffe9928665731c6d6a8f9467308308"), "AES-GCM", false, ["encrypt", "decrypt"]);
      const iv = bytes("cafebabefacedbaddecaf888");
      const additionalData = bytes("feedfacedeadbeeffeedfacedeadbeefabaddad2");
      const plain = bytes("d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39");
      console.log(hex(await subtle.encrypt({ name: "AES-GCM", iv, additionalData }, key, plain)));
      for (const tagLength of [32, 64, 96, 104, 112, 120, 128]) {
        const algorithm = { name: "AES-GCM", iv, additionalData, tagLength };
        const sealed = new Uint8Array(await subtle.encrypt(algorithm, key, plain));
        const opened = await subtle.decrypt(algorithm, key, sealed);
        sealed[sealed.length - 1] ^= 1;
        console.log(sealed.length - plain.length, hex(opened) === hex(plain), await failure(() => subtle.decrypt(algorithm, key, sealed)));
      }
      console.log(await failure(() => subtle.encrypt({ name: "AES-GCM", iv, tagLength: 127 }, key, plain)));
      """)
    #expect(
      lines == [
        "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091"
          + "5bc94fbc3221a5db94fae95ae7121a47"
      ] + [4, 8, 12, 13, 14, 15, 16].map { "\($0) true OperationError" } + ["OperationError"])
  }

  @Test func `AES-CBC, AES-CTR and AES-KW`() async throws {
    // NIST SP 800-38A, F.2.1 (one block, before the padding), F.5.1; RFC 3394, 4.1.
    let lines = try await run(
      """
      const raw = bytes("2b7e151628aed2a6abf7158809cf4f3c");
      const plain = bytes("6bc1bee22e409f96e93d7e117393172a");
      const cbc = await subtle.importKey("raw", raw, "AES-CBC", false, ["encrypt", "decrypt"]);
      const iv = bytes("000102030405060708090a0b0c0d0e0f");
      const sealed = await subtle.encrypt({ name: "AES-CBC", iv }, cbc, plain);
      console.log(hex(sealed).slice(0, 32), hex(await subtle.decrypt({ name: "AES-CBC", iv }, cbc, sealed)) === hex(plain));
      const ctr = await subtle.importKey("raw", raw, "AES-CTR", false, ["encrypt", "decrypt"]);
      const counter = bytes("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
      console.log(hex(await subtle.encrypt({ name: "AES-CTR", counter, length: 128 }, ctr, plain)));
      // A counter that returns to zero: each block equals that of the counter it has reached.
      const zeros = new Uint8Array(48);
      const wrapped = hex(await subtle.encrypt({ name: "AES-CTR", counter, length: 8 }, ctr, zeros));
      const next = counter.slice(); next[15] = 0;
      const rest = hex(await subtle.encrypt({ name: "AES-CTR", counter: next, length: 8 }, ctr, zeros.slice(16)));
      console.log(wrapped.slice(32) === rest, await failure(() => subtle.encrypt({ name: "AES-CTR", counter, length: 1 }, ctr, zeros)));
      const kw = await subtle.importKey("raw", bytes("000102030405060708090A0B0C0D0E0F"), "AES-KW", false, ["wrapKey", "unwrapKey"]);
      const inner = await subtle.importKey("raw", bytes("00112233445566778899AABBCCDDEEFF"), "AES-CBC", true, ["encrypt"]);
      const packed = await subtle.wrapKey("raw", inner, kw, "AES-KW");
      const unwrapped = await subtle.unwrapKey("raw", packed, kw, "AES-KW", "AES-CBC", true, ["encrypt"]);
      console.log(hex(packed), hex(await subtle.exportKey("raw", unwrapped)));
      """)
    #expect(
      lines == [
        "7649abac8119b246cee98e9b12e9197d true", "874d6191b620e3261bef6864990db6ce", "true OperationError",
        "1fa68b0a8112b447aef34bd8fb5a7b829d3e862371d2cfe5 00112233445566778899aabbccddeeff",
      ])
  }

  @Test func `HKDF and PBKDF2`() async throws {
    // RFC 5869, A.1; RFC 6070, test case 2.
    let lines = try await run(
      """
      const ikm = await subtle.importKey("raw", bytes("0b".repeat(22)), "HKDF", false, ["deriveBits"]);
      const hkdf = { name: "HKDF", hash: "SHA-256", salt: bytes("000102030405060708090a0b0c"), info: bytes("f0f1f2f3f4f5f6f7f8f9") };
      console.log(hex(await subtle.deriveBits(hkdf, ikm, 336)));
      const password = await subtle.importKey("raw", text("password"), "PBKDF2", false, ["deriveBits"]);
      console.log(hex(await subtle.deriveBits({ name: "PBKDF2", hash: "SHA-1", salt: text("salt"), iterations: 2 }, password, 160)));
      const empty = await subtle.importKey("raw", new Uint8Array(), "PBKDF2", false, ["deriveBits"]);
      console.log((await subtle.deriveBits({ name: "PBKDF2", hash: "SHA-1", salt: new Uint8Array(), iterations: 1 }, empty, 160)).byteLength);
      """)
    #expect(
      lines == [
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
        "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957", "20",
      ])
  }

  @Test func `Ed25519 and X25519`() async throws {
    // RFC 8032, 7.1, test 2; RFC 7748, 6.1.
    let lines = try await run(
      """
      const seed = "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb";
      const point = bytes("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
      const key = await subtle.importKey("pkcs8", bytes("302e020100300506032b657004220420" + seed), "Ed25519", true, ["sign"]);
      const signature = await subtle.sign("Ed25519", key, bytes("72"));
      const check = await subtle.importKey("raw", point, "Ed25519", true, ["verify"]);
      console.log(hex(signature), await subtle.verify("Ed25519", check, signature, bytes("72")));
      console.log(JSON.stringify(await subtle.exportKey("jwk", key)));
      console.log(await failure(() => subtle.importKey("pkcs8", bytes("302e020100300506032b657004220420" + seed.slice(2)), "Ed25519", true, ["sign"])));
      const pair = await subtle.generateKey("X25519", false, ["deriveBits"]);
      const other = await subtle.generateKey("X25519", false, ["deriveBits"]);
      const secret = hex(await subtle.deriveBits({ name: "X25519", public: other.publicKey }, pair.privateKey, 256));
      console.log(secret === hex(await subtle.deriveBits({ name: "X25519", public: pair.publicKey }, other.privateKey, null)));
      """)
    #expect(
      lines == [
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00 true",
        #"{"kty":"OKP","crv":"Ed25519","x":"PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw","d":"TM0Imyj_ltqdtsNG7BFOD1uKMZ81q6Yk2oz27U-4pvs","key_ops":["sign"],"ext":true}"#,
        "DataError", "true",
      ])
  }
}
#endif
