#if Plugins
public import Causeway
import CausewayExport
import Crypto
import FoundationEssentials

/// Random numbers, digests and signatures, with the names of Web Crypto.
///
/// Keys are bytes that the program stores itself: the plugin has no key store.
@Plugin("crypto")
public struct CryptoPlugin: Sendable {
  /// The maximum of Web Crypto for one call.
  private static let randomBytes = 65_536
  /// A digest of this size takes as long as a switch to another thread.
  private static let smallBytes = 65_536

  /// Creates the plugin.
  public init() {}

  // MARK: Random numbers

  /// Random bytes in a new buffer of the same class and length, from the system's generator.
  ///
  /// The passed buffer is not changed, because a copy crosses the bridge.
  ///
  /// - Returns: a buffer of the same class and length.
  /// - Throws: `RESOURCE_EXHAUSTED` for more than 65,536 bytes.
  @Export public func getRandomValues(_ array: BridgeBytes) throws -> BridgeBytes {
    guard !array.view.hasPrefix("Float"), array.view != "DataView", array.view != "ArrayBuffer" else {
      throw BridgeError(
        .invalidArgument, "params: expected a typed array of integers, got \(array.view)", data: ["path": "params"])
    }
    return BridgeBytes(try random(array.data.count), view: array.view)
  }

  /// Random bytes from the system's generator.
  ///
  /// - Throws: `RESOURCE_EXHAUSTED` for more than 65,536 bytes.
  @Export func randomBytes(_ count: Int) throws -> [UInt8] {
    guard count >= 0 else {
      throw BridgeError(
        .invalidArgument, "params: expected a number of at least 0, got \(count)", data: ["path": "params"])
    }
    return try random(count)
  }

  /// A random UUID (version 4) in lower case.
  @Export func randomUUID() -> String { UUID().uuidString.lowercased() }

  private func random(_ count: Int) throws -> [UInt8] {
    guard count <= CryptoPlugin.randomBytes else {
      throw BridgeError.exhausted(
        "randomBytes", maximum: CryptoPlugin.randomBytes, "A request of \(count) random bytes")
    }
    // A key without bytes traps.
    if count == 0 { return [] }
    return unsafe SymmetricKey(size: SymmetricKeySize(bitCount: count * 8)).withUnsafeBytes { unsafe Array($0) }
  }

  // MARK: Digests and signatures

  /// The digest of bytes.
  @Export(positional: true)
  func digest(_ algorithm: HashAlgorithm, _ data: [UInt8]) async -> [UInt8] {
    await runOffThread(data.count) { algorithm.digest(data) }
  }

  /// Signs bytes with a shared key.
  ///
  /// - Throws: `INVALID_ARGUMENT` for an empty key.
  @Export(positional: true)
  func sign(_ algorithm: HMACAlgorithm, _ key: [UInt8], _ data: [UInt8]) async throws -> [UInt8] {
    let key = try symmetric(key)
    return await runOffThread(data.count) { algorithm.hash.authenticationCode(of: data, key) }
  }

  /// Whether a signature is valid for the bytes; compared in constant time.
  ///
  /// - Throws: `INVALID_ARGUMENT` for an empty key.
  @Export(positional: true)
  func verify(_ algorithm: HMACAlgorithm, _ key: [UInt8], _ signature: [UInt8], _ data: [UInt8]) async throws -> Bool {
    let key = try symmetric(key)
    return await runOffThread(data.count) { algorithm.hash.isValid(signature, of: data, key) }
  }

  private func symmetric(_ key: [UInt8]) throws -> SymmetricKey {
    guard !key.isEmpty else {
      throw BridgeError(
        .invalidArgument, "params[1]: expected a non-empty key",
        data: ["path": "params[1]"])
    }
    return SymmetricKey(data: key)
  }

  /// Runs small work directly and large work on another thread, so that the JavaScript thread is not blocked.
  private func runOffThread<Result: Sendable>(_ bytes: Int, _ work: @escaping @Sendable () -> Result) async -> Result {
    bytes <= CryptoPlugin.smallBytes ? work() : await CryptoPlugin.runConcurrently(work)
  }

  @concurrent private static func runConcurrently<Result: Sendable>(_ work: @Sendable () -> Result) async -> Result {
    work()
  }
}

/// The hash functions, with the names of Web Crypto.
///
/// SHA-1 is missing, because its collisions are practical.
@Crossing public enum HashAlgorithm: String, Sendable, CaseIterable {
  case sha256 = "SHA-256"
  case sha384 = "SHA-384"
  case sha512 = "SHA-512"
}

/// The signature algorithm with a shared key.
@Crossing public enum HMACName: String, Sendable { case hmac = "HMAC" }

/// The parameters of HMAC.
@Crossing public struct HMACAlgorithm: Sendable, Equatable {
  /// The name of the algorithm.
  public var name: HMACName
  /// The hash function.
  public var hash: HashAlgorithm

  /// Creates parameters with a hash function.
  public init(hash: HashAlgorithm) {
    name = .hmac
    self.hash = hash
  }
}
#else
/// Absent: the package is built without the trait `Plugins`.
@available(*, unavailable, message: "Enable the trait Plugins of the package in your manifest.")
public struct CryptoPlugin {}
#endif
