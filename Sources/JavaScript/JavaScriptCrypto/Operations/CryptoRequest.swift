#if Plugins
import JavaScriptEngine

/// One call of `crypto.subtle`, with values that were read on the JavaScript thread.
struct CryptoRequest: Sendable {
  enum Operation: String, Sendable {
    case digest, encrypt, decrypt, sign, verify, deriveBits, deriveKey, generateKey, importKey, exportKey, wrapKey
    case unwrapKey
  }

  let operation: Operation
  /// The algorithm; nil for `digest`.
  let name: AlgorithmName?
  let hash: HashName?
  /// The algorithm's numeric parameter: bits of a counter or a tag, bytes of a salt or of a message in pieces,
  /// iterations.
  let number: Int?
  let key: StoredKey?
  /// The public key of a key agreement, or the key to wrap.
  let otherKey: StoredKey?
  /// The message or the data of a key.
  let data: JSBytes
  /// Initialization vector, counter, label, salt or signature.
  let second: JSBytes
  /// Additional data or info.
  let third: JSBytes
  /// The message of a digest, if it comes in pieces.
  let pieces: PieceQueue?
  let format: KeyFormat?
  /// The key to make.
  let target: KeyTarget?
  /// The number of bits to derive; nil for all.
  let bits: Int?
  let limits: SubtleCryptoLimits

  var byteCount: Int { data.count + second.count + third.count + (pieces == nil ? 0 : number ?? 0) }
}

/// The result of an operation.
enum CryptoOutcome: Sendable {
  case bytes([UInt8])
  case boolean(Bool)
  /// A key, or a public and a private key.
  case keys([StoredKey])
  /// JSON text.
  case json([UInt8])
  case failure(CryptoFailure)
}

extension CryptoRequest {
  /// Carries out the operation, on any thread.
  func perform() -> CryptoOutcome {
    do throws(CryptoFailure) { return try performOrThrow() } catch { return .failure(error) }
  }

  private func performOrThrow() throws(CryptoFailure) -> CryptoOutcome {
    switch operation {
    case .digest: return .bytes(digest(try required(hash)))
    case .encrypt: return .bytes(try encrypt(data))
    case .decrypt: return .bytes(try decrypt())
    case .sign: return .bytes(try sign())
    case .verify: return .boolean(try verify())
    case .deriveBits: return .bytes(try derive(bits: bits))
    case .deriveKey:
      let target = try required(target)
      // The bytes become a key here and are never seen by JavaScript.
      return .keys([try target.importKey(.raw, try derive(bits: try target.bitsToDerive()))])
    case .generateKey: return .keys(try required(target).generate(exponent: data.array, limits: limits))
    case .importKey: return .keys([try required(target).importKey(try required(format), data.array)])
    case .exportKey:
      let format = try required(format)
      let bytes = try required(key).export(format)
      return format == .jwk ? .json(bytes) : .bytes(bytes)
    case .wrapKey:
      let bytes = JSBytes(try required(otherKey).export(try required(format)))
      return .bytes(name == .aesKW ? try wrap(bytes) : try encrypt(bytes))
    case .unwrapKey:
      let bytes = name == .aesKW ? try unwrap() : try decrypt()
      return .keys([try required(target).importKey(try required(format), bytes)])
    }
  }

  /// A value without which our own script does not make such a request.
  func required<Value>(_ value: Value?) throws(CryptoFailure) -> Value {
    guard let value else { throw .operation("the request is incomplete") }
    return value
  }
}
#endif
