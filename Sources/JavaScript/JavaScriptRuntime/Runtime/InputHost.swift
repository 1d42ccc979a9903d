import CausewayConcurrency
import JavaScriptEngine
import StandardStreams

extension RuntimeExtension {
  /// Standard input, for runtimes whose configuration grants one.
  static func standardInput(_ reader: InputReader) -> RuntimeExtension {
    RuntimeExtension(name: "stdin") { InputHost($0, reader) }
  }
}

/// The native side of standard input in one context, used on the JavaScript thread only.
///
/// bridge-js/node/fs/input-requests.js describes its functions. A read waits on a thread for blocking work. While it keeps the
/// program alive, a virtual clock stands still.
final class InputHost: RuntimeExtensionInstance {
  /// The largest piece, as in Node.
  private static let pieceLength = 65_536
  /// Each runtime that waits for input occupies a thread.
  private static let threads = BlockingExecutor("causeway.stdin", threads: 64)

  private unowned let host: RuntimeHost
  private let thread: JavaScriptThread
  private let clock: (any ManualClock)?
  private let reader: InputReader
  private lazy var own = ThreadConfined(self)
  /// The callback of the read that the program waits for; nil if it waits for none.
  private var settle: JSHandle?
  /// The line that started the read, for leak checks.
  private var location: String?
  /// Whether a thread waits, also for a read that was cancelled.
  private var isWaiting = false
  private var keepsAlive = true
  /// Whether the clock stands still for a read.
  private var holdsClock = false

  init(_ host: RuntimeHost, _ reader: InputReader) {
    self.host = host
    self.reader = reader
    thread = host.thread
    clock = host.configuration.clock as? any ManualClock
  }

  func makeNative() -> JSLocal {
    let native = host.realm.makeObject()
    func function(_ name: String, _ body: @escaping (InputHost, JSRealm, JSArguments) -> JSLocal?) {
      let function = host.realm.makeFunction(name: name) { [own] arguments in
        guard let input = own.value else { return nil }
        return body(input, input.host.realm, arguments)
      }
      host.realm.define(name, as: function, in: native)
    }
    function("kind") { input, realm, _ in realm.make(input.reader.kind.rawValue) }
    function("read") { input, realm, arguments in
      input.keepsAlive = realm.boolean(arguments[0])
      input.settle = realm.keep(arguments[1])
      input.location = ResourceTracker.current == nil ? nil : input.host.scriptLocation()
      input.holdProgram()
      input.wait()
      return nil
    }
    function("cancel") { input, _, _ in
      input.settle = nil
      input.reader.cancel()
      input.holdProgram()
      return nil
    }
    function("hold") { input, realm, arguments in
      input.keepsAlive = realm.boolean(arguments[0])
      input.holdProgram()
      return nil
    }
    function("readNow") { input, realm, arguments in
      let maximum = Int(exactly: realm.number(arguments[0])) ?? InputHost.pieceLength
      switch input.reader.read(atMost: min(max(1, maximum), 1 << 30)) {
      case .bytes(let bytes): return realm.makeArrayBuffer(bytes)
      case .failure(let number): return realm.make(Double(number))
      case .end: return nil
      }
    }
    return native
  }

  func close() {
    reader.cancel()
    settle = nil
    holdProgram()
    own.clear()
  }

  /// The read that is open, for leak checks.
  func openResources(of owner: String) -> [OpenResource] {
    settle == nil ? [] : [OpenResource(.call, "standard input", of: owner, identity: "stdin", location: location)]
  }

  /// Waits for a piece on another thread, unless one waits already.
  private func wait() {
    guard !isWaiting else { return }
    isWaiting = true
    reader.begin()
    Task(executorPreference: InputHost.threads) { [reader, thread, own] in
      reader.fill(atMost: InputHost.pieceLength)
      thread.perform { own.value?.finish() }
    }
  }

  private func finish() {
    isWaiting = false
    // The result of a read that was cancelled is for the next one.
    guard let settle, !host.isEnding else { return }
    guard let outcome = reader.take() else {
      // It was cancelled before this read began, or `readNow` took the bytes.
      wait()
      return
    }
    self.settle = nil
    _ = try? host.enter("stdin") { (realm) throws(JSException) in
      switch outcome {
      case .bytes(let bytes):
        let buffer = realm.keep(realm.makeArrayBuffer(bytes))
        try realm.call(settle.local, buffer.local, realm.make(0))
      case .end: try realm.call(settle.local, realm.undefined, realm.make(0))
      case .failure(let number): try realm.call(settle.local, realm.undefined, realm.make(Double(number)))
      }
    }
    // The callback may have closed the context.
    own.value?.holdProgram()
  }

  /// Keeps the program alive, and a virtual clock still, as long as the program waits for a read.
  private func holdProgram() {
    let holds = settle != nil && keepsAlive
    host.setActive(.input, holds)
    guard let clock, holds != holdsClock else { return }
    holdsClock = holds
    if holds { clock.beginWork() } else { clock.endWork() }
  }
}
