#if Plugins
import JavaScriptEngine
public import JavaScriptRuntime

extension RuntimeExtension {
  /// `crypto.subtle`, `CryptoKey` and `SubtleCrypto`, with the default limits.
  public static let subtleCrypto = RuntimeExtension.subtleCrypto(SubtleCryptoLimits())

  /// `crypto.subtle`, `CryptoKey` and `SubtleCrypto` of the Web Cryptography standard.
  ///
  /// swift-crypto does the work, off the JavaScript thread. Keys stay in Swift: the bytes of a key that is not
  /// extractable never enter the JavaScript heap, unless a script imported them from there.
  public static func subtleCrypto(_ limits: SubtleCryptoLimits) -> RuntimeExtension {
    RuntimeExtension(name: "crypto") { SubtleCrypto(host: $0, limits: limits) }
  }
}

/// The native side of `crypto.subtle` in one context, used on the JavaScript thread only.
final class SubtleCrypto: RuntimeExtensionInstance {
  private unowned let host: RuntimeHost
  private let limits: SubtleCryptoLimits
  private let keys: KeyStore
  private lazy var own = ThreadConfined(self)
  /// The message that JavaScript is copying.
  private var pieces: PieceQueue?

  init(host: RuntimeHost, limits: SubtleCryptoLimits) {
    self.host = host
    self.limits = limits
    keys = KeyStore(limits: limits)
  }

  /// The functions that `bridge-js/web/crypto/native.js` calls.
  func makeNative() -> JSLocal {
    let native = host.realm.makeObject()
    func function(_ name: String, _ body: @escaping (SubtleCrypto, JSArguments) -> JSLocal?) {
      let function = host.realm.makeFunction(name: name) { [own] arguments in
        guard let crypto = own.value else { return nil }
        return body(crypto, arguments)
      }
      host.realm.define(name, as: function, in: native)
    }
    function("run") { crypto, arguments in crypto.start(arguments) }
    function("open") { crypto, _ in
      // A script that was stopped while it copied a message has not closed the queue of its pieces.
      crypto.pieces?.close()
      let pieces = PieceQueue()
      crypto.pieces = pieces
      return crypto.host.realm.makeNativeObject(pieces)
    }
    function("add") { crypto, arguments in
      if let bytes = crypto.host.realm.takeBytes(arguments[0]) { crypto.pieces?.add(bytes) }
      return nil
    }
    function("close") { crypto, _ in
      crypto.pieces?.close()
      crypto.pieces = nil
      return nil
    }
    return native
  }

  func close() {
    pieces?.close()
    pieces = nil
    keys.close()
    own.clear()
  }

  /// Starts an operation.
  ///
  /// - Returns: nil if it was started; otherwise the name of the limit that it would exceed.
  private func start(_ arguments: JSArguments) -> JSLocal? {
    guard let background = host.extensions?.background else { return nil }
    let settle = host.realm.keep(arguments[0])
    guard let request = request(arguments) else {
      return host.realm.make("the request is incomplete")
    }
    guard background.count < limits.operations else { return host.realm.make("operations (\(limits.operations))") }
    guard background.bytes + request.byteCount <= limits.bytesInFlight else {
      return host.realm.make("bytesInFlight (\(limits.bytesInFlight))")
    }
    background.start("crypto.subtle.\(request.operation.rawValue)", bytes: request.byteCount) {
      request.perform()
    } then: { [own] outcome in
      own.value?.finish(outcome, settle)
    }
    return nil
  }

  private func request(_ arguments: JSArguments) -> CryptoRequest? {
    let realm = host.realm
    func text(_ index: Int) -> String { realm.text(arguments[index])?.string ?? "" }
    func number(_ index: Int) -> Int? { Int(exactly: realm.number(arguments[index])) }
    func key(_ index: Int) -> StoredKey? {
      (realm.nativeObject(of: arguments[index]) as? KeyHandle)?.key(in: keys)
    }
    func bytes(_ index: Int) -> JSBytes {
      if let text = realm.text(arguments[index]) { return JSBytes(text.utf8) }
      return realm.takeBytes(arguments[index]) ?? JSBytes([])
    }
    guard let operation = CryptoRequest.Operation(rawValue: text(1)) else { return nil }
    let target = AlgorithmName(rawValue: text(12)).map { name in
      KeyTarget(
        name: name, hash: HashName(rawValue: text(13)), curve: CurveName(rawValue: text(14)), length: number(15),
        isExtractable: realm.boolean(arguments[16]), usages: KeyUsages(names: text(17).split(separator: ",")))
    }
    return CryptoRequest(
      operation: operation, name: AlgorithmName(rawValue: text(2)), hash: HashName(rawValue: text(3)),
      number: number(4), key: key(5), otherKey: key(6), data: bytes(7), second: bytes(8), third: bytes(9),
      pieces: realm.nativeObject(of: arguments[7]) as? PieceQueue,
      format: KeyFormat(rawValue: text(10)), target: target, bits: number(11), limits: limits)
  }

  // MARK: Results

  /// Calls `settle(value, ...)`, or `settle(undefined, name, message)` for an error.
  private func finish(_ outcome: CryptoOutcome, _ settle: JSHandle) {
    _ = try? host.enter("crypto.subtle") { (realm) throws(JSException) in
      switch outcome {
      case .bytes(let bytes): try realm.call(settle.local, realm.makeArrayBuffer(bytes))
      case .boolean(let value): try realm.call(settle.local, realm.make(value))
      case .json(let text): try realm.call(settle.local, realm.makeJSON(utf8: text) ?? realm.undefined)
      case .keys(let made):
        guard makeRoom(for: made) else { return try fail(keyLimit, settle, realm) }
        // Kept until the call, because each of them is made by the engine.
        let values = made.flatMap { key in
          [
            realm.keep(realm.makeNativeObject(keys.add(key))),
            realm.keep(realm.makeJSON(utf8: key.description) ?? realm.undefined),
          ]
        }
        var arguments = JSLocals()
        for value in values { arguments.append(value.local) }
        try withExtendedLifetime(values) { () throws(JSException) in
          _ = try realm.call(settle.local, with: arguments)
        }
      case .failure(let failure): try fail(failure, settle, realm)
      }
    }
  }

  private func fail(_ failure: CryptoFailure, _ settle: JSHandle, _ realm: JSRealm) throws(JSException) {
    let name = realm.keep(realm.make(failure.name))
    try realm.call(settle.local, realm.undefined, name.local, realm.make(failure.message))
  }

  private var keyLimit: CryptoFailure {
    .limit("the keys exceed the limit keys (\(limits.keys)) or keyBytes (\(limits.keyBytes))")
  }

  /// Whether the store has room for keys, if necessary after a garbage collection: the collector does not know how much
  /// its small handles hold.
  private func makeRoom(for new: [StoredKey]) -> Bool {
    let bytes = new.reduce(0) { $0 + $1.byteCount }
    guard keys.isFull(adding: new.count, bytes: bytes) else { return true }
    host.realm.collectGarbage()
    return !keys.isFull(adding: new.count, bytes: bytes)
  }
}
#endif
