#if Plugins
public import Causeway
import CausewayExport
import Crypto
import FoundationEssentials

/// Randomness, digests and signatures, by the names of Web Crypto.
///
/// Keys are bytes, and live where the program keeps them: there is no store of keys here.
@Plugin("crypto")
public struct CryptoPlugin: Sendable {
  /// As much as Web Crypto gives at once.
  private static let randomBytes = 65_536
  /// A digest of so much takes as long as going to another thread does.
  private static let smallBytes = 65_536

  /// The plugin.
  public init() {}

  // MARK: Randomness

  /// As many random bytes as the buffer has, from the system's generator.
  ///
  /// The buffer itself stays as it is: what crosses is a copy.
  ///
  /// - Returns: a buffer of the same class and length.
  /// - Throws: `RESOURCE_EXHAUSTED` beyond 65,536 bytes.
  @Export public func getRandomValues(_ array: BridgeBytes) throws -> BridgeBytes {
    guard !array.view.hasPrefix("Float"), array.view != "DataView", array.view != "ArrayBuffer" else {
      throw BridgeError(
        .invalidArgument, "params: expected a typed array of integers, got \(array.view)", data: ["path": "params"])
    }
    return BridgeBytes(try random(array.data.count), view: array.view)
  }

  /// Random bytes from the system's generator.
  ///
  /// - Throws: `RESOURCE_EXHAUSTED` beyond 65,536 bytes.
  @Export func randomBytes(_ count: Int) throws -> [UInt8] {
    guard count >= 0 else {
      throw BridgeError(.invalidArgument, "params: expected a number from 0 on, got \(count)", data: ["path": "params"])
    }
    return try random(count)
  }

  /// A random UUID (version 4), in small letters.
  @Export func randomUUID() -> String { UUID().uuidString.lowercased() }

  private func random(_ count: Int) throws -> [UInt8] {
    guard count <= CryptoPlugin.randomBytes else {
      throw BridgeError.exhausted("randomBytes", maximum: CryptoPlugin.randomBytes, "A wish for \(count) random bytes")
    }
    // A key of no bytes traps.
    if count == 0 { return [] }
    return unsafe SymmetricKey(size: SymmetricKeySize(bitCount: count * 8)).withUnsafeBytes { unsafe Array($0) }
  }

  // MARK: Digests and signatures

  /// The digest of bytes.
  @Export(positional: true)
  func digest(_ algorithm: HashAlgorithm, _ data: [UInt8]) async -> [UInt8] {
    await elsewhere(data.count) { algorithm.digest(data) }
  }

  /// Signs bytes with a key that both sides know.
  ///
  /// - Throws: `INVALID_ARGUMENT` for an empty key.
  @Export(positional: true)
  func sign(_ algorithm: HMACAlgorithm, _ key: [UInt8], _ data: [UInt8]) async throws -> [UInt8] {
    let key = try symmetric(key)
    return await elsewhere(data.count) { algorithm.hash.authenticationCode(of: data, key) }
  }

  /// Whether a signature is that of the bytes; it takes as long for one that nearly is as for any other.
  ///
  /// - Throws: `INVALID_ARGUMENT` for an empty key.
  @Export(positional: true)
  func verify(_ algorithm: HMACAlgorithm, _ key: [UInt8], _ signature: [UInt8], _ data: [UInt8]) async throws -> Bool {
    let key = try symmetric(key)
    return await elsewhere(data.count) { algorithm.hash.isValid(signature, of: data, key) }
  }

  private func symmetric(_ key: [UInt8]) throws -> SymmetricKey {
    guard !key.isEmpty else {
      throw BridgeError(
        .invalidArgument, "params[1]: the key is empty, and what anybody can sign is not signed",
        data: ["path": "params[1]"])
    }
    return SymmetricKey(data: key)
  }

  /// Does small work at once and large work on another thread, so that JavaScript's goes on.
  private func elsewhere<Result: Sendable>(_ bytes: Int, _ work: @escaping @Sendable () -> Result) async -> Result {
    bytes <= CryptoPlugin.smallBytes ? work() : await CryptoPlugin.onThePool(work)
  }

  @concurrent private static func onThePool<Result: Sendable>(_ work: @Sendable () -> Result) async -> Result { work() }
}

/// What makes a digest, by the names of Web Crypto.
///
/// SHA-1 is not among them: two different texts of one SHA-1 can be bought.
@Crossing public enum HashAlgorithm: String, Sendable, CaseIterable {
  case sha256 = "SHA-256"
  case sha384 = "SHA-384"
  case sha512 = "SHA-512"
}

/// The one kind of signature with a key that both sides know.
@Crossing public enum HMACName: String, Sendable { case hmac = "HMAC" }

/// How to sign with a key that both sides know.
@Crossing public struct HMACAlgorithm: Sendable, Equatable {
  /// The kind.
  public var name: HMACName
  /// What it is made of.
  public var hash: HashAlgorithm

  /// HMAC with a hash function.
  public init(hash: HashAlgorithm) {
    name = .hmac
    self.hash = hash
  }
}
#endif
