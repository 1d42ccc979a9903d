#if Plugins
import JavaScriptEngine
public import JavaScriptRuntime

extension RuntimeExtension {
  /// `CompressionStream` and `DecompressionStream` of the Compression standard, by zlib, off the JavaScript thread.
  public static let compression = RuntimeExtension(name: "compression") { Compression(host: $0) }
}

/// The native side of compression streams in one context, used on the JavaScript thread only.
final class Compression: RuntimeExtensionInstance {
  private unowned let host: RuntimeHost
  private lazy var own = ThreadConfined(self)
  private let count = CodecCount()
  /// The largest number of codecs: each has a window of zlib, of up to 300 KB.
  static let maximum = 256

  init(host: RuntimeHost) { self.host = host }

  /// Two functions: `open(format, isCompressing)` returns a codec, and `step(settle, codec, bytes, isLast)` calls
  /// `settle(output, state)`, or `settle(undefined, message)` if the data are not valid.
  func makeNative() -> JSLocal {
    let native = host.realm.makeObject()
    func function(_ name: String, _ body: @escaping (Compression, JSArguments) -> JSLocal?) {
      let function = host.realm.makeFunction(name: name) { [own] arguments in
        guard let compression = own.value else { return nil }
        return body(compression, arguments)
      }
      host.realm.define(name, as: function, in: native)
    }
    function("open") { compression, arguments in
      let realm = compression.host.realm
      guard let format = realm.text(arguments[0]).flatMap({ CompressionFormat(rawValue: $0.string) }) else {
        return nil
      }
      return compression.open(format, isCompressing: realm.boolean(arguments[1]))
    }
    function("step") { compression, arguments in
      compression.step(arguments)
      return nil
    }
    return native
  }

  func close() { own.clear() }

  /// Nil if there are too many, after a garbage collection: the collector does not know how much its small handles hold.
  private func open(_ format: CompressionFormat, isCompressing: Bool) -> JSLocal? {
    if count.value >= Compression.maximum { host.realm.collectGarbage() }
    guard count.value < Compression.maximum else { return nil }
    return host.realm.makeNativeObject(Codec(format, isCompressing: isCompressing, in: count))
  }

  private func step(_ arguments: JSArguments) {
    let realm = host.realm
    guard let background = host.extensions?.background, let codec = realm.nativeObject(of: arguments[1]) as? Codec
    else {
      return
    }
    let settle = realm.keep(arguments[0])
    let bytes = realm.takeBytes(arguments[2])
    let isLast = realm.boolean(arguments[3])
    background.start("compression", bytes: (bytes?.count ?? 0) + Codec.outputLength) {
      Result { () throws(Codec.Failure) in try codec.step(bytes, isLast: isLast) }
    } then: { [own] result in
      own.value?.finish(result, settle)
    }
  }

  private func finish(_ result: Result<Codec.Step, Codec.Failure>, _ settle: JSHandle) {
    _ = try? host.enter("compression") { (realm) throws(JSException) in
      switch result {
      case .success(let step):
        let output = realm.keep(realm.makeArrayBuffer(step.output))
        try realm.call(settle.local, output.local, realm.make(Double(step.state.rawValue)))
      case .failure(let failure): try realm.call(settle.local, realm.undefined, realm.make(failure.message))
      }
    }
  }
}
#endif
