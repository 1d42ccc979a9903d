import Testing

@testable import JavaScriptModules

@Suite struct IntegrityTests {
  private let url = ModuleURL("file:///a.js")!

  /// Made by coreutils: `printf … | sha256sum`, and so on.
  @Test(arguments: [
    (SHA2.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      .sha384, "abc",
      "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
    ),
    (
      .sha512, "abc",
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    ),
  ]) func `the digests are those of the standard`(kind: SHA2, text: String, digest: String) {
    let bytes = kind.digest(of: Array(text.utf8))
    #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == digest)
  }

  @Test func `bytes are those of a hash or are refused`() throws {
    let good = "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="
    try ModuleIntegrity.check(Array("abc".utf8), of: url, against: good)
    try ModuleIntegrity.check(Array("abc".utf8), of: url, against: "md5-x sha256-wrong \(good)?option")
    let other = #expect(throws: ModuleError.self) {
      try ModuleIntegrity.check(Array("abd".utf8), of: url, against: good)
    }
    #expect(other?.code == .dataLoss)
    // The strongest kind counts alone.
    #expect(throws: ModuleError.self) {
      try ModuleIntegrity.check(Array("abc".utf8), of: url, against: good + " sha512-AAAA")
    }
    let none = #expect(throws: ModuleError.self) { try ModuleIntegrity.check([], of: url, against: "md5-x") }
    #expect(none?.code == .invalidArgument)
  }
}
