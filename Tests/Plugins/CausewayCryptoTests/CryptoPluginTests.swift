#if Plugins
import Causeway
import CausewayCrypto
import CausewayTesting
import Testing

@Suite(.timeLimit(.minutes(5))) final class CryptoPluginTests {
  let caller: Connection

  init() {
    let bridge = Bridge()
    bridge.register(CryptoPlugin())
    let (left, right) = LoopbackTransport.pair()
    _ = bridge.connect(left, permissions: .all)
    caller = Bridge().connect(right, permissions: .all)
  }

  deinit { caller.close() }

  private func call(_ method: String, _ params: BridgeValue = .undefined) async throws -> BridgeValue {
    try await caller.call("crypto.\(method)", params, returning: BridgeValue.self)
  }

  private func failure(_ method: String, _ params: BridgeValue) async -> BridgeError? {
    do {
      _ = try await call(method, params)
      return nil
    } catch {
      return error as? BridgeError
    }
  }

  private static func bytes(_ bytes: [UInt8]) -> BridgeValue { .bytes(BridgeBytes(bytes)) }
  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
  private static func many(_ byte: UInt8, _ count: Int) -> [UInt8] { Array(repeating: byte, count: count) }

  private static func hexadecimal(_ value: BridgeValue) -> String {
    guard case .bytes(let bytes) = value else { return "no bytes" }
    return bytes.data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Source: the examples of FIPS 180-4 (NIST, Cryptographic Standards and Guidelines).
  static let digests: [(algorithm: String, text: String, digest: String)] = [
    (
      "SHA-256", "",
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    ),
    (
      "SHA-384", "",
      "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da274edebfe76f65fbd51ad2f14898b95b"
    ),
    (
      "SHA-512", "",
      "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f"
        + "63b931bd47417a81a538327af927da3e"
    ),
    (
      "SHA-256", "abc",
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    ),
    (
      "SHA-384", "abc",
      "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
    ),
    (
      "SHA-512", "abc",
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd"
        + "454d4423643ce80e2a9ac94fa54ca49f"
    ),
    (
      "SHA-256", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "SHA-384", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "3391fdddfc8dc7393707a65b1b4709397cf8b1d162af05abfe8f450de5f36bc6b0455a8520bc4e6f5fe95b1fe3c8452b"
    ),
    (
      "SHA-512", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "204a8fc6dda82f0a0ced7beb8e08a41657c16ef468b228a8279be331a703c33596fd15c13b1b07f9aa1d3bea57789ca0"
        + "31ad85c7a71dd70354ec631238ca3445"
    ),
    (
      "SHA-256",
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    (
      "SHA-384",
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "09330c33f71147e83d192fc782cd1b4753111b173b3b05d22fa08086e3b0f712fcc7c71a557e2db966c3e9fa91746039"
    ),
    (
      "SHA-512",
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018501d289e4900f7e4331b99dec4b5433a"
        + "c7d329eeb6dd26545e96e55b874be909"
    ),
  ]

  @Test(arguments: digests) func `a digest matches the standard`(algorithm: String, text: String, digest: String)
    async throws
  {
    let made = try await call("digest", [.string(algorithm), Self.bytes(Self.text(text))])
    #expect(Self.hexadecimal(made) == digest)
  }

  /// Source: RFC 4231, test cases 1 to 4, 6 and 7; the codes for SHA-256, SHA-384 and SHA-512.
  static let codes: [(key: [UInt8], data: [UInt8], codes: [String])] = [
    (
      many(0x0b, 20), text("Hi There"),
      [
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
        "afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59cfaea9ea9076ede7f4af152e8b2fa9cb6",
        "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cdedaa833b7d6b8a702038b274eaea3f4e4"
          + "be9d914eeb61f1702e696c203a126854",
      ]
    ),
    (
      text("Jefe"), text("what do ya want for nothing?"),
      [
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649",
        "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fd"
          + "caeab1a34d4a6b4b636e070a38bce737",
      ]
    ),
    (
      many(0xaa, 20), many(0xdd, 50),
      [
        "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
        "88062608d3e6ad8a0aa2ace014c8a86f0aa635d947ac9febe83ef4e55966144b2a5ab39dc13814b94e3ab6e101a34f27",
        "fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39bf3e848279a722c806b485a47e67c807"
          + "b946a337bee8942674278859e13292fb",
      ]
    ),
    (
      Array(1...25), many(0xcd, 50),
      [
        "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
        "3e8a69b7783c25851933ab6290af6ca77a9981480850009cc5577c6e1f573b4e6801dd23c4a7d679ccf8a386c674cffb",
        "b0ba465637458c6990e5a8c5f61d4af7e576d97ff94b872de76f8050361ee3dba91ca5c11aa25eb4d679275cc5788063"
          + "a5f19741120c4f2de2adebeb10a298dd",
      ]
    ),
    (
      many(0xaa, 131), text("Test Using Larger Than Block-Size Key - Hash Key First"),
      [
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
        "4ece084485813e9088d2c63a041bc5b44f9ef1012a2b588f3cd11f05033ac4c60c2ef6ab4030fe8296248df163f44952",
        "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f3526b56d037e05f2598bd0fd2215d6a1e52"
          + "95e64f73f63f0aec8b915a985d786598",
      ]
    ),
    (
      many(0xaa, 131),
      text(
        "This is a test using a larger than block-size key and a larger than block-size data. "
          + "The key needs to be hashed before being used by the HMAC algorithm."),
      [
        "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
        "6617178e941f020d351e2f254e8fd32c602420feb0b8fb9adccebb82461e99c5a678cc31e799176d3860e6110c46523e",
        "e37b6a775dc87dbaa4dfa9f96e5e3ffddebd71f8867289865df5a32d20cdc944b6022cac3c4982b10d5eeb55c3e4de15"
          + "134676fb6de0446065c97440fa8c6a58",
      ]
    ),
  ]

  @Test(arguments: codes) func `a signature matches the RFC, and only that one is valid`(
    key: [UInt8], data: [UInt8], codes: [String]
  ) async throws {
    for (hash, code) in zip(["SHA-256", "SHA-384", "SHA-512"], codes) {
      let algorithm: BridgeValue = ["name": "HMAC", "hash": .string(hash)]
      let made = try await call("sign", [algorithm, Self.bytes(key), Self.bytes(data)])
      #expect(Self.hexadecimal(made) == code)
      guard case .bytes(let signature) = made else { continue }
      func isValid(_ signature: [UInt8], key: [UInt8], data: [UInt8]) async throws -> BridgeValue {
        try await call("verify", [algorithm, Self.bytes(key), Self.bytes(signature), Self.bytes(data)])
      }
      #expect(try await isValid(signature.data, key: key, data: data) == true)
      for index in [0, signature.data.count - 1] {
        var changed = signature.data
        changed[index] ^= 1
        #expect(try await isValid(changed, key: key, data: data) == false)
      }
      #expect(try await isValid(signature.data.dropLast(), key: key, data: data) == false)
      #expect(try await isValid(signature.data + [0], key: key, data: data) == false)
      #expect(try await isValid([], key: key, data: data) == false)
      #expect(try await isValid(signature.data, key: key, data: data + [0]) == false)
      #expect(try await isValid(signature.data, key: key.reversed() + [1], data: data) == false)
    }
  }

  @Test func `a large digest is computed on another thread, with the same result`() async throws {
    let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    // FIPS 180-4: a million times the letter a.
    #expect(
      Self.hexadecimal(try await call("digest", ["SHA-256", Self.bytes(million)]))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func `random bytes have the requested length and differ`() async throws {
    for count in [0, 1, 16, 65_536] {
      let bytes = try await call("randomBytes", .number(Double(count)))
      #expect(Self.hexadecimal(bytes).count == count * 2)
    }
    let first = try await call("randomBytes", 16)
    let second = try await call("randomBytes", 16)
    #expect(first != second)
  }

  @Test(arguments: ["Uint8Array", "Int8Array", "Uint32Array", "BigInt64Array", "Uint8ClampedArray"])
  func `random values fill a buffer of the same class`(view: String) async throws {
    let zeros = BridgeBytes([UInt8](repeating: 0, count: 64), view: view)
    guard case .bytes(let filled) = try await call("getRandomValues", .bytes(zeros)) else {
      Issue.record("the result is not bytes")
      return
    }
    #expect(filled.view == view && filled.data.count == 64 && filled.data != zeros.data)
  }

  @Test func `a random UUID has version 4`() async throws {
    let uuid = try await call("randomUUID").string ?? ""
    #expect(uuid.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
  }

  @Test(
    arguments: [
      (
        "digest", ["SHA-1", .bytes(BridgeBytes([]))],
        "params[0]: expected \"SHA-256\", \"SHA-384\" or \"SHA-512\", got \"SHA-1\""
      ),
      (
        "digest", ["__proto__", .bytes(BridgeBytes([]))],
        "params[0]: expected \"SHA-256\", \"SHA-384\" or \"SHA-512\", got \"__proto__\""
      ),
      ("digest", ["SHA-256", "text"], "params[1]: expected bytes, got a string"),
      ("digest", ["SHA-256"], "params[1]: is missing"),
      ("digest", ["SHA-256", .bytes(BridgeBytes([])), 1], "params: crypto.digest takes at most 2 arguments, got 3"),
      (
        "sign", [["name": "HMAC", "hash": "SHA-256"], .bytes(BridgeBytes([])), .bytes(BridgeBytes([]))],
        "params[1]: expected a non-empty key"
      ),
      (
        "sign", [["name": "RSA", "hash": "SHA-256"], .bytes(BridgeBytes([1])), .bytes(BridgeBytes([]))],
        "params[0].name: expected \"HMAC\", got \"RSA\""
      ),
      ("sign", [["name": "HMAC"], .bytes(BridgeBytes([1])), .bytes(BridgeBytes([]))], "params[0].hash: is missing"),
      ("randomBytes", -1, "params: expected a number of at least 0, got -1"),
      (
        "randomBytes", 1.5,
        "params: expected an integer of 64 bits, got the number 1.5"
      ),
      (
        "getRandomValues", .bytes(BridgeBytes([0, 0, 0, 0], view: "Float32Array")),
        "params: expected a typed array of integers, got Float32Array"
      ),
      ("getRandomValues", [1, 2], "params: expected bytes, got an array"),
    ] as [(String, BridgeValue, String)]) func `an invalid argument is reported with its path`(
      method: String, params: BridgeValue, message: String
    ) async
  {
    let error = await failure(method, params)
    #expect(error?.code == .invalidArgument)
    #expect(error?.message == message)
  }

  @Test func `more random bytes than Web Crypto's maximum are rejected`() async {
    #expect(await failure("randomBytes", 65_537)?.data == ["limit": "randomBytes", "maximum": 65_536])
    #expect(await failure("randomBytes", 9_007_199_254_740_992)?.code == .resourceExhausted)
    let buffer = BridgeBytes([UInt8](repeating: 0, count: 65_537))
    #expect(await failure("getRandomValues", .bytes(buffer))?.code == .resourceExhausted)
  }

  @Test func `each method has its own permission`() async throws {
    let bridge = Bridge()
    bridge.register(CryptoPlugin())
    let (left, right) = LoopbackTransport.pair()
    _ = bridge.connect(left, permissions: ["crypto.digest"])
    let caller = Bridge().connect(right, permissions: .all)
    defer { caller.close() }
    let error = await #expect(throws: BridgeError.self) {
      try await caller.call("crypto.randomUUID", BridgeValue.undefined)
    }
    #expect(error?.data == ["permission": "crypto.randomUUID"])
  }
}
#endif
