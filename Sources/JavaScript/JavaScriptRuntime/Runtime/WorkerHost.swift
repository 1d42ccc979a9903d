import CausewayConcurrency
import JavaScriptEngine
import JavaScriptModules
import Synchronization

extension RuntimeExtension {
  /// `Worker`, and the ports whose other ends are in other contexts; for runtimes with modules.
  static let workers = RuntimeExtension(name: "workers") { WorkerHost($0) }
}

/// The native side of workers and channels in one context, used on the JavaScript thread only.
///
/// bridge-js/web/messaging/far-end.js describes its functions.
final class WorkerHost: RuntimeExtensionInstance {
  private struct Child {
    let worker: WorkerThread
    /// The number of reports of errors that wait for this thread.
    let reports = Reports()
  }

  /// Counts reports: a worker that fails without end fills no queue.
  private final class Reports: Sendable {
    static let most = 100
    let count = Atomic<Int>(0)
  }

  private struct Functions { let deliver, closed, failed: JSHandle }

  private unowned let host: RuntimeHost
  private let thread: JavaScriptThread
  private let limits: WorkerLimits
  private let count: WorkerGroup.Count
  private lazy var own = ThreadConfined(self)
  private var ends: [Int: PipeEnd] = [:]
  private var lastEnd = 1
  /// The workers that have not ended, by the number of this context's end.
  private var children: [Int: Child] = [:]
  private var functions: Functions?

  init(_ host: RuntimeHost) {
    self.host = host
    thread = host.thread
    limits = host.configuration.workers ?? WorkerLimits()
    count = host.configuration.workerScope?.count ?? WorkerGroup.Count()
    if let scope = host.configuration.workerScope { ends[1] = scope.end }
  }

  func close() {
    for child in children.values { Task { await child.worker.end() } }
    children = [:]
    let ends = ends
    self.ends = [:]
    for end in ends.values { end.close() }
    functions = nil
    own.clear()
  }

  /// The workers, for leak checks.
  func openResources(of owner: String) -> [OpenResource] {
    children.sorted { $0.key < $1.key }.map { number, child in
      OpenResource(.thread, "of the worker \(child.worker.url)", of: owner, identity: "worker \(number)")
    }
  }

  // MARK: Native functions

  func makeNative() -> JSLocal {
    let native = host.realm.makeObject()
    func function(_ name: String, _ body: @escaping (WorkerHost, JSRealm, JSArguments) -> JSLocal?) {
      let function = host.realm.makeFunction(name: name) { [own] arguments in
        guard let workers = own.value else { return nil }
        return body(workers, workers.host.realm, arguments)
      }
      host.realm.define(name, as: function, in: native)
    }
    func action(_ name: String, _ body: @escaping (WorkerHost, Int) -> Void) {
      function(name) { workers, realm, arguments in
        if let number = Int(exactly: realm.number(arguments[0])) { body(workers, number) }
        return nil
      }
    }
    function("connect") { workers, realm, arguments in
      workers.functions = Functions(
        deliver: realm.keep(arguments[0]), closed: realm.keep(arguments[1]), failed: realm.keep(arguments[2]))
      return nil
    }
    function("open") { workers, realm, _ in realm.make(Double(workers.open())) }
    function("isFull") { workers, realm, arguments in
      realm.make(Int(exactly: realm.number(arguments[0])).flatMap { workers.ends[$0]?.isFull } ?? false)
    }
    function("post") { workers, _, arguments in
      workers.write(arguments) { $0.post($1) }
      return nil
    }
    function("putBack") { workers, _, arguments in
      workers.write(arguments) { $0.putBack($1) }
      return nil
    }
    action("start") { $0.start($1) }
    action("stop") { $0.ends[$1]?.stop() }
    action("close") { $0.ends.removeValue(forKey: $1)?.close() }
    action("terminate") { workers, number in
      // It stays in the list until its thread has ended.
      if let child = workers.children[number] { Task { await child.worker.end() } }
    }
    function("spawn") { workers, realm, arguments in
      guard let url = realm.text(arguments[0])?.string, let name = realm.text(arguments[1])?.string else { return nil }
      switch workers.spawn(url, name) {
      case .success(let number): return realm.make(Double(number))
      case .failure(let refusal): return realm.make(refusal.text)
      }
    }
    function("listen") { workers, realm, arguments in
      workers.host.setActive(.messages, realm.boolean(arguments[0]))
      return nil
    }
    function("name") { workers, realm, _ in realm.make(workers.host.configuration.workerScope?.name ?? "") }
    function("leave") { workers, _, _ in
      workers.host.configuration.workerScope?.leave()
      return nil
    }
    return native
  }

  private func adopt(_ end: PipeEnd) -> Int {
    lastEnd += 1
    ends[lastEnd] = end
    return lastEnd
  }

  /// The number of the first of the two ends of a channel; 0 if there are too many.
  private func open() -> Int {
    guard ends.count < limits.ports else { return 0 }
    let (near, away) = PipeEnd.makePair(limit: limits.unreadBytes)
    let number = adopt(near)
    _ = adopt(away)
    return number
  }

  private func start(_ number: Int) {
    ends[number]?.start { [thread, own] signal in
      thread.perform { own.value?.receive(signal, at: number) }
    }
  }

  // MARK: Messages

  private func write(_ arguments: JSArguments, to send: (PipeEnd, PortMessage) -> Void) {
    let realm = host.realm
    func count(_ index: Int) -> Int { Int(exactly: realm.number(arguments[index])) ?? 0 }
    let buffers = (0..<count(4)).map { index in
      (try? realm.get(index, of: arguments[3])).flatMap { realm.bytes($0) } ?? []
    }
    let moved = (0..<count(6)).compactMap { index in
      (try? realm.get(index, of: arguments[5])).flatMap { Int(exactly: realm.number($0)) }
        .flatMap { ends.removeValue(forKey: $0) }
    }
    // Without a receiver, the ends are closed as they are released.
    guard let text = realm.text(arguments[1]), let end = ends[count(0)] else { return }
    send(end, PortMessage(text: text, buffers: buffers, ends: moved, contentBytes: count(2)))
  }

  private func receive(_ signal: PipeEnd.Signal, at number: Int) {
    // A signal may come after the end was stopped.
    guard let functions, let end = ends[number], end.isStarted else { return }
    switch signal {
    case .message:
      guard let message = end.take() else { return }
      let adopted = message.ends.map { ends.count < limits.ports ? adopt($0) : 0 }
      _ = try? host.enter("message") { (realm) throws(JSException) in
        let buffers = message.buffers.map { realm.keep(realm.makeArrayBuffer($0)) }
        let numbers = adopted.map { realm.keep(realm.make(Double($0))) }
        let lists = (realm.keep(realm.makeArray(buffers)), realm.keep(realm.makeArray(numbers)))
        let text = realm.keep(realm.make(message.text))
        try realm.call(
          functions.deliver.local, realm.make(Double(number)), text.local, lists.0.local, lists.1.local)
      }
    case .closed:
      ends[number] = nil
      // A worker that was stopped closes its end before it reports why.
      if children[number] == nil { reportClosed(number) }
    }
  }

  private func reportClosed(_ number: Int) {
    guard let functions else { return }
    _ = try? host.enter("close") { (realm) throws(JSException) in
      try realm.call(functions.closed.local, realm.make(Double(number)))
    }
  }

  // MARK: Workers

  private struct Refusal: Error {
    /// The name of a `DOMException`, a colon and its message.
    let text: String
  }

  /// Starts a worker; the number of this context's end of its channel.
  private func spawn(_ specifier: String, _ name: String) -> Result<Int, Refusal> {
    guard let modules = host.modules else {
      return .failure(Refusal(text: "NotSupportedError: this runtime has no modules"))
    }
    let base = modules.main.map { modules.url(of: $0.index) } ?? modules.configuration.loader.base
    guard let url = base.resolving(specifier) ?? base.resolving("./" + specifier) else {
      return .failure(Refusal(text: "SyntaxError: \(specifier) is not a valid URL"))
    }
    guard ends.count < limits.ports else {
      return .failure(
        Refusal(text: "QuotaExceededError: too many ports are connected to other contexts (RESOURCE_EXHAUSTED)"))
    }
    guard count.increment(upTo: limits.count) else {
      return .failure(
        Refusal(text: "QuotaExceededError: the limit of \(limits.count) workers is reached (RESOURCE_EXHAUSTED)"))
    }
    let (near, away) = PipeEnd.makePair(limit: limits.unreadBytes)
    let number = adopt(near)
    let worker = WorkerThread(url)
    let child = Child(worker: worker)
    children[number] = child
    host.setActive(.workers, true)
    let notify: @Sendable (WorkerThread.Notice) -> Void = { [thread, own, count, reports = child.reports] notice in
      switch notice {
      case .failed(let error):
        guard reports.count.wrappingAdd(1, ordering: .relaxed).oldValue < Reports.most else { return }
        thread.perform {
          reports.count.wrappingSubtract(1, ordering: .relaxed)
          own.value?.report(error, from: number)
        }
      case .ended: thread.perform { own.value?.ended(number) }
      // A thread that was given up still takes its place.
      case .exited: count.decrement()
      }
    }
    var configuration = host.configuration
    configuration.name = name.isEmpty ? "worker" : name
    // Without a limit the engine does not stop a script, and `terminate()` would have no effect.
    configuration.evaluationLimit = configuration.evaluationLimit ?? .seconds(1 << 32)
    configuration.onUncaught = { error, _ in notify(.failed(error)) }
    configuration.reportsUncaught = nil
    // The worker goes on, as on the web; its parent decides.
    configuration.endsAtUncaught = false
    configuration.isPage = false
    configuration.standardInput = .empty
    configuration.inputReader = nil
    configuration.workerScope = WorkerScope(end: away, name: name, count: count) { [weak worker] in worker?.leave() }
    worker.start(configuration, in: host.workers, notify: notify)
    return .success(number)
  }

  private func report(_ error: JavaScriptError, from number: Int) {
    guard let functions, children[number] != nil else { return }
    let place = error.details
    _ = try? host.enter("worker") { (realm) throws(JSException) in
      let message = realm.keep(realm.make(error.message))
      let file = realm.keep(realm.make(place?.sourceURL ?? ""))
      try realm.call(
        functions.failed.local, realm.make(Double(number)), message.local, file.local,
        realm.make(Double(place?.line ?? 0)), realm.make(Double(place?.column ?? 0)))
    }
  }

  private func ended(_ number: Int) {
    guard children.removeValue(forKey: number) != nil else { return }
    reportClosed(number)
    if children.isEmpty { host.setActive(.workers, false) }
  }
}
